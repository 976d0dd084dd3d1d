import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListedChannel } from '#contract/channels.ts'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleChannel, sampleTag } from '../../testing/sample-channel.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { ChannelsPage } from './channels-page.tsx'

const provider = (type: number, label: string, models: string[]) => ({
  type,
  name: label.toLowerCase(),
  label,
  base_url: `https://${label.toLowerCase()}.example`,
  base_url_required: false,
  key_hint: 'key',
  other_hint: '',
  models,
  lists_models: true,
  tells_balance: true,
  dialects: [],
})

const noRun = { running: false, total: 0, done: 0, failed: 0, disabled: 0, enabled: 0, started_at: 0, finished_at: 0 }

const open = async (path: string, rows: ListedChannel[], others: Parameters<typeof answerCalls>[0] = {}) => {
  const calls = answerCalls({
    'GET /api/channel/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    'GET /api/providers': () => ({ body: granted([provider(1, 'First', ['one']), provider(40, 'Second', ['two'])]) }),
    'GET /api/channel/runs': () => ({ body: granted({ test: noRun, balance: noRun }) }),
    'GET /api/channel/models': () => ({ body: granted([{ id: 'one' }, { id: 'two' }]) }),
    'GET /api/group/': () => ({ body: granted(['default', 'vip']) }),
    ...others,
  })
  const page = await renderPage(<ChannelsPage />, { path, areas: ['channels'] })
  await screen.findAllByText('main')
  return { ...page, calls }
}

const openForm = async (others: Parameters<typeof answerCalls>[0] = {}) => {
  const page = await open('/channel/add', [sampleChannel()], others)
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
    const { user } = await open('/channel', [sampleChannel({ status: 3, other_info: info })])
    screen.getByRole('button', { name: /^Auto-disabled. Reason: wrong key. Time: / })
    await user.click(screen.getByRole('button', { name: 'Show details of main' }))
    await screen.findByText('wrong key')
    expect(screen.getByText('2.50 s')).toBeTruthy()
  })

  it('saves a priority that is edited in place, and says what is wrong with another', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'PUT /api/channel/': () => ({ body: granted(sampleChannel()) }),
    })
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
    const page = await open('/channel', [sampleChannel()], {
      'PUT /api/channel/': () => ({ body: refused('not now') }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
    await screen.findByText('not now')
    await waitFor(() => expect(screen.getByText('Enabled')).toBeTruthy())
  })
})

describe('Channels in tag mode', () => {
  const tagged = (id: number, changes = {}) => sampleChannel({ id, name: `member ${id}`, tag: 'fast', ...changes })
  const rows = [
    sampleTag('fast', [tagged(1), tagged(2, { status: 2 })], { priority: null, weight: 4, enabled_count: 1 }),
    sampleChannel(),
  ]

  it('unfolds a tag, and selects its channels with it', async () => {
    const page = await open('/channel', rows, { 'POST /api/channel/batch': () => ({ body: granted(2) }) })
    expect(screen.getByText('1/2 enabled')).toBeTruthy()
    expect(screen.queryByText('member 1')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Show details of fast' }))
    await screen.findByText('member 1')
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row fast' }))
    expect(screen.getByRole('checkbox', { name: 'Select row member 2' })).toHaveProperty('checked', true)
    await page.user.click(screen.getByRole('button', { name: 'Delete selected' }))
    await screen.findByText('Delete 2 selected channels?')
    await page.user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('2 channels deleted')
    expect(changes(page)).toEqual([{ ids: [1, 2] }])
  })

  it('asks before it levels a priority, and refuses a weight below zero', async () => {
    const page = await open('/channel', rows, { 'PUT /api/channel/tag': () => ({ body: granted(2) }) })
    await page.user.type(screen.getByRole('textbox', { name: 'Priority of fast' }), '7{Enter}')
    await screen.findByText('Change all 2 channels of tag fast?')
    await page.user.click(screen.getByRole('button', { name: 'Change all' }))
    await waitFor(() => expect(changes(page)).toEqual([{ tag: 'fast', priority: 7 }]))
    const weight = screen.getByRole('textbox', { name: 'Weight of fast' })
    await page.user.clear(weight)
    await page.user.type(weight, '-1{Enter}')
    await screen.findByText('Weight must be a non-negative integer')
    expect(changes(page)).toHaveLength(1)
  })

  it('edits a tag: says so when nothing changed, sends only what did', async () => {
    const page = await open('/channel', rows, { 'PUT /api/channel/tag': () => ({ body: granted(2) }) })
    await page.user.click(screen.getByRole('button', { name: 'Actions for fast' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Edit tag' }))
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('You seem not to have changed anything')
    const name = drawer.getByRole('textbox', { name: 'Tag name' })
    await page.user.clear(name)
    await page.user.type(name, 'slow')
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Tag updated')
    expect(changes(page)).toEqual([{ tag: 'fast', new_tag: 'slow' }])
  })
})

describe('Tests of channels', () => {
  it('tells how long a test took, and what a failed one said', async () => {
    let isBroken = false
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/test/3': () => ({
        body: isBroken ? { ...refused('wrong key'), time: 1 } : granted(null, { time: 1.234 }),
      }),
    })
    const button = screen.getByRole('button', { name: 'Test main' })
    await page.user.click(button)
    await screen.findByText('main answered after 1.23 s')
    isBroken = true
    await page.user.click(button)
    await screen.findByText('main: wrong key')
  })

  it('tests all models of a channel, with each result in its row', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/test/3': ({ query }) => ({
        body: query.model === 'one' ? granted(null, { time: 0.5 }) : refused('no such model'),
      }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Test models' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Test all 2 models' }))
    await dialog.findByText('no such model')
    await dialog.findByText('0.50 s')
    expect(dialog.getByText('1 passed, 1 failed')).toBeTruthy()
  })

  it('watches a test of all until it ends', async () => {
    const running = { ...noRun, running: true, total: 4, done: 1, started_at: 5 }
    const ended = { ...running, running: false, done: 4, failed: 1, disabled: 1, finished_at: 6 }
    let test = noRun
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/runs': () => ({ body: granted({ test, balance: noRun }) }),
      'GET /api/channel/test': () => {
        test = running
        return { body: granted(running) }
      },
    })
    await page.user.click(screen.getByRole('button', { name: 'All channels' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Test all channels' }))
    await page.user.click(await screen.findByRole('button', { name: 'Test' }))
    await screen.findByRole('progressbar', { name: 'Testing all channels' })
    expect(screen.getByText('1 of 4')).toBeTruthy()
    test = ended
    await screen.findByText('4 channels tested, 1 failed, 1 disabled, 0 enabled')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('A channel with several keys', () => {
  it('shows which are left out, and uses them again', async () => {
    const stopped = { id: 'k2', place: 2, state: 'disabled' as const, reason: 'refused', since: 9, until: 0 }
    const page = await open('/channel', [sampleChannel({ key_count: 3, stopped_keys: [stopped] })], {
      'POST /api/channel/3/keys/enable': () => ({ body: granted(sampleChannel({ key_count: 3 })) }),
    })
    expect(screen.getByText('2/3 keys')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Show details of main' }))
    await screen.findByText('2 of 3 keys in use')
    await page.user.click(screen.getByRole('button', { name: 'Use key 2 again' }))
    await screen.findByText('Operation completed')
    expect(changes(page)).toEqual([{ key: 'k2' }])
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
    const page = await openForm({ 'POST /api/channel/': () => ({ body: granted(sampleChannel()) }) })
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

  it('makes a channel for each key when told to', async () => {
    const page = await openForm({
      'POST /api/channel/batch/create': () => ({ body: granted({ count: 2, ids: [4, 5] }) }),
    })
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await page.user.type(page.key(), 'a,b')
    await page.user.click(page.drawer.getByRole('checkbox', { name: /^A channel for each key/ }))
    await page.user.click(page.drawer.getByRole('button', { name: 'Create one per key' }))
    await screen.findByText('2 channels created')
    expect(changes(page)).toEqual([expect.objectContaining({ name: 'mine', key: 'a\nb' })])
  })

  it('fetches the models of the upstream once there is a key, and takes what is ticked', async () => {
    const page = await openForm({
      'POST /api/channel/fetch_models': () => ({ body: granted(['two', 'three', 'four']) }),
    })
    const fetch = page.drawer.getByRole('button', { name: 'Fetch from upstream' })
    await page.user.click(fetch)
    await screen.findByText('Please fill in the key')
    await page.user.type(page.key(), 'secret')
    await page.user.click(fetch)
    const picker = within(await screen.findByRole('dialog', { name: 'Models of the upstream' }))
    await page.user.click(picker.getByRole('checkbox', { name: 'four' }))
    await page.user.click(picker.getByRole('button', { name: 'Apply' }))
    expect(await page.drawer.findByLabelText('four')).toBeTruthy()
    expect(page.drawer.queryByLabelText('three')).toBeNull()
    expect(changes(page)).toEqual([expect.objectContaining({ type: 40, key: 'secret' })])
  })

  it('says so when the models of the upstream cannot be fetched', async () => {
    const page = await openForm({ 'POST /api/channel/fetch_models': () => ({ status: 502, body: '<html></html>' }) })
    await page.user.type(page.key(), 'sk-one')
    await page.user.click(page.drawer.getByRole('button', { name: 'Fetch from upstream' }))
    await screen.findByText(/^Fetch model list failed\s+Error: HTTP 502$/)
  })

  it('keeps the fields and the text of the setting together', async () => {
    const page = await openForm()
    await page.user.click(page.drawer.getByRole('button', { name: 'Upstream connection' }))
    await page.user.click(page.drawer.getByRole('switch', { name: 'Force format' }))
    const text = page.drawer.getByRole('textbox', { name: 'Channel settings' }) as HTMLTextAreaElement
    expect(JSON.parse(text.value)).toEqual({ force_format: true })
    await page.user.clear(text)
    await page.user.type(text, '{{"proxy":"host"')
    expect(page.drawer.getByRole('switch', { name: 'Force format' }).getAttribute('aria-disabled')).toBe('true')
    await page.user.type(text, '}')
    expect(page.drawer.getByText('The proxy must begin with http://, https:// or socks5://')).toBeTruthy()
  })

  it('copies a channel with the key it has', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/3': () => ({ body: granted(sampleChannel({ key: 'source-key' })) }),
      'POST /api/channel/': () => ({ body: granted(sampleChannel({ id: 4 })) }),
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
