import { waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { asksToLeave } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { SetupForm } from './setup-form.tsx'

it('The setup offers three modes, external first, and says what they mean', async () => {
  const { user } = await renderPage(<SetupForm hasAdmin codeNeeded={false} />, { areas: ['setup'] })
  const modes = screen.getAllByRole<HTMLInputElement>('radio')
  expect(modes.map(({ checked }) => checked)).toEqual([true, false, false])
  await user.click(screen.getByRole('button', { name: 'What do the modes mean?' }))
  expect(within(await screen.findByRole('dialog')).getAllByRole('term')).toHaveLength(3)
})

it('The setup begins in its first field, which is the code where it is asked for', async () => {
  const withCode = await renderPage(<SetupForm hasAdmin={false} codeNeeded />, { areas: ['setup'] })
  expect(document.activeElement).toBe(screen.getByLabelText(/^Setup code/))
  withCode.unmount()
  await renderPage(<SetupForm hasAdmin={false} codeNeeded={false} />, { areas: ['setup'] })
  expect(document.activeElement).toBe(screen.getByLabelText(/^Username/))
})

it('The page reloads one and a half seconds after the setup', async () => {
  answerCalls({ 'POST /api/setup': () => ({ body: granted(null) }) })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const { user } = await renderPage(<SetupForm hasAdmin codeNeeded={false} />, { areas: ['setup'] })
  await user.click(screen.getByRole('button', { name: 'Initialize the system' }))
  await screen.findByText('Setup complete. Reloading…')
  expect(timer.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(1500)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('The setup is left without a question while nothing was typed, and with one after that', async () => {
  const page = await renderPage(<SetupForm hasAdmin codeNeeded />, { path: '/setup', areas: ['setup'] })
  await page.user.type(screen.getByLabelText(/^Setup code/), 'abcd')
  expect(await asksToLeave(page)).toBe(true)
  await page.user.clear(screen.getByLabelText(/^Setup code/))
  expect(await asksToLeave(page)).toBe(false)
})

it('The setup that was made is left without a question', async () => {
  answerCalls({ 'POST /api/setup': () => ({ body: granted(null) }) })
  vi.spyOn(location, 'reload').mockImplementation(() => {})
  const page = await renderPage(<SetupForm hasAdmin codeNeeded />, { path: '/setup', areas: ['setup'] })
  await page.user.type(screen.getByLabelText(/^Setup code/), 'abcd')
  await page.user.click(screen.getByRole('button', { name: 'Initialize the system' }))
  await screen.findByText('Setup complete. Reloading…')
  expect(await asksToLeave(page)).toBe(false)
})
