import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { screen } from '../testing/screen.ts'
import { Facts } from './facts.tsx'
import { Time } from './time.tsx'

const twoHoursAgo = () => Math.floor(Date.now() / 1000) - 7200
const moment = /\d{4}/
/** Whether the moment is seen by more than the pointer. */
const isShown = () => document.querySelector('[data-shown]')?.getAttribute('data-shown')
const isFinger = (touched: boolean) => {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    // seam: only what is asked of it is here
    query === '(pointer: coarse)' ? ({ matches: touched } as MediaQueryList) : real(query),
  )
}

it('What is told relative to now is read with its moment, and is no stop for the tab key', async () => {
  const { container } = await renderPage(<Time seconds={twoHoursAgo()} />)
  expect(container.querySelector('time')?.textContent).toBe('2 hours ago')
  expect(container.querySelector('.sr-only')?.textContent).toMatch(moment)
  expect(container.querySelector('[tabindex], button, a')).toBeNull()
})

it('A finger shows the moment and hides it again, without opening the row; a mouse opens the row as ever', async () => {
  const open = vi.fn()
  isFinger(true)
  await renderPage(
    // biome-ignore lint/a11y/useKeyWithClickEvents: stands for a row
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a row
    <div onClick={open}>
      <Time seconds={twoHoursAgo()} />
    </div>,
  )
  const time = screen.getByText('2 hours ago')
  fireEvent.click(time)
  expect([isShown(), open.mock.calls.length]).toEqual(['true', 0])
  fireEvent.pointerDown(document.body)
  expect(isShown()).toBe('false')
  isFinger(false)
  fireEvent.click(time)
  expect([isShown(), open.mock.calls.length]).toEqual(['false', 1])
})

it('Among facts there is room for both', async () => {
  const { container } = await renderPage(
    <Facts facts={[{ id: 'seen', label: 'Seen', value: <Time seconds={twoHoursAgo()} /> }]} />,
  )
  expect(container.querySelector('dd')?.textContent).toMatch(/^2 hours ago.*\d{4}/)
})
