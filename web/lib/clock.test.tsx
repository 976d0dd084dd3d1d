import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNowSeconds } from './clock.ts'

function Clock() {
  return <output>{useNowSeconds()}</output>
}

const begun = Date.UTC(2026, 2, 5, 12)
const read = () => Number(screen.getByRole('status').textContent) - begun / 1000

beforeEach(() => void vi.useFakeTimers({ now: begun }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('A clock that nobody read for an hour tells the time it is', () => {
  render(<Clock />).unmount()
  vi.setSystemTime(begun + 3_600_000)
  render(<Clock />)
  expect(read()).toBe(3600)
})

it('A page that is seen again after its computer slept tells the time it is', () => {
  render(<Clock />)
  vi.setSystemTime(begun + 3_600_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(read()).toBe(3600)
})

it('A page that stays open goes on every minute', () => {
  render(<Clock />)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(read()).toBe(60)
})
