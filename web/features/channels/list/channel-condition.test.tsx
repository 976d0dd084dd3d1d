import { expect, it } from 'vitest'
import { answerCalls, granted } from '../../../testing/answer-calls.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { screen } from '../../../testing/screen.ts'
import { Facts } from '../../../ui/facts.tsx'
import { useCondition } from './channel-condition.tsx'

function Condition() {
  return <Facts facts={useCondition(3)} />
}

const draw = async (condition: object) => {
  const usual = { channel_id: 3, state: 'closed', rests_until: 0, successes: 0, failures: 0, success_rate: null }
  const channel = { ...usual, latency_ms: null, ...condition }
  answerCalls({
    'GET /api/health/channels': () => ({ body: granted({ since: 1, channels: [channel], models: [], groups: [] }) }),
  })
  await renderPage(<Condition />, { areas: ['channels'] })
}

it.each([
  ['Healthy', '98% ', { successes: 98, failures: 2, success_rate: 0.98 }],
  ['Often failing', '40% ', { successes: 4, failures: 6, success_rate: 0.4 }],
  ['Failing', '0% ', { failures: 3, success_rate: 0 }],
  ['No requests lately', '– ', {}],
  ['Cooling down', '98% ', { state: 'open', successes: 98, failures: 2, success_rate: 0.98 }],
  ['Recovering', '– ', { state: 'half_open' }],
])('A channel is told as %s, at %s', async (word, rate, condition) => {
  await draw(condition)
  await screen.findByText(word)
  expect(document.body.textContent).toContain(rate)
  if (word !== 'Healthy') expect(screen.queryByText('Healthy')).toBeNull()
})
