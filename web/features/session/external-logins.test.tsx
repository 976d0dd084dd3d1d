import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { currentUser, forgetUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { ExternalLogins } from './external-logins.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetUser()
})

it('Whoever signs in with a code of the official account is known then, and leads home', async () => {
  const status = systemStatus.parse({ ...currentStatus(), wechat_login: true, github_oauth: true })
  const calls = answerCalls({
    'GET /api/status': () => ({ body: granted(status) }),
    'GET /api/oauth/wechat': () => ({ body: granted(sampleUser()) }),
  })
  await loadStatus()
  const { user, router } = await renderPage(<ExternalLogins />, { path: '/login', areas: ['session'] })
  screen.getByRole('button', { name: 'Continue with GitHub' })
  expect(screen.queryByRole('button', { name: 'Continue with Telegram' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue with WeChat' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Verification code'), '4321')
  await user.click(dialog.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(currentUser()?.username).toBe('ada')
  expect(calls.at(-1)?.query).toEqual({ code: '4321' })
})
