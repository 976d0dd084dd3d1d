import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OwnDrawing } from '#contract/drawings.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { DrawingsPage } from './drawings-page.tsx'

const drawing = (fields: Partial<OwnDrawing>): OwnDrawing => ({
  id: 1,
  mj_id: '4711',
  code: 22,
  action: 'IMAGINE',
  status: 'IN_PROGRESS',
  progress: '40%',
  prompt: 'a <b>cat</b>',
  prompt_en: '',
  description: '',
  state: '',
  image_url: '',
  media: [],
  fail_reason: '',
  buttons: '',
  properties: '',
  quota: 50_000,
  submit_time: 1_700_000_000_000,
  start_time: 0,
  finish_time: 0,
  created_at: 1_700_000_000,
  ...fields,
})

it('The drawing log shows how far a drawing is, and how long it took once it is done, without being asked again', async () => {
  let asked = 0
  const calls = answerCalls({
    'GET /api/mj/self': () => {
      asked += 1
      const isDone = asked > 1
      const row = isDone
        ? drawing({ status: 'SUCCESS', progress: '100%', finish_time: 1_700_000_061_000 })
        : drawing({})
      return { body: granted({ items: [row], page: 1, page_size: 10, total: 1 }) }
    },
  })
  await renderPage(<DrawingsPage />, { areas: ['drawings'] })
  await screen.findByText('Drawing')
  expect(screen.getByText('Duplicate submission')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText('a <b>cat</b>')).toBeTruthy()
  const slow = await screen.findByText('1 min 1 s')
  expect(slow.closest('[class*="text-bad"]')).toBeTruthy()
  // A month back, in milliseconds.
  const { start_timestamp: start, end_timestamp: end } = calls[0]?.query ?? {}
  expect(Number(end) - Number(start)).toBe((30 * 24 + 1) * 3_600_000)
})

it('The drawing log is narrowed by what its cells hold and by its boxes, tells when nothing is like that, and is widened again', async () => {
  const calls = answerCalls({
    'GET /api/mj/self': ({ query }) => {
      const found = query.action === 'UPSCALE' ? [] : [drawing({ status: 'PAUSED' }), drawing({ id: 2, mj_id: '4712' })]
      return { body: granted({ items: found, page: 1, page_size: 10, total: found.length }) }
    },
  })
  const { user, router } = await renderPage(<DrawingsPage />, { path: '/midjourney', areas: ['drawings', 'lists'] })
  const asked = () => calls.at(-1)?.query ?? {}
  await screen.findByText('4712')
  await user.click(screen.getByRole('button', { name: 'Only Status: Drawing' }))
  await waitFor(() => expect(asked()).toMatchObject({ status: 'IN_PROGRESS' }))
  expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Drawing')
  // What an upstream calls otherwise has no word here, and is found by its own.
  await user.click(await screen.findByRole('button', { name: 'Only Status: PAUSED' }))
  await waitFor(() => expect(asked()).toMatchObject({ status: 'PAUSED' }))
  expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('PAUSED')
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await screen.findByRole('listbox')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Done', 'Not started', 'Queued', 'Drawing', 'Failed', 'Waiting for its window', 'PAUSED'],
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByRole('option', { name: 'Upscale' }))
  await screen.findByText('Nothing matches')
  expect(router.state.location.search).toEqual({ status: 'PAUSED', action: 'UPSCALE' })
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
  await screen.findByText('4712')
  expect(router.state.location.search).toEqual({})
})

it('The drawing log keeps from an ordinary user what is for administrators', async () => {
  const calls = answerCalls({
    'GET /api/mj/self': () => ({ body: granted({ items: [], page: 1, page_size: 10, total: 0 }) }),
  })
  const { user } = await renderPage(<DrawingsPage />, { areas: ['drawings'] })
  await screen.findByText('No drawings yet')
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  expect(screen.queryByRole('note')).toBeNull()
  expect(screen.queryByPlaceholderText('Channel ID')).toBeNull()
  await waitFor(() => expect(calls.every(({ query }) => !('channel_id' in query))).toBe(true))
})

it.each([
  { who: 'the super admin is led to the setting', role: 100, doors: ['/setting?keyword=MjNotifyEnabled'] },
  { who: 'an admin only reads it', role: 10, doors: [] },
])('The drawing log says that callbacks are off, and $who', async ({ role, doors }) => {
  rememberUser(sampleUser({ role }))
  answerCalls({ 'GET /api/mj/': () => ({ body: granted({ items: [], page: 1, page_size: 10, total: 0 }) }) })
  await renderPage(<DrawingsPage />, { areas: ['drawings'] })
  await screen.findByText(/^Drawing callbacks are off, so progress is polled\./)
  const found = screen.queryAllByRole('link', { name: 'Open the setting' })
  expect(found.map((link) => link.getAttribute('href'))).toEqual(doors)
})
