import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type SavedView, viewsPreference } from '../../../lib/saved-views.ts'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { openChannels as open } from '../../../testing/channels-page.tsx'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('The list of channels', () => {
  it('has its columns, and what can be done with a row', async () => {
    const { user } = await open('/channel', [sampleChannel({ used_quota: 500_000, response_time: 0, test_time: 0 })])
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(
      expect.arrayContaining([
        ...['ID', 'Name', 'Groups', 'Type', 'Tag', 'Status', 'Response', 'Used / balance', 'Priority', 'Weight'],
      ]),
    )
    const row = within(screen.getAllByRole('row')[1] ?? document.body)
    for (const text of ['3', 'main', 'Enabled', 'Untested', '$1.00']) row.getByText(text)
    await user.click(screen.getByRole('button', { name: 'Actions for main' }))
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(entries).toEqual(['Disable', 'Edit', 'Test models', 'Copy as a new channel', 'Set tag', 'Delete'])
  })

  it('is ordered by what was used, and by what is left with the provider', async () => {
    const { calls, user } = await open('/channel', [sampleChannel()])
    const head = await screen.findByRole('columnheader', { name: 'Used / balance' })
    const asked = () => calls.findLast(({ path }) => path === '/api/channel/')?.query
    await user.click(within(head).getByRole('button', { name: 'balance' }))
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'balance', direction: 'asc' }))
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(head).getByRole('button', { name: 'Used' }))
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'used_quota', direction: 'asc' }))
    await user.click(within(head).getByRole('button', { name: 'Used' }))
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('descending'))
  })

  it('says in the row why a channel takes no calls, and ends that', async () => {
    const rest = { models: 2, until: 1_700_000_000, why: 'limit' as const, reason: '429 slow_down' }
    const channel = sampleChannel({ rest })
    const { user } = await open('/channel', [channel], {
      'POST /api/channel/3/wake': () => ({ body: granted(Object.assign(channel, { rest: null })) }),
    })
    expect(await screen.findByText('429 slow_down')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Resume requests' }))
    await screen.findByText('Requests resumed')
    await waitFor(() => expect(screen.queryByText('429 slow_down')).toBeNull())
  })

  it('writes into its file what a channel is, and not the number of it', async () => {
    const files: Promise<string>[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file.text())
      return 'blob:file'
    })
    const failed = { id: 4, response_time: 4, test_time: 1_700_000_000, test_fault: 'refused' }
    const asked = { id: 5, response_time: 1250, balance: 12.5, balance_updated_time: 1_700_000_000 }
    const rows = [{ response_time: 0 }, failed, asked].map((fields) => sampleChannel({ type: 40, ...fields }))
    const { user } = await open('/channel', rows)
    await screen.findAllByText('Second')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const lines = (await files[0])?.split(/\r?\n/) ?? []
    expect(lines.slice(0, 4).map((line) => line.split(',').slice(5, 9))).toEqual([
      ['"Status"', '"Response"', '"Used"', '"Balance"'],
      ['"Enabled"', '"Untested"', '0', '""'],
      ['"Enabled"', '"Failed"', '0', '""'],
      ['"Enabled"', '1.25', '0', '12.5'],
    ])
    vi.restoreAllMocks()
  })

  it('says of a failed test why it failed, however quick it was, and shows no time in green', async () => {
    const failed = { test_time: 1_700_000_000, test_fault: 'connection refused', response_time: 4 }
    await open('/channel', [sampleChannel(failed)])
    await screen.findByText('connection refused')
    expect(screen.getByText('Failed').closest('.text-bad')).toBeTruthy()
    expect(screen.queryByText('4 ms')).toBeNull()
  })

  it('greys what is disabled, and offers to enable it', async () => {
    const { user } = await open('/channel', [sampleChannel({ status: 2 })])
    screen.getByText('Disabled')
    expect(screen.getByText('main').closest('.grayscale')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await screen.findByRole('menuitem', { name: 'Enable' })
  })

  it('is asked for again at a click on query, by id and by tag as they are turned on', async () => {
    const { user, calls, router } = await open('/channel', [sampleChannel()])
    const asked = () => calls.filter(({ path }) => path === '/api/channel/').at(-1)?.query
    expect(asked()).toMatchObject({ id_sort: 'false', tag_mode: 'false', p: '1', page_size: '10' })
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
    await vi.waitFor(() => expect(asked()).toMatchObject({ id_sort: 'true' }))
    expect(router.state.location.search).toEqual({ id_sort: 'on' })
    await user.click(screen.getByRole('button', { name: 'Tag mode' }))
    await vi.waitFor(() => expect(asked()).toMatchObject({ tag_mode: 'true' }))
    expect(localStorage.getItem('channels-tag-mode')).toBe('true')
    calls.length = 0
    await user.click(screen.getByRole('button', { name: 'Query' }))
    await vi.waitFor(() => expect(asked()).toBeDefined())
    await user.click(screen.getByRole('button', { name: 'Tag mode' }))
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
  })

  it('shows in the head of the ids that it is ordered by them, which also ends it', async () => {
    const { user, calls } = await open('/channel?id_sort=on', [sampleChannel()])
    const asked = () => calls.findLast(({ path }) => path === '/api/channel/')?.query
    const head = screen.getByRole('columnheader', { name: 'ID' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await user.click(within(head).getByRole('button'))
    await waitFor(() => expect(asked()).toMatchObject({ id_sort: 'false' }))
    expect(asked()?.sort).toBeUndefined()
    expect(head.getAttribute('aria-sort')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
    await user.click(within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button'))
    await waitFor(() => expect(asked()).toMatchObject({ id_sort: 'true', sort: 'name' }))
    expect(head.getAttribute('aria-sort')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
  })

  it('is laid out as its address says, and as a saved view does, whatever this browser remembers', async () => {
    const saved: SavedView = {
      name: 'oldest',
      filters: {},
      hidden: [],
      dense: false,
      modes: { id_sort: 'off', tag_mode: 'on' },
    }
    viewsPreference('channels').set([saved])
    const { user, calls, router } = await open('/channel?id_sort=on', [sampleChannel()])
    const asked = () => calls.filter(({ path }) => path === '/api/channel/').at(-1)?.query
    expect(asked()).toMatchObject({ id_sort: 'true', tag_mode: 'false' })
    expect(screen.getByRole('button', { name: 'Sort by ID' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'oldest' }))
    await vi.waitFor(() => expect(asked()).toMatchObject({ id_sort: 'false', tag_mode: 'true' }))
    expect(router.state.location.search).toEqual({ id_sort: 'off', tag_mode: 'on', hidden: '-' })
    await user.click(screen.getByRole('button', { name: 'Sort by ID' }))
    await vi.waitFor(() => expect(asked()).toMatchObject({ id_sort: 'true', tag_mode: 'true' }))
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'again{Enter}')
    await vi.waitFor(() => expect(viewsPreference('channels').get()).toHaveLength(2))
    expect(viewsPreference('channels').get()[1]?.modes).toEqual({ id_sort: 'on', tag_mode: 'on' })
    viewsPreference('channels').set([])
  })

  it('tells the balance of a channel once it was asked for, and none before', async () => {
    const other = sampleChannel({ id: 4, name: 'other', balance: 3, balance_updated_time: 1_700_000_000 })
    const { user } = await open('/channel', [sampleChannel(), other], {
      'GET /api/channel/update_balance/3': () => ({ body: granted(null, { balance: 12.5 }) }),
    })
    expect(screen.getAllByText('$0.00')).toHaveLength(2) // What was used.
    screen.getByText('$3.00')
    screen.getByRole('button', { name: 'Update the balance of other' })
    await user.click(screen.getByRole('button', { name: 'Check the balance of main' }))
    await screen.findByText('Balance of “main”: $12.50')
  })
})
