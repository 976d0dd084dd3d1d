import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { currentUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { ExternalLogins } from './external-logins.tsx'

const signIn = async (answer: object, code: string) => {
  const status = systemStatus.parse({ ...currentStatus(), wechat_login: true, github_oauth: true })
  const calls = answerCalls({
    'GET /api/status': () => ({ body: granted(status) }),
    'GET /api/oauth/wechat': () => ({ body: answer }),
  })
  await loadStatus()
  const page = await renderPage(<ExternalLogins />, { path: '/login', areas: ['session'] })
  screen.getByRole('button', { name: 'Continue with GitHub' })
  expect(screen.queryByRole('button', { name: 'Continue with Telegram' })).toBeNull()
  await page.user.click(screen.getByText('Continue with WeChat'))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Verification code')
  await page.user.type(field, code)
  await page.user.click(dialog.getByRole('button', { name: 'Log in' }))
  return { ...page, calls, field }
}

it('Whoever signs in with a code of the official account is known then, and leads home', async () => {
  const { router, calls } = await signIn(granted(sampleUser()), '4321')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(currentUser()?.username).toBe('ada')
  expect(calls.at(-1)?.query).toEqual({ code: '4321' })
})

it('A code that is refused is told of in its field alone', async () => {
  const { field } = await signIn(refused('The code is wrong or has expired'), '1234')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The code is wrong or has expired')
  expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  expect(screen.getAllByText('The code is wrong or has expired')).toHaveLength(1)
  expect(currentUser()).toBeNull()
})
