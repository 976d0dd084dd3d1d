import { expect, it, vi } from 'vitest'
import { createStore } from '../lib/store.ts'
import { resetStores, resettable } from './kept-stores.ts'

it('A store is as it was made once all are put back, and tells its readers', () => {
  const store = resettable(createStore)('made')
  const told = vi.fn()
  store.subscribe(told)
  store.set('changed')
  resetStores()
  expect(store.get()).toBe('made')
  expect(told).toHaveBeenCalledTimes(2)
})
