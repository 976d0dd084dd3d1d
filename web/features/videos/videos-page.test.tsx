import { cleanup, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Video } from '#contract/videos.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { VideosPage } from './videos-page.tsx'

const film: Video = {
  id: 1,
  task_id: 'video-4711',
  platform: 'veo',
  action: 'REMIX',
  model: 'sora-2',
  mark: 'openai',
  prompt: 'Rain on the roof',
  seconds: 8,
  size: '1280x720',
  status: 'IN_PROGRESS',
  progress: '30%',
  fail_reason: '',
  media: [],
  quota: 1,
  submit_time: 1_700_000_000,
  finish_time: 0,
  user_id: 7,
  channel_name: 'studio',
  channel_id: 3,
}
const done: Video = {
  ...film,
  ...{ id: 2, task_id: 'video-4712', action: 'VIDEO', status: 'SUCCESS', progress: '100%', finish_time: 1_700_000_042 },
  media: [{ kind: 'video', url: '/v1/videos/video-4712/media?task=2' }],
}

const open = async (role: number, path = '/video') => {
  rememberUser(sampleUser({ role }))
  const page = granted({ items: [film, done], page: 1, page_size: 10, total: 2 })
  const calls = answerCalls({
    'GET /api/video/': () => ({ body: page }),
    'GET /api/video/self': () => ({ body: page }),
  })
  const drawn = await renderPage(<VideosPage />, { path, areas: ['videos'] })
  await screen.findByText('video-4711')
  return { ...drawn, calls }
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const row = (place: number) => within(screen.getAllByRole('row')[place] ?? document.body)

describe('The log of videos', () => {
  it('shows an ordinary user the own ones, without channels', async () => {
    const { calls } = await open(1)
    expect(calls[0]?.path).toBe('/api/video/self')
    expect(heads()).not.toContain('Channel')
    expect(calls.every(({ query }) => !('channel_id' in query))).toBe(true)
  })

  it('shows an administrator those of everybody, narrowed as the address says, with how far each has come', async () => {
    const { calls } = await open(10, '/video?channel=3&task_id=video-4711')
    expect(calls[0]).toMatchObject({ path: '/api/video/', query: { channel_id: '3', task_id: 'video-4711' } })
    for (const text of ['#3 studio', 'sora-2', 'Remix', '8 s · 1280x720', 'In progress', 'Rain on the roof'])
      row(1).getByText(text)
    expect(row(1).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
    for (const text of ['42 s', 'Done', 'Video']) row(2).getByText(text)
  })

  it('is narrowed by what its cells hold, as its address says when it is opened anew', async () => {
    const { user, calls, router } = await open(1)
    for (const [name, filter] of [
      ['Only Model: sora-2', { model: 'sora-2' }],
      ['Only Type: Remix', { action: 'REMIX' }],
      ['Only Status: In progress', { status: 'IN_PROGRESS' }],
    ] as const) {
      const [button = document.body] = await screen.findAllByRole('button', { name })
      await user.click(button)
      await waitFor(() => expect(calls.at(-1)?.query).toMatchObject(filter))
    }
    const narrowed = { model: 'sora-2', action: 'REMIX', status: 'IN_PROGRESS' }
    expect(router.state.location.search).toEqual(narrowed)
    cleanup()
    const anew = await open(1, `/video?${new URLSearchParams(narrowed)}`)
    expect(anew.calls[0]?.query).toMatchObject(narrowed)
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('In progress')
    expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Remix')
    expect(screen.getByRole('searchbox', { name: 'Model' })).toHaveProperty('value', 'sora-2')
  })

  it('plays a finished one over the list, from an address of our own', async () => {
    const { user } = await open(1)
    await user.click(screen.getByRole('button', { name: 'video-4712' }))
    const record = await screen.findByRole('dialog')
    expect(record.querySelector('video')?.getAttribute('src')).toBe('/v1/videos/video-4712/media?task=2')
    for (const text of ['8 s', '1280x720', '100%', 'Rain on the roof']) within(record).getByText(text)
    expect(within(record).getByRole('link', { name: /media/ }).getAttribute('href')).toBe(
      '/v1/videos/video-4712/media?task=2',
    )
    expect(record.querySelector('details')?.open).toBe(false)
    expect(record.textContent).toContain('"prompt": "Rain on the roof"')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'video-4711' }))
    expect((await screen.findByRole('dialog')).querySelector('video')).toBeNull()
  })
})
