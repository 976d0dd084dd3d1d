import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from '#contract/channels.ts'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { ChannelsPage } from './channels-page.tsx'

const sample = (changes: Partial<Channel> = {}): Channel => ({
  id: 3,
  type: 1,
  name: 'main',
  key: '',
  status: 1,
  base_url: '',
  other: '',
  models: 'one,two',
  group: 'default',
  tag: '',
  model_prefix: '',
  model_mapping: '',
  status_code_mapping: '',
  param_override: '',
  setting: '',
  openai_organization: '',
  test_model: '',
  max_input_tokens: 0,
  priority: 0,
  weight: 0,
  auto_ban: 1,
  response_time: 2500,
  test_time: 0,
  balance: 0,
  balance_updated_time: 0,
  used_quota: 0,
  other_info: '',
  created_time: 1,
  ...changes,
})

const provider = (type: number, label: string, models: string[]) => ({
  type,
  name: label.toLowerCase(),
  label,
  base_url: `https://${label.toLowerCase()}.example`,
  base_url_required: false,
  key_hint: 'key',
  other_hint: '',
  models,
})

const open = async (path: string, rows: Channel[], others: Parameters<typeof answerCalls>[0] = {}) => {
  const calls = answerCalls({
    'GET /api/channel/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    'GET /api/providers': () => ({ body: granted([provider(1, 'First', ['one']), provider(40, 'Second', ['two'])]) }),
    'GET /api/channel/models': () => ({ body: granted([{ id: 'one' }, { id: 'two' }]) }),
    'GET /api/group/': () => ({ body: granted(['default', 'vip']) }),
    ...others,
  })
  const page = await renderPage(<ChannelsPage />, { path, areas: ['channels'] })
  await screen.findAllByText('main')
  return { ...page, calls }
}

const openForm = async (others: Parameters<typeof answerCalls>[0] = {}) => {
  const page = await open('/channel/add', [sample()], others)
  const drawer = within(await screen.findByRole('dialog'))
  await page.user.click(await drawer.findByRole('button', { name: 'Second' }))
  return { ...page, drawer, key: () => drawer.getByRole('textbox', { name: /^Key/ }) as HTMLTextAreaElement }
}

const changes = ({ calls }: { calls: ReturnType<typeof answerCalls> }) =>
  calls.flatMap(({ method, body }) => (method === 'GET' ? [] : [body]))

beforeEach(() => rememberUser(sampleUser({ role: 100 })))
afterEach(() => {
  // Before the server is gone: what is on its way must not look for another.
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
})

describe('The channels page', () => {
  it('tells why and when a channel was disabled by itself', async () => {
    const info = JSON.stringify({ status_reason: 'wrong key', status_time: 1_700_000_000 })
    const { user } = await open('/channel', [sample({ status: 3, other_info: info })])
    await user.tab()
    screen.getByRole('button', { name: /^Auto-disabled. Reason: wrong key. Time: / })
    expect(screen.getByText('2.50 s')).toBeTruthy()
  })

  it('saves a priority that is edited in place, and says what is wrong with another', async () => {
    const page = await open('/channel', [sample()], { 'PUT /api/channel/': () => ({ body: granted(sample()) }) })
    const field = screen.getByRole('textbox', { name: 'Priority of main' }) as HTMLInputElement
    await page.user.clear(field)
    await page.user.type(field, '-2000{Enter}')
    await waitFor(() => expect(changes(page)).toEqual([{ id: 3, priority: -999 }]))
    await page.user.clear(field)
    await page.user.type(field, '1.5{Enter}')
    await screen.findByText('Priority must be an integer')
    await page.user.clear(field)
    await page.user.type(field, '{Enter}')
    expect(changes(page)).toHaveLength(1)
    expect(field.value).toBe('-999')
  })

  it('shows a status at once and takes it back when the server refuses', async () => {
    const page = await open('/channel', [sample()], { 'PUT /api/channel/': () => ({ body: refused('not now') }) })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
    await screen.findByText('not now')
    await waitFor(() => expect(screen.getByText('Enabled')).toBeTruthy())
  })
})

describe('The channel form', () => {
  it('takes a typed comma for a list of keys until the list is switched off', async () => {
    const { user, drawer, key } = await openForm()
    const list = () => drawer.getByRole('checkbox', { name: 'Several keys, one per line' }) as HTMLInputElement
    await user.type(key(), 'one,two')
    expect(list().checked).toBe(true)
    expect(drawer.getByText('2 keys, used in turn')).toBeTruthy()
    await user.click(list())
    expect(key().value).toBe('one,two')
    await user.type(key(), ',three')
    expect(list().checked).toBe(false)
  })

  it('fills in the models of the provider and creates the channel', async () => {
    const page = await openForm({ 'POST /api/channel/': () => ({ body: granted(sample()) }) })
    expect(page.drawer.getByLabelText('two')).toBeTruthy()
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await page.user.type(page.key(), 'secret')
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Base URL/ }), 'https://host.example/v1/')
    await page.user.click(page.drawer.getByRole('button', { name: 'Create' }))
    await page.user.click(await screen.findByRole('button', { name: 'Save anyway' }))
    await screen.findByText('Channel created')
    expect(changes(page)).toEqual([
      expect.objectContaining({
        type: 40,
        name: 'mine',
        key: 'secret',
        models: 'two',
        group: 'default',
        base_url: 'https://host.example/v1',
      }),
    ])
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/channel'))
  })

  it('asks for name, key and models before it sends anything', async () => {
    const page = await openForm()
    await page.user.click(page.drawer.getByRole('button', { name: 'Clear' }))
    await page.user.click(page.drawer.getByRole('button', { name: 'Create' }))
    expect(await page.drawer.findAllByText('Please fill in the channel name and key')).toHaveLength(2)
    expect(page.drawer.getByText('Please choose at least one model')).toBeTruthy()
    expect(changes(page)).toEqual([])
  })

  it('copies a channel with the key it has', async () => {
    const page = await open('/channel', [sample()], {
      'GET /api/channel/3': () => ({ body: granted(sample({ key: 'source-key' })) }),
      'POST /api/channel/': () => ({ body: granted(sample({ id: 4 })) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Copy as a new channel' }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(drawer.queryByDisplayValue('source-key')).toBeNull()
    await page.user.click(drawer.getByRole('button', { name: 'Create' }))
    await screen.findByText('Channel copied')
    const [body] = changes(page)
    expect(body).toMatchObject({ name: 'main copy', key: 'source-key', models: 'one,two' })
    expect(body).not.toHaveProperty('id')
  })
})
