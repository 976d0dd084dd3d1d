import { useSyncExternalStore } from 'react'

/** A value that lives outside React and tells its readers when it changes. */
export type Store<Value> = {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export const createStore = <Value>(initial: Value): Store<Value> => {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get)
