import { beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { sampleToken } from '../../testing/token-server.ts'
import { CallStep, NoModelStep } from './call-step.tsx'

beforeEach(() => rememberUser(sampleUser()))

describe('The step of the first call', () => {
  it('waits for it no longer once one has failed', async () => {
    const body = { error: { message: 'out to lunch', type: 'upstream_error' } }
    answerCalls({ 'POST /v1/chat/completions': () => ({ status: 502, body }) })
    const { user } = await renderPage(<CallStep token={sampleToken()} model="small-model" />, { areas: ['start'] })
    screen.getByText('Waiting for the first request…')
    await user.click(screen.getByRole('button', { name: 'Send the request' }))
    // Read out, as what came of it would be.
    expect((await screen.findByText(/out to lunch/)).closest('[role="status"]')).not.toBeNull()
    expect(screen.queryByText('Waiting for the first request…')).toBeNull()
  })

  it('says what to do where the key can call nothing, in place of a command', async () => {
    await renderPage(<NoModelStep />, { areas: ['start'] })
    screen.getByText(/^This token can call no model for conversations/)
    expect(screen.getByRole('link', { name: 'Change the token' }).getAttribute('href')).toBe('/token')
  })
})
