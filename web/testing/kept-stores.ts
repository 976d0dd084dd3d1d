import type { createStore as CreateStore, Store } from '../lib/store.ts'

// Beside the setup that uses it, which is read anew for each test file.
const resets = new Set<() => void>()

/** Makes stores that can be put back as they were made. */
export const resettable =
  (createStore: typeof CreateStore): typeof CreateStore =>
  <Value>(initial: Value): Store<Value> => {
    const store = createStore(initial)
    resets.add(() => store.set(initial))
    return store
  }

export const resetStores = (): void => {
  for (const reset of resets) reset()
}
