import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerCalls, type Call, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'
import { SetupPage } from './setup-page.tsx'

const draw = async (
  state: { root_init: boolean; database_type: string; code_needed?: boolean },
  answer: unknown = granted(null),
  status = 200,
) => {
  const calls = answerCalls({
    'GET /api/setup': () => ({ body: granted({ status: false, code_needed: false, ...state }) }),
    'POST /api/setup': () => ({ status, body: answer }),
  })
  const page = await renderPage(<SetupPage />, { path: '/setup', areas: ['setup'] })
  const button = await screen.findByRole('button', { name: 'Initialize the system' })
  return { ...page, calls, initialize: () => page.user.click(button) }
}

const bodyTo = (calls: readonly Call[], path: string) =>
  calls.find((call) => call.method === 'POST' && call.path === path)?.body

describe('The setup page', () => {
  it('warns when the database is SQLite', async () => {
    await draw({ root_init: false, database_type: 'sqlite' })
    expect(screen.getByRole('note').textContent).toContain('SQLite')
  })

  it('has no warning for other databases', async () => {
    await draw({ root_init: false, database_type: 'postgres' })
    expect(screen.queryByRole('note')).toBeNull()
  })

  inEachLanguage('checks name, length and repetition of the password before it calls', async () => {
    const { user, calls, initialize } = await draw({ root_init: false, database_type: 'sqlite' })
    await user.type(screen.getByLabelText(/^Password/), 'short')
    await user.type(screen.getByLabelText(/^Confirm password/), 'other')
    await initialize()
    const faults = (await screen.findAllByRole('alert')).map((fault) => fault.textContent)
    expect(faults).toEqual([
      said('Enter the admin’s username'),
      said('Use at least 8 characters'),
      said('The two passwords do not match'),
    ])
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  inEachLanguage('asks for the code of the start where the server wants it, and only there', async () => {
    const { user, calls, initialize } = await draw({ root_init: true, database_type: 'postgres', code_needed: true })
    await initialize()
    expect((await screen.findByRole('alert')).textContent).toBe(said('Enter the setup code'))
    await user.type(screen.getByLabelText(/^Setup code/), ' abcd-0123 ')
    await initialize()
    await screen.findByText('Setup complete. Reloading…')
    expect(calls.at(-1)?.body).toMatchObject({ code: 'abcd-0123' })
  })

  it('tells of a wrong code at its field, and of another refusal in the words of the server', async () => {
    const state = { root_init: true, database_type: 'postgres', code_needed: true }
    const wrong = await draw(state, { ...refused('This is not the code', 'setup_code_wrong'), field: 'code' }, 403)
    await wrong.user.type(screen.getByLabelText(/^Setup code/), 'abcd')
    await wrong.initialize()
    expect((await screen.findByRole('alert')).textContent).toContain('This is not the code')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Setup code/))
    wrong.unmount()
    const late = await draw(state, refused('Somebody was faster', 'setup_done'), 400)
    await late.user.type(screen.getByLabelText(/^Setup code/), 'abcd')
    await late.initialize()
    await screen.findByText(/Somebody was faster/)
  })

  it('sends the account and the mode as two flags', async () => {
    const { user, calls, initialize } = await draw({ root_init: false, database_type: 'sqlite' })
    await user.type(screen.getByLabelText(/^Username/), 'root')
    await user.type(screen.getByLabelText(/^Password/), 'long-enough')
    await user.type(screen.getByLabelText(/^Confirm password/), 'long-enough')
    await user.click(screen.getByRole('radio', { name: /Self-use/ }))
    await initialize()
    await screen.findByText('Setup complete. Reloading…')
    expect(bodyTo(calls, '/api/setup')).toEqual({
      username: 'root',
      password: 'long-enough',
      confirmPassword: 'long-enough',
      code: '',
      SelfUseModeEnabled: true,
      DemoSiteEnabled: false,
    })
    // Whoever made the account goes on as its owner.
    await waitFor(() => expect(bodyTo(calls, '/api/user/login')).toEqual({ username: 'root', password: 'long-enough' }))
  })

  it('asks for the mode alone when there is an admin already', async () => {
    const { calls, initialize } = await draw({ root_init: true, database_type: 'postgres' })
    expect(screen.queryByLabelText(/^Username/)).toBeNull()
    await initialize()
    await screen.findByText('Setup complete. Reloading…')
    expect(calls.at(-1)?.body).toMatchObject({ SelfUseModeEnabled: false, DemoSiteEnabled: false })
  })

  inEachLanguage('wants at most 12 characters for the name', async () => {
    const { user, initialize } = await draw({ root_init: false, database_type: 'sqlite' })
    await user.type(screen.getByLabelText(/^Username/), 'administrator')
    await initialize()
    expect(await screen.findByText('The username must have at most 12 characters')).toBeTruthy()
  })

  inEachLanguage('shows why the server refused', async () => {
    const { initialize } = await draw({ root_init: true, database_type: 'postgres' }, refused('Already done'))
    await initialize()
    expect(await screen.findByText('Couldn’t complete the setup. Please try again.\nAlready done')).toBeTruthy()
  })

  inEachLanguage('says so when the server itself failed', async () => {
    const { initialize } = await draw({ root_init: true, database_type: 'postgres' }, '<html></html>')
    await initialize()
    expect(await screen.findByText('Couldn’t set up the system. Please try again.')).toBeTruthy()
  })

  inEachLanguage('says so when it cannot learn how far the installation is', async () => {
    answerCalls({ 'GET /api/setup': () => ({ body: refused('The disk is full') }) })
    await renderPage(<SetupPage />, { path: '/setup', areas: ['setup'] })
    expect(await screen.findByText('Couldn’t check the setup status. Reload the page.')).toBeTruthy()
    expect(screen.getByText('The disk is full')).toBeTruthy()
  })
})
