import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { sampleToken } from '../../testing/token-server.ts'
import { TokenClients } from './token-clients.tsx'

beforeEach(() => rememberUser(sampleUser()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
})

inEachLanguage('The code of a token says so when its models cannot be loaded, and asks again', async () => {
  const calls = answerCalls({ 'GET /api/pricing': () => ({ body: refused('away') }) })
  const { user } = await renderPage(<TokenClients token={sampleToken()} />, { areas: ['tokens'] })
  await screen.findByText('The choices could not be loaded')
  const before = calls.length
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(calls.length).toBeGreaterThan(before)
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
    await screen.findByText('This token can call no model: check its group and its model limits.')
    expect(container.querySelector('pre')).toBeNull()
  },
)

it('Applications are opened with the key, and those that take a model with one that it can call', async () => {
  const price = {
    ...{ model_name: 'plain', quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', mark: '', priced: true },
    ...{ completion_ratio: 2, cache_ratio: 1, cache_creation_ratio: 1, price_steps: [], audio_ratio: 1 },
    ...{ audio_completion_ratio: 1, enable_groups: ['default'], supported_endpoint_types: ['chat'] },
  }
  const beside = {
    ...{ group_ratio: {}, usable_group: {}, accepts_unpriced: true },
    supported_endpoint: { chat: { path: '/v1/chat/completions', method: 'POST' } },
  }
  answerCalls({ 'GET /api/pricing': () => ({ body: granted([price], beside) }) })
  await renderPage(<TokenClients token={sampleToken()} />, { areas: ['tokens'] })
  await screen.findByText(/"model": "plain"/)
  const address = screen.getByRole('link', { name: 'Chatbox' }).getAttribute('href') ?? ''
  const { settings } = JSON.parse(atob(decodeURIComponent(address.replace(/^.*config=/, ''))))
  expect(settings).toMatchObject({ apiKey: 'sk-abcdefghijkl', models: [{ modelId: 'plain' }] })
})
