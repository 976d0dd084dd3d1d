import { roles, type User, user } from '#contract/user.ts'
import { readLocalJson, writeLocal } from './local-storage.ts'
import { createStore, useStore } from './store.ts'

const storageKey = 'user'
const sessionStore = createStore<User | null>(readLocalJson(storageKey, user))
const expired = new Set<() => void>()

/** Another tab may have signed in or out. */
const readAgain = (): void => sessionStore.set(readLocalJson(storageKey, user))

addEventListener('storage', (event) => {
  // Null: everything was cleared.
  if (event.key === storageKey || event.key === null) readAgain()
})

/** The signed-in user as this browser remembers it; the server is asked on every call anyway. */
export const currentUser = (): User | null => sessionStore.get()

export const useUser = (): User | null => useStore(sessionStore)

export const rememberUser = (value: User): void => {
  writeLocal(storageKey, JSON.stringify(value))
  sessionStore.set(value)
}

/** What the server says of whoever is signed in; of nobody else, who may have come meanwhile. */
export const noteUser = (value: User): void => {
  const known = currentUser()
  if (known?.id === value.id && JSON.stringify(known) !== JSON.stringify(value)) rememberUser(value)
}

export const forgetUser = (): void => {
  writeLocal(storageKey, null)
  sessionStore.set(null)
}

/**
 * Called when the server no longer knows whoever asked, or knows somebody else who has just signed in in another tab. Of
 * somebody who left, here or in another tab, nothing has expired: what was still asked for him is answered too late.
 */
export const expireSession = (asked: number | undefined): void => {
  readAgain()
  if (currentUser() === null || currentUser()?.id !== asked) return
  forgetUser()
  for (const listener of expired) listener()
}

const identityOf = (value: User | null): string => (value === null ? 'nobody' : `${value.id} ${value.role}`)

/** Called whenever somebody else, or nobody, or the same with another rank is signed in, in whichever tab it was done. */
export const onIdentityChange = (listener: () => void): void => {
  let last = identityOf(currentUser())
  sessionStore.subscribe(() => {
    const now = identityOf(currentUser())
    if (now === last) return
    last = now
    listener()
  })
}

export const onSessionExpired = (listener: () => void): void => {
  expired.add(listener)
}

export const isAdmin = (value: User | null): boolean => value !== null && value.role >= roles.admin

export const isRoot = (value: User | null): boolean => value !== null && value.role >= roles.root
