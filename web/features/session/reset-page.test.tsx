import { describe, expect, vi } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { savingEnds } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'
import { ResetConfirmPage } from './reset-confirm-page.tsx'
import { ResetRequestPage } from './reset-request-page.tsx'

describe('The pages of a forgotten password', () => {
  inEachLanguage('wait for the human check before a mail is asked for', async () => {
    // The script of the check never comes.
    vi.spyOn(document.head, 'append').mockImplementation(() => {})
    const status = { ...currentStatus(), turnstile_check: true, turnstile_site_key: 'site-key' }
    const calls = answerCalls({ 'GET /api/status': () => ({ body: granted(systemStatus.parse(status)) }) })
    await loadStatus()
    const { user } = await renderPage(<ResetRequestPage />, { path: '/reset', areas: ['session'] })
    await user.type(screen.getByLabelText(/^Email/), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Send reset link' }))
    await screen.findByText('Verification is still running. Try again in a few seconds.')
    expect(calls.map(({ path }) => path)).toEqual(['/api/status'])
  })

  const openRequest = async (answer: object, mail_enabled = true) => {
    const status = systemStatus.parse({ ...currentStatus(), turnstile_check: false, mail_enabled })
    const calls = answerCalls({
      'GET /api/status': () => ({ body: granted(status) }),
      'GET /api/reset_password': () => ({ body: answer }),
    })
    await loadStatus()
    const page = await renderPage(<ResetRequestPage />, { path: '/reset', areas: ['session'] })
    await page.user.type(screen.getByLabelText(/^Email/), 'ada@example.com')
    return { ...page, calls }
  }

  inEachLanguage('make the button rest after each click, also where it was refused', async () => {
    const { user } = await openRequest(refused('Too many mails'))
    await user.click(screen.getByRole('button', { name: 'Send reset link' }))
    await screen.findByText('Too many mails')
    await savingEnds()
    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: (name) => [said('Try again in 30 s'), said('Try again in 29 s')].includes(name),
    })
    expect(button.disabled).toBe(true)
  })

  inEachLanguage('ask for no mail where none can be sent', async () => {
    const { user, calls } = await openRequest(granted(null), false)
    screen.getByText('Email is not set up on this site.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send reset link' }).disabled).toBe(true)
    await user.keyboard('{Enter}')
    expect(calls.map(({ path }) => path)).toEqual(['/api/status'])
  })

  inEachLanguage('copy the new password', async () => {
    const calls = answerCalls({ 'POST /api/user/reset': () => ({ body: granted('new-password') }) })
    const path = '/user/reset?email=ada%40example.com&token=t1'
    const { user } = await renderPage(<ResetConfirmPage />, { path, areas: ['session'] })
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    await screen.findByText('Password reset and copied to the clipboard')
    expect(await navigator.clipboard.readText()).toBe('new-password')
    expect(calls.at(-1)?.body).toEqual({ email: 'ada@example.com', token: 't1' })
  })
})
