import { describe, expect, it, vi } from 'vitest'
import type { Batch } from '#contract/batches.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { BatchesPage } from './batches-page.tsx'

const open: Batch = {
  id: 1,
  task_id: 'batch-4711',
  platform: 'openai-batch',
  model: 'gpt-5',
  mark: 'openai',
  token_name: 'nightly',
  lines: 50,
  answered: 20,
  failed: 2,
  status: 'IN_PROGRESS',
  progress: '44%',
  fail_reason: '',
  estimate: 500_000,
  held: 500_000,
  charged: null,
  request_id: '',
  results: '',
  submit_time: 1_700_000_000,
  finish_time: 0,
  user_id: 7,
  channel_name: 'studio',
  username: 'mira',
  channel_id: 3,
}
const over: Batch = {
  ...open,
  ...{ id: 2, task_id: 'batch-4712', status: 'SUCCESS', progress: '100%', answered: 48, held: 0, charged: 250_000 },
  ...{ request_id: '0123456789abcdefghijk', results: '/v1/batches/batch-4712/results?task=2' },
}

const show = async (role: number, path = '/batch', items = [open, over]) => {
  rememberUser(sampleUser({ role }))
  const page = granted({ items, page: 1, page_size: 10, total: items.length })
  const calls = answerCalls({
    'GET /api/batch/': () => ({ body: page }),
    'GET /api/batch/self': () => ({ body: page }),
    'POST /api/batch/1/cancel': () => ({ body: granted(null) }),
  })
  const drawn = await renderPage(<BatchesPage />, { path, areas: ['batches'] })
  await screen.findByText(items[0]?.task_id ?? '')
  return { ...drawn, calls }
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const row = (place: number) => within(screen.getAllByRole('row')[place] ?? document.body)

it.each([
  ['zh', '未能在 86400 秒内完成'],
  ['ru', 'не завершено за 86400 с'],
] as const)(
  'A reason of ours is told in the reader’s language, an upstream’s own as it said it: %s',
  async (language, text) => {
    await setLanguage(language)
    const failed = { ...over, status: 'FAILURE', fail_reason: 'not finished within 86400 seconds' }
    await show(1, '/batch', [failed, { ...failed, id: 3, task_id: 'batch-4713', fail_reason: 'no such file' }])
    expect(document.body.textContent).toContain(text)
    expect(document.body.textContent).toContain('no such file')
  },
)

describe('The list of batches', () => {
  it('shows an ordinary user the own ones, with how far each has come and what it costs', async () => {
    const { calls } = await show(1)
    expect(calls[0]?.path).toBe('/api/batch/self')
    expect(heads()).not.toContain('Channel')
    for (const text of ['20 of 50', '2 failed', '$1.000000 held', 'In progress', 'nightly']) row(1).getByText(text)
    expect(row(1).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('44')
    for (const text of ['48 of 50', '$0.500000', 'Finished']) row(2).getByText(text)
  })

  it('shows an administrator those of everybody, narrowed as the address says', async () => {
    const { calls } = await show(10, '/batch?channel=3&task_id=batch-4711')
    expect(calls[0]).toMatchObject({ path: '/api/batch/', query: { channel_id: '3', task_id: 'batch-4711' } })
    row(1).getByText('#3 studio')
    expect(row(1).getByRole('link', { name: 'mira' }).getAttribute('href')).toBe('/user/7')
  })

  it('says of one that is done here who does it, and of its cost nothing before it is known', async () => {
    const here = { ...open, id: 3, task_id: 'batch-4713', channel_id: 0, estimate: null, held: 0 }
    const { user } = await show(10, '/batch', [here])
    for (const text of ['This gateway', 'Not known yet']) row(1).getByText(text)
    await user.click(screen.getByRole('button', { name: 'batch-4713' }))
    const record = within(await screen.findByRole('dialog'))
    expect(record.queryByText('Estimated at most')).toBeNull()
    record.getByText('Not known yet')
  })

  it('shows how far one came that failed', async () => {
    await show(1, '/batch', [{ ...over, status: 'FAILURE', answered: 20 }])
    expect(row(1).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  })

  it('tells all about one over the list, with the ways to its answers and to its row in the log', async () => {
    const { user } = await show(1)
    await user.click(screen.getByRole('button', { name: 'batch-4712' }))
    const record = within(await screen.findByRole('dialog'))
    record.getByText('Estimated at most')
    expect(record.getByRole('link', { name: 'Download the results' }).getAttribute('href')).toBe(over.results)
    const log = record.getByRole('link', { name: 'Its row in the usage log' }).getAttribute('href')
    expect(log).toContain(over.request_id)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'batch-4711' }))
    const other = within(await screen.findByRole('dialog'))
    other.getByText('Not known yet')
    expect(other.queryByRole('link')).toBeNull()
  })

  it('is narrowed by what its cells hold, and followed, as its address says', async () => {
    const { user, calls, router } = await show(1)
    await user.click(screen.getByRole('button', { name: 'Only Status: In progress' }))
    await vi.waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'IN_PROGRESS' }))
    const [only = document.body] = await screen.findAllByRole('button', { name: 'Only Model: gpt-5' })
    await user.click(only)
    await vi.waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'IN_PROGRESS', model: 'gpt-5' }))
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('In progress')
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(router.state.location.search).toEqual({ status: 'IN_PROGRESS', model: 'gpt-5', live: 'on' })
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(router.state.location.search).toEqual({ status: 'IN_PROGRESS', model: 'gpt-5' })
  })

  it('stops one that is under way, after a question', async () => {
    const { user, calls } = await show(1)
    await user.click(row(1).getAllByRole('button').at(-1) ?? document.body)
    await user.click(await screen.findByRole('menuitem', { name: /Stop/ }))
    await screen.findByText('Stop batch batch-4711?')
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop' }))
    await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/batch/1/cancel'))
  })
})
