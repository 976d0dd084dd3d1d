import { expect, it } from 'vitest'
import type { Drawing } from '#contract/drawings.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { DrawingsPage } from './drawings-page.tsx'

const drawing: Drawing = {
  ...{ id: 1, mj_id: '4711', code: 1, action: 'IMAGINE', status: 'SUCCESS', progress: '100%', prompt: 'a cat' },
  ...{ prompt_en: '', description: '', state: '', image_url: '', media: [], fail_reason: '', buttons: '' },
  ...{ properties: '', quota: 1, submit_time: 1_700_000_000_000, start_time: 0, finish_time: 1_700_000_060_000 },
  ...{ created_at: 1_700_000_000, user_id: 7, channel_id: 3 },
}

it('The drawing log has all columns for an administrator, and a drawing of a minute is not slow yet', async () => {
  rememberUser(sampleUser({ role: 10 }))
  const page = granted({ items: [drawing], page: 1, page_size: 10, total: 1 })
  answerCalls({ 'GET /api/mj/': () => ({ body: page }) })
  await renderPage(<DrawingsPage />, { path: '/midjourney', areas: ['drawings'] })
  const duration = await screen.findByText('1 min')
  expect(duration.closest('[class*="text-ok"]')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Submitted', 'Took', 'Channel', 'Type', 'Task ID', 'Submit result'],
    ...['Status', 'Progress', 'Result', 'Prompt', 'Prompt in English', 'Why it failed'],
  ])
})
