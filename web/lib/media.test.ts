import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setWidth } from '../testing/test-window.ts'
import { useIsPhone } from './media.ts'

it('A phone is 600 px wide or less', () => {
  const { result } = renderHook(useIsPhone)
  const seenAt = (width: number) => {
    setWidth(width)
    return renderHook(useIsPhone).result.current
  }
  expect(result.current).toBe(false)
  expect([seenAt(600), seenAt(601)]).toEqual([true, false])
  seenAt(1024)
})
