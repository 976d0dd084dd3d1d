import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { rememberUser } from '../../lib/session.ts'
import { granted, refused } from '../../testing/answer-calls.ts'
import { noRun, openChannelPage, openChannels } from '../../testing/channels-page.tsx'
import { inEachLanguage } from '../../testing/languages.ts'
import { sampleChannel } from '../../testing/sample-channel.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'

const shown = vi.fn()
beforeEach(() => {
  rememberUser(sampleUser({ role: 100 }))
  Element.prototype.scrollIntoView = shown
})

const running = { ...noRun, running: true, total: 4, done: 1, started_at: 5 }
const ended = { ...running, running: false, done: 4, finished_at: 6 }

/** Whether what is told is good news, as its sign says. */
const isGood = async (text: string) => {
  const told = await screen.findByText(text)
  return told.parentElement?.querySelector('svg.text-ok') !== null
}

const openWhile = async (kind: 'test' | 'balance', others: Parameters<typeof openChannels>[2] = {}) => {
  let run: ChannelRun = running
  const page = await openChannels('/channel', [sampleChannel()], {
    'GET /api/channel/runs': () => ({ body: granted({ test: noRun, balance: noRun, [kind]: run }) }),
    'GET /api/channel/tests/failed': () => ({
      body: granted([{ reason: 'Wrong key', channels: [{ id: 3, name: 'main', status: 1 }] }]),
    }),
    ...others,
  })
  await screen.findByRole('progressbar')
  return {
    ...page,
    become: (then: Partial<ChannelRun>) => {
      run = { ...ended, ...then }
    },
  }
}

describe('The end of a run over all channels', () => {
  inEachLanguage('is a warning that leads to the findings when a test failed', async () => {
    const page = await openWhile('test')
    page.become({ failed: 1, disabled: 1 })
    expect(await isGood('4 channels tested, 1 failed, 1 disabled, 0 enabled')).toBe(false)
    await screen.findByText('What the test found')
    await page.user.click(screen.getByRole('button', { name: 'Show' }))
    expect(shown).toHaveBeenCalled()
  })

  it('tells of the channels alone that were in it', async () => {
    const page = await openWhile('test')
    page.become({ failed: 1 })
    await screen.findByText('Wrong key')
    expect(page.calls.find(({ path }) => path === '/api/channel/tests/failed')?.query).toEqual({ since: '5' })
  })

  const openAfter = async (found: object[]) => {
    const page = await openChannels('/channel', [sampleChannel()], {
      'GET /api/channel/runs': () => ({ body: granted({ test: { ...ended, failed: 31 }, balance: noRun }) }),
      'GET /api/channel/tests/failed': () => ({ body: granted(found) }),
    })
    await page.user.click(await screen.findByRole('button', { name: 'All channels' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Last test: 31 failed' }))
    return page
  }

  it('can be looked at again after a reload', async () => {
    const page = await openAfter([{ reason: 'Wrong key', channels: [{ id: 3, name: 'main', status: 1 }] }])
    await screen.findByText('Wrong key')
    expect(page.calls.find(({ path }) => path === '/api/channel/tests/failed')?.query).toEqual({ since: '5' })
  })

  inEachLanguage('says when none of those that failed fails any more', async () => {
    await openAfter([])
    await screen.findByText('None of them fails any more.')
  })

  it('says so when what was found cannot be loaded, and tries again', async () => {
    let isGone = true
    const page = await openWhile('test', {
      'GET /api/channel/tests/failed': () => ({
        body: isGone
          ? refused('the database is away')
          : granted([{ reason: 'Wrong key', channels: [{ id: 3, name: 'main', status: 1 }] }]),
      }),
    })
    page.become({ failed: 1 })
    await screen.findByText('This could not be loaded')
    isGone = false
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Wrong key')
  })

  inEachLanguage('disables those that failed for one reason, and takes it back of those that it changed', async () => {
    const found = [3, 4].map((id) => ({ id, name: `channel ${id}`, status: 1 }))
    const page = await openWhile('test', {
      'GET /api/channel/tests/failed': () => ({ body: granted([{ reason: 'Wrong key', channels: found }]) }),
      'POST /api/channel/batch/disabled': () => ({ body: granted([4]) }),
      'POST /api/channel/batch/enabled': () => ({ body: granted([4]) }),
    })
    page.become({ failed: 2 })
    await page.user.click(await screen.findByText('Disable these 2'))
    await page.user.click(await screen.findByRole('button', { name: 'Disable' }))
    await screen.findByText('1 channel disabled')
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 channel enabled')
    const changes = page.calls.filter(({ method }) => method === 'POST')
    expect(changes.map(({ path, body }) => [path, body])).toEqual([
      ['/api/channel/batch/disabled', { ids: [3, 4] }],
      ['/api/channel/batch/enabled', { ids: [4] }],
    ])
  })

  it('is good news when none failed', async () => {
    const page = await openWhile('test')
    page.become({})
    expect(await isGood('4 channels tested, 0 failed, 0 disabled, 0 enabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  })

  it('is told as stopped when some were not tested, also by a node that did not tell when', async () => {
    const page = await openWhile('test')
    page.become({ done: 2, finished_at: 0 })
    expect(await isGood('Testing stopped at 2 of 4 channels: 0 failed, 0 disabled, 0 enabled')).toBe(false)
  })

  it('is a warning when a balance could not be read', async () => {
    const page = await openWhile('balance')
    page.become({ failed: 3 })
    expect(await isGood('Checked the balance of 4 channels, 3 failed')).toBe(false)
  })
})

describe('The end of trying every model of a channel', () => {
  const endAs = async (then: Partial<ChannelRun>) => {
    let run: ChannelRun = { ...running, channel: 3 }
    const plan = { models: 1, calls: 4, quota: 0, unpriced: 0 }
    await openChannelPage(sampleChannel({ id: 3 }), {
      'GET /api/channel/3/card': () => ({ body: granted({ card: null, plan, run }) }),
    })
    await screen.findByRole('progressbar', { name: 'Trying: 1 of 4 requests' })
    run = { ...ended, channel: 3, ...then }
  }

  it('is a warning when calls failed', async () => {
    await endAs({ failed: 2 })
    const text = 'Every model has been tried, 2 requests failed'
    await screen.findByText(text, {}, { timeout: 4000 })
    expect(await isGood(text)).toBe(false)
  })

  it('is told as stopped when not every call was made', async () => {
    await endAs({ done: 3 })
    const text = 'Stopped at 3 of 4 requests, nothing was kept'
    await screen.findByText(text, {}, { timeout: 4000 })
    expect(await isGood(text)).toBe(false)
  })
})
