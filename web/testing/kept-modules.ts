import { afterAll, vi } from 'vitest'
import { resetStores, resettable } from './kept-stores.ts'

// Test files share their modules, as loading the console anew for each takes longer than most of them: what a file has
// put into a store, or into the document, is not the next one's.
vi.mock('../lib/store.ts', async (original) => {
  const module = await original<typeof import('../lib/store.ts')>()
  return { ...module, createStore: resettable(module.createStore) }
})

afterAll(() => {
  document.body.replaceChildren()
  resetStores()
})
