import { roles, type User, user } from '#contract/users.ts'
import { readLocalJson, writeLocal } from './local-storage.ts'
import { createStore, useStore } from './store.ts'

const storageKey = 'user'
const sessionStore = createStore<User | null>(readLocalJson(storageKey, user))
const expired = new Set<() => void>()

addEventListener('storage', (event) => {
  if (event.key === storageKey) sessionStore.set(readLocalJson(storageKey, user))
})

/** The signed-in user as this browser remembers it; the server is asked on every call anyway. */
export const currentUser = (): User | null => sessionStore.get()

export const useUser = (): User | null => useStore(sessionStore)

export const rememberUser = (value: User): void => {
  writeLocal(storageKey, JSON.stringify(value))
  sessionStore.set(value)
}

export const forgetUser = (): void => {
  writeLocal(storageKey, null)
  sessionStore.set(null)
}

/** Called when the server no longer knows us. */
export const expireSession = (): void => {
  forgetUser()
  for (const listener of expired) listener()
}

export const onSessionExpired = (listener: () => void): void => {
  expired.add(listener)
}

export const isAdmin = (value: User | null): boolean => value !== null && value.role >= roles.admin

export const isRoot = (value: User | null): boolean => value !== null && value.role >= roles.root
