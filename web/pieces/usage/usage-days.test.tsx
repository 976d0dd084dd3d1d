import { cleanup } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { UsageDays } from './usage-days.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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
