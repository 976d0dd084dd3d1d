import { expect, it, vi } from 'vitest'
import { readLocal, writeLocal } from './local-storage.ts'

it('What a browser refuses to keep or to forget is so until the page is left', () => {
  writeLocal('name', 'first')
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.spyOn(localStorage, 'setItem').mockImplementation(refuse)
  vi.spyOn(localStorage, 'removeItem').mockImplementation(refuse)
  writeLocal('name', 'second')
  expect(readLocal('name')).toBe('second')
  writeLocal('name', null)
  expect(readLocal('name')).toBeNull()
  vi.restoreAllMocks()
  writeLocal('name', 'third')
  expect(readLocal('name')).toBe('third')
})
