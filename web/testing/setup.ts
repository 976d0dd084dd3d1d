import { cleanup, configure } from '@testing-library/react'
import { Storage } from 'happy-dom'
import { afterAll, afterEach, vi } from 'vitest'
import { resetStores, resettable } from './kept-stores.ts'
import { setAddress, setWidth } from './test-window.ts'

// Node has a `localStorage` of its own, which stays empty-handed without a file and hides the page's.
Object.defineProperty(globalThis, 'localStorage', { value: new Storage(), configurable: true })

// The first use of a lazy chunk compiles it, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

vi.mock('../lib/store.ts', async (original) => {
  const module = await original<typeof import('../lib/store.ts')>()
  return { ...module, createStore: resettable(module.createStore) }
})

const { innerWidth } = window
const { href } = window.location

// Test files share their modules, as loading the console anew for each takes longer than most of them: whatever a test
// has changed is as it was before the next one, also when it failed.
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setWidth(innerWidth)
  setAddress(href)
  resetStores()
})
afterAll(() => document.body.replaceChildren())
