import { cleanup } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { chargeText, type Log, type LogOther } from '#contract/logs.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { keepSavedFiles } from '../../testing/saved-files.ts'
import { screen, within } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'
import { LogsPage } from './logs-page.tsx'

const other: LogOther = {
  model_ratio: 1.25,
  model_price: -1,
  completion_ratio: 4,
  group_ratio: 0.8,
  cache_tokens: 1000,
  cache_ratio: 0.1,
  frt: 400,
  is_model_mapped: true,
  upstream_model_name: 'actual',
  admin_info: {
    use_channel: ['3', '7'],
    attempts: [
      { channel: 3, status: 500, ms: 12, error: 'overloaded' },
      { channel: 7, status: 200, ms: 900 },
    ],
  },
}

const sample = (changes: Partial<Log> = {}): Log => ({
  id: 1,
  request_id: 'r1',
  created_at: 1_700_000_000,
  type: 2,
  channel: 7,
  channel_name: 'second',
  channel_names: { '3': 'first', '7': 'second' },
  user_id: 7,
  username: 'ada',
  token_id: 1,
  token_name: 'laptop',
  group: 'default',
  model_name: 'asked',
  use_time: 2,
  is_stream: true,
  prompt_tokens: 3000,
  completion_tokens: 100,
  quota: 2500,
  content: '',
  other: JSON.stringify(other),
  ...changes,
})

const endings = {
  client_gone: 'The client closed the connection',
  upstream_error: 'The upstream ended the response early',
  out_of_quota: 'The quota ran out during the response',
  quota_unknown: 'What was left of the quota could not be looked up for too long',
  internal_error: 'A server error ended the response',
  process_ended: 'The server was killed during the response; what had arrived is charged',
}

const open = async (role: number, path = '/log', changes: Partial<Log> = {}, quota = 5_000_000) => {
  rememberUser(sampleUser({ role }))
  const list = granted({ items: [sample(changes)], page: 1, page_size: 10, total: 1 })
  const sum = granted({ quota, rpm: 3, tpm: 4200 })
  const calls = answerCalls({
    'GET /api/log/': () => ({ body: list }),
    'GET /api/log/self/': () => ({ body: list }),
    'GET /api/log/stat': () => ({ body: sum }),
    'GET /api/log/self/stat': () => ({ body: sum }),
  })
  const page = await renderPage(<LogsPage />, { path, areas: ['logs', 'lists'] })
  await screen.findByText('laptop')
  return { ...page, calls }
}

describe('The usage log', () => {
  it('shows an ordinary user the own rows of today, without channel, user and retry', async () => {
    const { calls } = await open(1)
    expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/api/log/self/', '/api/log/self/stat']))
    const { start_timestamp: start, end_timestamp: end } = calls[0]?.query ?? {}
    expect(new Date(Number(start) * 1000).toTimeString()).toMatch(/^00:00:00/)
    expect(Math.abs(Number(end) - Date.now() / 1000 - 3600)).toBeLessThan(60)
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).not.toContain('Channel')
    expect(heads).not.toContain('User')
    expect(heads).not.toContain('Retry')
    expect(screen.getByText('$10.00')).toBeTruthy()
  })

  inEachLanguage('marks the range in force among those that are chosen at once', async () => {
    const { user } = await open(1)
    await user.click(screen.getByRole('button', { name: 'Today' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Time range' }))
    const pressed = (name: string) => dialog.getByRole('button', { name }).getAttribute('aria-pressed')
    expect(['Today', 'Yesterday', 'Last hour'].map(pressed)).toEqual(['true', 'false', 'false'])
  })

  it('tells both ends of a range that was chosen, and the seconds to whoever points at them', async () => {
    const [start, end] = [new Date(2020, 10, 28, 22), new Date(2020, 10, 29, 21, 59, 59)].map(Number)
    await open(1, `/log?start_timestamp=${(start ?? 0) / 1000}&end_timestamp=${(end ?? 0) / 1000}`)
    const range = screen.getByTitle('11/28/2020, 22:00:00 – 11/29/2020, 21:59:59')
    expect(range.textContent?.replaceAll(/\s/g, ' ')).toBe('Nov 28, 2020, 22:00 – Nov 29, 2020, 21:59')
  })

  it('shows an administrator everyone, and the path of each call', async () => {
    const { calls } = await open(10, '/log?channel=7&username=ada&type=2')
    const list = calls.find(({ path }) => path === '/api/log/')
    expect(list?.query).toMatchObject({ channel: '7', username: 'ada', type: '2' })
    expect(screen.getByText('3 → 7').title).toBe('#3 first → #7 second')
    expect(screen.getByText('$0.005000')).toBeTruthy()
  })

  it('says in its own language what the server says a call was charged by, and anything else as it is', async () => {
    await open(1, '/log', { content: chargeText(other) })
    expect(document.body.textContent).toContain('Model ratio 1.25')
    expect(document.body.textContent).not.toContain('model ratio 1.25')
    cleanup()
    await open(1, '/log', { content: 'Told 17: no voice' })
    expect(screen.getByText('Told 17: no voice')).toBeTruthy()
  })

  inEachLanguage('tells administrators what a call cost the operator, and what is left of its charge', async () => {
    const costing = (cost: number) => ({ other: JSON.stringify({ ...other, admin_info: { cost } }) })
    const factsOf = async (role: number, changes: Partial<Log>) => {
      const { user } = await open(role, '/log', changes)
      await user.click(screen.getByRole('button', { name: 'Show details of asked' }))
      const labels = [screen.queryByText('Cost to us'), screen.queryByText('Margin')]
      const values = labels.map((label) => label?.nextElementSibling?.textContent)
      cleanup()
      return values
    }
    expect(await factsOf(10, costing(1000))).toEqual(['$0.002000', said('$0.003000 (60% of the charge)')])
    expect(await factsOf(10, costing(3000))).toEqual(['$0.006000', said('-$0.001000 (-20% of the charge)')])
    expect(await factsOf(10, { ...costing(3000), quota: 0 })).toEqual(['$0.006000', '-$0.006000'])
    expect(await factsOf(10, {})).toEqual([undefined, undefined])
    expect(await factsOf(1, costing(1000))).toEqual([undefined, undefined])
  })

  it('says what calls cost, and no cost of other entries', async () => {
    const figures = async (path: string) => {
      await open(10, path)
      const told = within(screen.getByLabelText('Summary')).getAllByRole('definition')
      const texts = told.slice(0, 3).map(({ textContent }) => textContent)
      cleanup()
      return texts
    }
    expect(await figures('/log?type=2')).toEqual(['$10.00', '3', '4,200'])
    expect(await figures('/log?type=6')).toEqual(['–', '–', '–'])
  })

  it('sums up less than a cent with the decimals it needs', async () => {
    await open(1, '/log', {}, 1000)
    expect(screen.getByText('$0.002000')).toBeTruthy()
  })

  it('unfolds to a receipt that ends in the cost of the row, and to the tries at each channel', async () => {
    const { user } = await open(10)
    await user.click(screen.getByRole('button', { name: 'Show details of asked' }))
    const receipt = within(await screen.findByRole('table', { name: 'Billing details' }))
    const rows = receipt.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toEqual([
      expect.stringContaining('Item'),
      'Input2,000× 1.25 × 1 × 0.8$2.00$0.004000',
      'Cache read1,000× 1.25 × 0.1 × 0.8$0.20$0.000200',
      'Output100× 1.25 × 4 × 0.8$8.00$0.000800',
      'Total 2,500 quota$0.005000',
    ])
    expect(screen.getByText(/^Saved \$0\.001800: /)).toBeTruthy()
    expect(screen.getByText('Status 500')).toBeTruthy()
    expect(screen.getByText('overloaded')).toBeTruthy()
    const trace = screen.getByRole('group', { name: 'Routing' })
    expect(Array.from(trace.querySelectorAll('[data-span]'), (bar) => bar.getAttribute('data-span'))).toEqual([
      '0-12',
      '12-912',
    ])
    expect(within(trace).getByText(/^First token/).textContent).toBe('First token 400 ms')
    expect(screen.getByText('Channel #3 first')).toBeTruthy()
    expect(screen.getAllByText('actual').length).toBeGreaterThan(0)
  })

  it('writes the receipt as a file, whose amounts in dollars add up to the last', async () => {
    const saved = keepSavedFiles()
    const { user } = await open(10)
    await user.click(screen.getByRole('button', { name: 'Show details of asked' }))
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await vi.waitFor(() => expect(saved.names).toEqual([expect.stringMatching(/^receipt-.+\.csv$/)]))
    const [text = ''] = await saved.texts()
    expect(text.trimEnd().split('\r\n').slice(1)).toEqual([
      '"Input",2000,"× 1.25 × 1 × 0.8",2,0.004',
      '"Cache read",1000,"× 1.25 × 0.1 × 0.8",0.2,0.0002',
      '"Output",100,"× 1.25 × 4 × 0.8",8,0.0008',
      '"Total","","","",0.005',
    ])
  })

  for (const [ending, text] of Object.entries(endings)) {
    inEachLanguage(`says why an answer ended early: ${ending}`, async () => {
      const { user } = await open(1, '/log', { other: JSON.stringify({ ...other, stream_error: ending }) })
      await user.click(screen.getByRole('button', { name: 'Show details of asked' }))
      await screen.findByText(text)
    })
  }

  it('keeps filters in the address', async () => {
    const { user, router, calls } = await open(1)
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    await user.type(screen.getByPlaceholderText('Model name'), 'asked{Enter}')
    await screen.findByRole('button', { name: 'Clear filters' })
    expect(router.state.location.search).toMatchObject({ model_name: 'asked' })
    expect(calls.some(({ query }) => query.model_name === 'asked')).toBe(true)
  })

  it('sums up calls where they are listed, and nothing beside rows that are none', async () => {
    const figures = () =>
      within(screen.getByLabelText('Summary'))
        .getAllByRole('definition')
        .slice(0, 3)
        .map(({ textContent }) => textContent)
    await open(10, '/log?type=2')
    await vi.waitFor(() => expect(figures()).toEqual(['$10.00', '3', '4,200']))
    cleanup()
    await open(10, '/log?type=6')
    await vi.waitFor(() => expect(figures()).toEqual(['–', '–', '–']))
  })

  inEachLanguage('ends its summary with dashes where it could not be loaded, and asks again when told to', async () => {
    rememberUser(sampleUser())
    const asked = answerCalls({
      'GET /api/log/self/': () => ({ body: refused('not today') }),
      'GET /api/log/self/stat': () => ({ body: refused('not today') }),
    })
    const { user } = await renderPage(<LogsPage />, { path: '/log', areas: ['logs', 'lists'] })
    const summary = screen.getByLabelText('Summary')
    await vi.waitFor(() => {
      const figures = within(summary).getAllByRole('definition')
      expect(figures.map(({ textContent }) => textContent)).toEqual(['–', '–', '–', '–', '–', '–'])
    })
    const before = asked.length
    const alert = screen.getAllByRole('alert').find((each) => summary.parentElement?.contains(each))
    if (alert === undefined) throw new Error('nothing beside the summary says that it could not be loaded')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(asked.slice(before).map(({ path }) => path)).toEqual(['/api/log/self/stat'])
  })

  inEachLanguage(
    'says at the box of a number that something else stands there, and asks for nothing by it',
    async () => {
      const { user, router, calls } = await open(10, '/log?channel=7')
      const box = screen.getByPlaceholderText('Channel ID')
      const before = calls.length
      await user.type(box, 'a{Enter}')
      expect(box.getAttribute('aria-invalid')).toBe('true')
      expect(screen.getByRole('alert').textContent).toBe(said('Enter a whole number above 0'))
      expect(box.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
      expect(router.state.location.search).toEqual({ channel: '7' })
      expect(calls).toHaveLength(before)
      await user.type(box, '{Backspace}2{Enter}')
      expect(box.getAttribute('aria-invalid')).toBe('false')
      expect(screen.queryByRole('alert')).toBeNull()
      await vi.waitFor(() => expect(calls.at(-1)?.query.channel).toBe('72'))
      expect(router.state.location.search).toEqual({ channel: '72' })
    },
  )
})
