import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { SongsPage } from './songs-page.tsx'

const song: Task = {
  id: 1,
  task_id: 'task-4711',
  platform: 'suno',
  action: 'MUSIC',
  status: 'FAILURE',
  progress: '30%',
  fail_reason: 'out of tune',
  data: '{"title":"Rain"}',
  media: [],
  quota: 1,
  submit_time: 1_700_000_000,
  start_time: 0,
  finish_time: 1_700_000_042,
  created_at: 1_700_000_000,
  user_id: 7,
  channel_name: 'studio',
  channel_id: 3,
}

const open = async (role: number, path = '/task') => {
  rememberUser(sampleUser({ role }))
  const page = granted({ items: [song], page: 1, page_size: 10, total: 1 })
  const calls = answerCalls({ 'GET /api/task/': () => ({ body: page }), 'GET /api/task/self': () => ({ body: page }) })
  const drawn = await renderPage(<SongsPage />, { path, areas: ['songs'] })
  await screen.findByText('task-4711')
  return { ...drawn, calls }
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('The task log', () => {
  it('shows an ordinary user the own tasks of today, without channels', async () => {
    const { calls, user } = await open(1)
    const { start_timestamp: start, end_timestamp: end } = calls[0]?.query ?? {}
    expect(calls[0]?.path).toBe('/api/task/self')
    expect(new Date(Number(start) * 1000).toTimeString()).toMatch(/^00:00:00/)
    expect(Math.abs(Number(end) - Date.now() / 1000 - 3600)).toBeLessThan(60)
    expect(heads()).not.toContain('Channel')
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    expect(screen.queryByPlaceholderText('Channel ID')).toBeNull()
    expect(calls.every(({ query }) => !('channel_id' in query))).toBe(true)
  })

  it('shows an administrator everything of everybody, narrowed as the address says', async () => {
    const { calls } = await open(10, '/task?channel=3&task_id=task-4711')
    expect(calls[0]).toMatchObject({ path: '/api/task/', query: { channel_id: '3', task_id: 'task-4711' } })
    const row = within(screen.getAllByRole('row')[1] ?? document.body)
    for (const text of ['42 s', '#3 studio', 'suno', 'Song', 'Failed', 'out of tune']) row.getByText(text)
    expect(row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
    expect(heads()).toEqual([
      ...['Submitted', 'Finished', 'Progress', 'Took', 'Channel'],
      ...['Platform', 'Type', 'Task ID', 'Status', 'Why it failed'],
    ])
  })

  it('is narrowed by what its cells hold, and shows what it is narrowed to', async () => {
    const { user, calls, router } = await open(1)
    for (const [name, filter] of [
      ['Only Platform: suno', { platform: 'suno' }],
      ['Only Type: Song', { action: 'MUSIC' }],
      ['Only Status: Failed', { status: 'FAILURE' }],
    ] as const) {
      await user.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(calls.at(-1)?.query).toMatchObject(filter))
    }
    const narrowed = { platform: 'suno', action: 'MUSIC', status: 'FAILURE' }
    expect(router.state.location.search).toEqual(narrowed)
    expect(calls.at(-1)?.query).toMatchObject(narrowed)
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Failed')
    expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Song')
    expect(screen.getByRole('searchbox', { name: 'Platform' })).toHaveProperty('value', 'suno')
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await screen.findByRole('listbox')
    // What has no status yet cannot be asked for.
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...['Done', 'Not started', 'Submitted', 'Queued', 'In progress', 'Failed', 'Unknown'],
    ])
  })

  it('opens the full record with a click on the id', async () => {
    const { user } = await open(1)
    await user.click(screen.getByRole('button', { name: 'task-4711' }))
    const record = await screen.findByRole('dialog')
    expect(record.textContent).toContain('"title": "Rain"')
    for (const text of ['Rain', 'out of tune', '30%']) within(record).getByText(text)
    expect(record.querySelector('details')?.open).toBe(false)
  })
})
