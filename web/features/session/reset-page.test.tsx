import { afterEach, describe, expect, vi } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { ResetConfirmPage } from './reset-confirm-page.tsx'
import { ResetRequestPage } from './reset-request-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

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
