import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { asksToLeave } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'
import { RegisterPage } from './register-page.tsx'

type Drawn = { path?: string; email?: boolean; answers?: Parameters<typeof answerCalls>[0] }

const draw = async ({ path = '/register', email = false, answers = {} }: Drawn = {}) => {
  const status = systemStatus.parse({ ...currentStatus(), email_verification: email })
  const calls = answerCalls({
    'GET /api/status': () => ({ body: granted(status) }),
    'GET /api/verification': () => ({ body: granted(null) }),
    'POST /api/user/register': () => ({ body: granted(null) }),
    ...answers,
  })
  await loadStatus()
  const page = await renderPage(<RegisterPage />, { path, areas: ['session'] })
  const fill = (label: string | RegExp, text: string) => page.user.type(screen.getByLabelText(label), text)
  const submit = () => page.user.click(screen.getByRole('button', { name: 'Register' }))
  return { ...page, calls, fill, submit }
}

describe('The register page', () => {
  inEachLanguage('checks the password before it calls', async () => {
    const { fill, submit, calls } = await draw()
    await fill(/^Username/, 'ada')
    await fill(/^Password/, 'short')
    await fill(/^Confirm password/, 'shore')
    await submit()
    const faults = (await screen.findAllByRole('alert')).map((fault) => fault.textContent)
    expect(faults).toEqual([said('Use at least 8 characters'), said('The two passwords do not match')])
    await fill(/^Password/, ' and then far too long'.repeat(6))
    await screen.findByText('Use at most 128 characters')
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  inEachLanguage('sends the invitation that the link carried, and goes to the login', async () => {
    const { fill, submit, calls, router } = await draw({ path: '/register?aff=a1B2' })
    expect(screen.getByRole('note').textContent).toContain('a1B2')
    await fill(/^Username/, 'ada')
    await fill(/^Password/, 'long-enough')
    await fill(/^Confirm password/, 'long-enough')
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await screen.findByText('Account created. Please log in.')
    expect(calls.at(-1)?.body).toMatchObject({ username: 'ada', password: 'long-enough', aff_code: 'a1B2' })
    expect(localStorage.getItem('aff')).toBeNull()
  })

  it('is left without a question while nothing was typed, and with one after that', async () => {
    const page = await draw()
    await page.fill(/^Username/, 'ada')
    expect(await asksToLeave(page)).toBe(true)
    await page.user.clear(screen.getByLabelText(/^Username/))
    expect(await asksToLeave(page)).toBe(false)
  })

  inEachLanguage('mails a code, and makes the button rest for 30 seconds', async () => {
    const { user, fill, submit, calls } = await draw({ email: true })
    await user.click(screen.getByRole('button', { name: 'Get code' }))
    const alert = await screen.findByText('Enter your email address')
    expect(screen.getByLabelText(/^Email \*/).getAttribute('aria-describedby')).toBe(alert.id)
    await fill(/^Email \*/, 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Get code' }))
    expect(
      await screen.findByRole<HTMLButtonElement>('button', {
        name: (name) => [said('Resend in 30 s'), said('Resend in 29 s')].includes(name),
      }),
    ).toHaveProperty('disabled', true)
    expect(calls.at(-1)).toMatchObject({ path: '/api/verification', query: { email: 'ada@example.com' } })
    await screen.findByText('Verification code sent. Check your inbox.')
    await submit()
    await screen.findByText('Enter the code from the email')
  })

  inEachLanguage('tells at the address why no code is mailed to it', async () => {
    const answers = { 'GET /api/verification': () => ({ body: { ...refused('not this domain'), field: 'email' } }) }
    const { user, fill } = await draw({ email: true, answers })
    const address = screen.getByLabelText(/^Email \*/)
    await fill(/^Email \*/, 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Get code' }))
    const alert = await screen.findByText('not this domain')
    expect(address.getAttribute('aria-describedby')).toBe(alert.id)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Get code' }).disabled).toBe(false)
  })
})
