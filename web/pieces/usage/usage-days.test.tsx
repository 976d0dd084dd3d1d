import { expect, it } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { UsageDays } from './usage-days.tsx'

inEachLanguage('The last days of a channel stand beside as long a time before them', async () => {
  const calls = answerCalls({
    'GET /api/data/': ({ query }) => {
      const [start, end] = [Number(query.start_timestamp), Number(query.end_timestamp)]
      const count = end > Date.now() / 1000 - 60 ? 12 : 8
      const spent = { quota: 1, token_used: 1, prompt_tokens: 1, completion_tokens: 0 }
      const point = { user_id: 0, username: '', model_name: 'small', created_at: start, count, ...spent }
      const times = { p50_ms: 1101, p95_ms: 28_730 }
      return { body: granted([point], { frame: { start, end, step: 'day', zone: 'UTC' }, failed: 0, ...times }) }
    },
  })
  await renderPage(<UsageDays of={{ channel: 3 }} />, { path: '/channel/3', areas: ['dashboard'] })
  await screen.findByText('+50% from the period before')
  screen.getByText('Median 1.1 s, 95% within 29 s')
  const [now, before] = calls.map(({ query }) => [Number(query.start_timestamp), Number(query.end_timestamp)])
  expect(calls.map(({ query }) => query.channel)).toEqual(['3', '3'])
  expect(before?.[1]).toBe((now?.[0] ?? 0) - 1)
  expect((now?.[0] ?? 0) - (before?.[0] ?? 0)).toBe((now?.[1] ?? 0) - (now?.[0] ?? 0))
})

it('The log that a chart leads to has the whole of the hour that runs, as the chart has', async () => {
  const [start, end] = [1_700_006_400, 1_700_006_400 + 2 * 3600 + 61]
  const spent = { quota: 1, token_used: 1, prompt_tokens: 1, completion_tokens: 0 }
  const point = { user_id: 0, username: '', model_name: 'small', created_at: start, count: 4, ...spent }
  const frame = { start, end, step: 'hour', zone: 'UTC' }
  answerCalls({ 'GET /api/data/': () => ({ body: granted([point], { frame, failed: 0 }) }) })
  const { router, user } = await renderPage(<UsageDays of={{ channel: 3 }} />, {
    path: '/channel/3',
    areas: ['dashboard'],
  })
  await user.click(await screen.findByRole('button', { name: 'Show entries' }))
  expect(router.state.location.pathname).toBe('/log')
  expect(router.state.location.search).toEqual({
    ...{ channel: '3', start_timestamp: `${start}`, end_timestamp: `${start + 3 * 3600 - 1}` },
  })
})
