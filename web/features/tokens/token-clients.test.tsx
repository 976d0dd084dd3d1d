import { beforeEach, expect } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { sampleToken } from '../../testing/token-server.ts'
import { TokenClients } from './token-clients.tsx'
import { TokenCodeDialog } from './token-code-dialog.tsx'

beforeEach(() => rememberUser(sampleUser()))
inEachLanguage('The code of a token says so when its models cannot be loaded, and asks again', async () => {
  const calls = answerCalls({ 'GET /api/pricing': () => ({ body: refused('away') }) })
  const { user } = await renderPage(<TokenClients token={sampleToken()} />, { areas: ['tokens'] })
  await screen.findByText('The choices could not be loaded')
  const before = calls.length
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(calls.length).toBeGreaterThan(before)
})

inEachLanguage('The window of a replaced key says whose it is, and calls no disabled token ready', async () => {
  answerCalls({ 'GET /api/pricing': () => ({ body: refused('away') }) })
  const disabled = sampleToken({ status: 2 })
  await renderPage(<TokenCodeDialog tokens={[disabled]} fresh="replaced" onClose={() => {}} />, { areas: ['tokens'] })
  await screen.findByRole('dialog', { name: 'New key of “laptop”' })
})

inEachLanguage(
  'There is no code of a token before it is known what it can call, nor where that is nothing',
  async () => {
    const beside = { group_ratio: {}, usable_group: {}, accepts_unpriced: true, supported_endpoint: {} }
    let isDown = true
    answerCalls({ 'GET /api/pricing': () => ({ body: isDown ? refused('away') : granted([], beside) }) })
    const { user, container } = await renderPage(<TokenClients token={sampleToken()} />, { areas: ['tokens'] })
    await screen.findByText('The choices could not be loaded')
    expect(container.querySelector('pre')).toBeNull()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('This token can call no model for conversations: check its group and its model limits.')
    expect(container.querySelector('pre')).toBeNull()
  },
)
