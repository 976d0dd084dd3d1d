import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { currentUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'
import { LoginPage } from './login-page.tsx'

const draw = async (path = '/login') => {
  const page = await renderPage(<LoginPage />, { path, areas: ['session'] })
  const submit = async (username: string, password: string) => {
    if (username) await page.user.type(screen.getByLabelText('Username or email'), username)
    if (password) await page.user.type(screen.getByLabelText('Password'), password)
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
  }
  return { ...page, submit }
}

describe('The login page', () => {
  inEachLanguage('remembers the user and goes to the tokens', async () => {
    const calls = answerCalls({ 'POST /api/user/login': () => ({ body: granted(sampleUser()) }) })
    const { submit, router } = await draw()
    await submit('ada', 'long-enough')
    await waitFor(() => expect(router.state.location.pathname).toBe('/token'))
    expect(calls[0]?.body).toEqual({ username: 'ada', password: 'long-enough' })
    expect(currentUser()?.username).toBe('ada')
    expect(screen.getByText('Logged in')).toBeTruthy()
  })

  it('draws neither a form nor a link that would be refused', async () => {
    const before = currentStatus()
    const tell = async (status: object) => {
      answerCalls({ 'GET /api/status': () => ({ body: granted({ ...before, ...status }) }) })
      await loadStatus()
    }
    await tell({ password_login: false, password_register: false })
    await draw()
    expect(screen.getByText(/Password login is turned off/)).toBeTruthy()
    expect([screen.queryByLabelText('Password'), screen.queryByRole('link', { name: /account/i })]).toEqual([
      null,
      null,
    ])
    await tell({})
    expect(await screen.findByLabelText('Password')).toBeTruthy()
  })

  inEachLanguage('asks for both before it calls the server', async () => {
    const calls = answerCalls({})
    const { submit } = await draw()
    await submit('ada', '')
    expect(screen.getByRole('alert').textContent).toBe(said('Enter your username and password'))
    expect(calls).toEqual([])
  })

  it('shows a refusal at the password, without a toast', async () => {
    answerCalls({ 'POST /api/user/login': () => ({ body: refused('Wrong username or password') }) })
    const { submit } = await draw()
    await submit('ada', 'wrong-password')
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong username or password')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(screen.getAllByText('Wrong username or password')).toHaveLength(1)
  })

  inEachLanguage('warns whoever logs in with the well-known account', async () => {
    answerCalls({ 'POST /api/user/login': () => ({ body: granted(sampleUser({ username: 'root', role: 100 })) }) })
    const { submit } = await draw()
    await submit('root', '123456')
    expect(await screen.findByText('You are using the default password. Change it now.')).toBeTruthy()
  })

  inEachLanguage('says when a login has expired', async () => {
    await draw('/login?expired=true')
    expect(screen.getByRole('note').textContent).toBe(
      said('You’re not logged in, or your session has expired. Please log in.'),
    )
  })
})
