import { expect } from 'vitest'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { ToppedUpStat } from './topped-up.tsx'

const path = 'GET /api/data/topped_up'
const frame = { start: 3600, end: 7300, step: 'hour', zone: 'UTC' } as const
const open = (username?: string) =>
  renderPage(<ToppedUpStat frame={frame} username={username} />, { path: '/detail', areas: ['dashboard'] })

inEachLanguage('How much was topped up stands beside the time before, and leads to its entries', async () => {
  const calls = answerCalls({
    [path]: () => ({
      body: granted({ quota: 1_500_000, count: 3, over: [0, 5, 10], before: { quota: 1_000_000, count: 9 } }),
    }),
  })
  await open('payer')
  const link = await screen.findByRole('link', { name: '3 top-ups' })
  expect(link.getAttribute('href')).toBe('/log?type=1&start_timestamp=3600&end_timestamp=7300&username=payer')
  screen.getByText('+50% from the period before')
  screen.getByText('$3.00')
  expect(document.querySelector('polyline')?.getAttribute('points')).toBe('0,100 50,50 100,0')
  expect(calls.map(({ query }) => query)).toEqual([
    { start_timestamp: '3600', end_timestamp: '7300', username: 'payer' },
  ])
})

inEachLanguage('Where it could not be loaded a dash stands for it, and it can be asked for again', async () => {
  let isDown = true
  const sums = { quota: 500_000, count: 1, over: [1], before: { quota: 0, count: 0 } }
  answerCalls({ [path]: () => ({ body: isDown ? refused('not today') : granted(sums) }) })
  const { user } = await open()
  await screen.findByText('–')
  expect(screen.queryByRole('link')).toBeNull()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('$1.00')
  expect(screen.queryByRole('alert')).toBeNull()
})
