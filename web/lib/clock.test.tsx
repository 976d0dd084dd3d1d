import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useNowSeconds } from './clock.ts'
import { learnServerTime, serverSeconds } from './server-time.ts'

function Clock() {
  return <output>{useNowSeconds()}</output>
}

const begun = Date.UTC(2026, 2, 5, 12)
const read = () => Number(screen.getByRole('status').textContent) - begun / 1000

beforeEach(() => void vi.useFakeTimers({ now: begun }))

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

describe('A computer whose clock is an hour behind', () => {
  const answer = (ahead: number) => new Response('', { headers: { date: new Date(Date.now() + ahead).toUTCString() } })
  it("tells the time by the server's clock, as soon as an answer has told it", () => {
    render(<Clock />)
    act(() => learnServerTime(answer(3_600_000), Date.now()))
    expect(read()).toBe(3600)
    expect(serverSeconds() - begun / 1000).toBe(3600)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(read()).toBe(3660)
  })

  it('goes on by its own once it was set right, and where an answer was a moment on its way', () => {
    render(<Clock />)
    act(() => learnServerTime(answer(3_600_000), Date.now()))
    act(() => learnServerTime(answer(-3000), Date.now()))
    expect(read()).toBe(0)
  })

  it('learns nothing from an answer that it slept over, or that tells no time', () => {
    render(<Clock />)
    act(() => learnServerTime(answer(-3_600_000), Date.now() - 3_600_000))
    act(() => learnServerTime(new Response(''), Date.now()))
    expect(read()).toBe(0)
  })
})
