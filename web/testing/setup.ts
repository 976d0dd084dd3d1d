import { cleanup, configure } from '@testing-library/react'
import { Storage } from 'happy-dom'
import { afterEach } from 'vitest'

// Node has a `localStorage` of its own, which stays empty-handed without a file and hides the page's.
Object.defineProperty(globalThis, 'localStorage', { value: new Storage(), configurable: true })

// The first use of a lazy chunk compiles it, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
})
