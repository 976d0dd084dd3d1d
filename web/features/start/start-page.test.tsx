import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleChannel } from '../../testing/sample-channel.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { StartPage } from './start-page.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page of somebody whose channel was connected and not tested. */
const open = (answer: string) => {
  let test_time = 0
  const pageOf = (items: unknown[]) => ({ body: granted({ items, page: 1, page_size: 1, total: items.length }) })
  answerCalls({
    'GET /api/channel/': () => pageOf([sampleChannel({ test_time, test_fault: '' })]),
    'GET /api/token/': () => pageOf([]),
    'GET /api/log/self/': () => pageOf([]),
    'GET /api/pricing': () => ({
      body: granted([], { group_ratio: {}, usable_group: {}, accepts_unpriced: false, supported_endpoint: {} }),
    }),
    'GET /api/option/': () => ({ body: refused('not asked for') }),
    'GET /api/channel/test/:id': () => {
      test_time = 1_700_000_000
      return { body: granted(null, { time: 0.5, answer }) }
    },
  })
  return renderPage(<StartPage />, { path: '/start', areas: ['start'] })
}

it.each([
  ['Hello there.', 'It responded: “Hello there.”'],
  ['', 'It responded, without text.'],
])('The way to a first call shows what the channel answered its test: %j', async (answer, shown) => {
  const { user } = await open(answer)
  await user.click(await screen.findByRole('button', { name: 'Test it' }))
  await screen.findByText(shown)
})
