import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../../lib/session.ts'
import { granted, refused } from '../../../testing/answer-calls.ts'
import { changesOf, openChannelPage, openChannels } from '../../../testing/channels-page.tsx'
import { inEachLanguage } from '../../../testing/languages.ts'
import { sampleChannel, sampleTag } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('The page of a channel', () => {
  it('says how it stands, why it gets no calls, and what its last test came to in words', async () => {
    const info = JSON.stringify({ status_reason: 'wrong key', status_time: 1_700_000_000 })
    await openChannelPage(
      sampleChannel({
        ...{ status: 3, other_info: info, used_quota: 500_000, balance: 3, balance_updated_time: 1_700_000_000 },
        ...{ test_time: 1_700_000_000, test_fault: 'timeout after 30 s', models: 'one,two', note: 'Ask Ann' },
      }),
    )
    await screen.findByRole('heading', { name: 'main', level: 1 })
    for (const text of ['$1.00', '$3.00', '2 models', 'Ask Ann']) screen.getByText(text)
    screen.getByText('Failed', { selector: 'span' })
    screen.getByText('This channel was disabled automatically. Enable it once the cause is gone.')
    screen.getByText('Reason: wrong key')
    expect(screen.getAllByText('timeout after 30 s')).toHaveLength(2)
  })

  it('says so when it is not known how its calls have been going', async () => {
    await openChannelPage(sampleChannel(), { 'GET /api/health/channels': () => ({ body: refused('away') }) })
    const fault = await screen.findByText('This could not be loaded', { selector: 'span' })
    within(fault).getByRole('button', { name: 'Try again' })
  })

  inEachLanguage('wakes it, and the page says so', async () => {
    const channel = sampleChannel({ status: 3 })
    const page = await openChannelPage(channel, {
      'POST /api/channel/batch/enabled': () => {
        channel.status = 1
        return { body: granted([3]) }
      },
    })
    await page.user.click(await screen.findByRole('button', { name: 'Enable' }))
    await screen.findByRole('button', { name: 'Disable' })
    expect(changesOf(page)).toEqual([{ ids: [3] }])
    expect(screen.queryByText('This channel was disabled automatically. Enable it once the cause is gone.')).toBeNull()
  })

  it('says why it rests and until when, and ends that', async () => {
    const rest = { models: 2, until: 1_700_000_000, why: 'limit' as const, reason: '429 slow_down' }
    const channel = sampleChannel({ rest })
    const page = await openChannelPage(channel, {
      'POST /api/channel/3/wake': () => ({ body: granted(Object.assign(channel, { rest: null })) }),
    })
    await screen.findByText('2 models are cooling down: 429 slow_down')
    await screen.findByText(/^Rate limit · until .*2023/)
    await page.user.click(screen.getByRole('button', { name: 'Resume requests' }))
    await screen.findByText('Requests resumed')
    await waitFor(() => expect(screen.queryByText('2 models are cooling down: 429 slow_down')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Resume requests' })).toBeNull()
  })

  it('tells how each of its keys stands, and disables, enables and wakes one', async () => {
    const key = { reason: '', since: 0, until: 0, by_hand: false }
    const keys = [
      { ...key, id: 'b', place: 2, state: 'disabled', since: 1_700_000_000, by_hand: true },
      { ...key, id: 'c', place: 3, state: 'resting', reason: '429 slow_down', since: 1, until: 1_700_000_000 },
      { ...key, id: 'a', place: 1, state: 'working' },
    ]
    const channel = sampleChannel({ key_count: 3 })
    const page = await openChannelPage(channel, {
      'GET /api/channel/3/keys': () => ({ body: granted(keys) }),
      'POST /api/channel/3/keys/enable': () => ({ body: granted(channel) }),
      'POST /api/channel/3/keys/disable': () => ({ body: refused('The last one') }),
    })
    await screen.findByText(/^Disabled by an admin · /)
    screen.getByText(/^429 slow_down · /)
    screen.getByText('In use')
    await page.user.click(screen.getByRole('button', { name: 'Enable key 2' }))
    await page.user.click(screen.getByRole('button', { name: 'Resume key 3' }))
    await screen.findByText('Requests resumed')
    await page.user.click(screen.getByRole('button', { name: 'Disable key 1' }))
    await screen.findByText('The last one')
    expect(changesOf(page)).toEqual([{ key: 'b' }, { key: 'c' }, { key: 'a' }])
    expect(screen.queryByRole('button', { name: 'Disable key 2' })).toBeNull()
  })

  it('opens its form in its own address, and shows what was saved', async () => {
    const channel = sampleChannel()
    const page = await openChannelPage(channel, {
      'PUT /api/channel/': ({ body }) => ({ body: granted(Object.assign(channel, body)) }),
    })
    await page.user.click(await screen.findByRole('button', { name: 'Edit' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit channel' }))
    expect(page.router.state.location).toMatchObject({ pathname: '/channel/3', search: { edit: 'true' } })
    await page.user.type(await drawer.findByRole('textbox', { name: /^Name/ }), ' two')
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { name: 'main two', level: 1 })
    await waitFor(() => expect(page.router.state.location.search).toEqual({}))
  })
})

describe('A channel in the list', () => {
  it('is looked into beside the list, from one to the next past rows that are none, and leads to its page', async () => {
    const rows = [
      sampleChannel(),
      sampleTag('fast', [sampleChannel({ id: 5, name: 'below' })]),
      sampleChannel({ id: 4, name: 'other' }),
    ]
    const page = await openChannels('/channel', rows)
    expect(screen.queryByRole('link', { name: 'fast' })).toBeNull()
    screen.getByRole('link', { name: 'main' }).focus()
    await page.user.keyboard('p')
    await screen.findByRole('dialog', { name: 'main' })
    await page.user.keyboard('j')
    await screen.findByRole('dialog', { name: 'below' })
    await page.user.keyboard('j')
    const peek = within(await screen.findByRole('dialog', { name: 'other' }))
    expect(peek.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe('/channel/4')
  })
})
