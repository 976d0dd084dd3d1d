import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Log, LogOther } from '#contract/logs.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { LogsPage } from './logs-page.tsx'

const other: LogOther = {
  ...{ model_price: -1, model_ratio: 1, completion_ratio: 2, group_ratio: 1, audio: true, text_input: 60 },
  ...{ audio_input: 40, text_output: 7, audio_output: 3, audio_ratio: 2, audio_completion_ratio: 2, frt: 1500 },
  ...{ cache_tokens: 20, cache_ratio: 0.5, cache_creation_tokens: 10, cache_creation_ratio: 1.25 },
  ...{
    reasoning_effort: 'high',
    system_prompt: 'Be brief.',
    context: 'Before',
    input_content: 'Hi',
    output_content: 'Ho',
  },
}

const row: Log = {
  ...{ id: 1, request_id: null, created_at: 1_700_000_000, type: 2, channel: 7, channel_name: 'second' },
  ...{ user_id: 7, username: 'ada', token_id: 1, token_name: 'laptop', group: 'vip', model_name: 'asked' },
  ...{ use_time: 2, is_stream: false, prompt_tokens: 100, completion_tokens: 10, quota: 123, content: 'Told' },
  other: JSON.stringify(other),
}

const open = async (role: number, rows = [row]) => {
  rememberUser(sampleUser({ role }))
  const list = granted({ items: rows, page: 1, page_size: 10, total: rows.length })
  const sum = granted({ quota: 5_000_000, rpm: 3, tpm: 4200 })
  const calls = answerCalls({
    'GET /api/log/': () => ({ body: list }),
    'GET /api/log/self/': () => ({ body: list }),
    'GET /api/log/stat': () => ({ body: sum }),
    'GET /api/log/self/stat': () => ({ body: sum }),
  })
  const page = await renderPage(<LogsPage />, { path: '/log', areas: ['logs', 'lists'] })
  await screen.findAllByText('laptop')
  return { ...page, calls }
}

describe('The table of the usage log', () => {
  it('has the mark of its maker before a model', async () => {
    await open(1, [{ ...row, model_name: 'gpt-4o', mark: 'openai' }])
    const name = screen.getByText('gpt-4o')
    const mark = document.querySelector('use[href="/marks.svg#openai"]')
    expect(mark?.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('has all columns for an administrator, in their order', async () => {
    await open(10)
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(1)).toEqual([
      ...['Time', 'User', 'Token', 'Type', 'Model', 'Duration / first token', 'Cost'],
      ...['Input', 'Output', 'Channel', 'Group', 'Retry', 'Details'],
    ])
  })

  it('tells the type, whether it was a stream, and copies the name of the token', async () => {
    const { user } = await open(1)
    const cells = within(screen.getAllByRole('row')[1] ?? document.body)
    for (const text of ['Usage', 'Non-streaming', '2 s', 'vip', '$0.000246']) cells.getByText(text)
    await user.click(cells.getByRole('button', { name: 'laptop' }))
    expect(await navigator.clipboard.readText()).toBe('laptop')
  })

  it('tells the first token of a stream', async () => {
    await open(1, [{ ...row, is_stream: true }])
    screen.getByText('Streaming')
    screen.getByText('1.5 s')
  })

  it('unfolds to audio, text, caches, effort and what was said', async () => {
    const { user } = await open(10)
    await user.click(screen.getByRole('button', { name: 'Show details of asked' }))
    const table = within(await screen.findByRole('table', { name: 'Billing details' }))
    for (const name of ['Text input', 'Audio input', 'Text output', 'Audio output', 'Cache read', 'Cache write'])
      table.getByText(name)
    for (const text of ['high', 'Be brief.', 'Before', 'Hi', 'Ho']) screen.getByText(text)
    screen.getAllByText('Told')
    screen.getAllByText('#7 second')
  })
})

describe('A row that is no call', () => {
  it('is told apart by what it says, not by a number', async () => {
    const happened = { ...row, id: 1795825239000000, type: 3, model_name: '', content: 'Welcome', other: '{}' }
    await open(1, [row, happened])
    screen.getByRole('button', { name: 'Show details of Admin Welcome' })
  })
})

describe('A row that names something', () => {
  const happened = (name: string, values: Record<string, string>) => ({
    ...{ ...row, id: 2, type: 3, model_name: '', content: 'As it was kept' },
    other: JSON.stringify({ happened: { name, values } }),
  })
  const rows = [
    { ...happened('invited', { username: 'eva' }), id: 2 },
    { ...happened('code_redeemed', { code: '4' }), id: 3 },
    { ...happened('option_changed', { option: 'QuotaForNewUser' }), id: 4 },
  ]
  const unfold = async (role: number) => {
    const { user } = await open(role, [row, ...rows])
    for (const button of screen.getAllByRole('button', { name: /^Show details of Admin/ })) await user.click(button)
    await screen.findAllByText(/Changed the setting/)
  }

  it('leads an administrator to it', async () => {
    await unfold(10)
    const places = {
      eva: '/user?keyword=eva',
      '4': '/redemption?keyword=4',
      'New user quota': '/setting?keyword=QuotaForNewUser',
    }
    for (const [name, place] of Object.entries(places)) {
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(place)
    }
    expect(screen.queryByText(/QuotaForNewUser/)).toBeNull()
  })

  it('says it to whoever may not go there', async () => {
    await unfold(1)
    expect(screen.getAllByText('Invited eva').length).toBe(2)
    expect(screen.queryByRole('link', { name: 'eva' })).toBeNull()
  })
})

describe('What narrows and sums up the usage log', () => {
  it('offers every type', async () => {
    const { user } = await open(1)
    await user.click(screen.getByRole('combobox', { name: 'Type' }))
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(names).toEqual(['All but failed', 'Top-up', 'Usage', 'Admin', 'System', 'Check-in', 'Failed'])
  })

  it('has filters for everybody, and more for administrators', async () => {
    const fields = () => ['Token name', 'Model name', 'Group', 'Channel ID', 'Username'].map(isThere)
    const isThere = (name: string) => screen.queryByPlaceholderText(name) !== null
    const more = async ({ user }: { user: UserEvent }) =>
      user.click(screen.getByRole('button', { name: 'More filters' }))
    const own = await open(1)
    expect(fields()).toEqual([false, false, false, false, false])
    await more(own)
    expect(fields()).toEqual([true, true, true, false, false])
    own.unmount()
    await more(await open(10))
    expect(fields()).toEqual([true, true, true, true, true])
  })

  it('asks again at a click on query and on refresh', async () => {
    const { user, calls } = await open(1)
    for (const name of ['Query', 'Refresh']) {
      calls.length = 0
      await user.click(screen.getByRole('button', { name }))
      await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/log/self/stat'))
      expect(calls.map(({ path }) => path)).toContain('/api/log/self/')
    }
  })

  it('sums up quota, tokens, requests and tokens of the last minute', async () => {
    await open(1)
    const sums = await screen.findByLabelText('Summary')
    expect(sums.textContent).toBe('Cost$10.00RPM3TPM4,200Tokens on this page110Input100Output10')
  })
})
