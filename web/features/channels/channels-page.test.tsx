import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channelBatches } from '#contract/channel-batches.ts'
import type { Channel } from '#contract/channels.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { granted, refused } from '../../testing/answer-calls.ts'
import { changesOf as changes, noRun, openChannels as open } from '../../testing/channels-page.tsx'
import { inEachLanguage } from '../../testing/languages.ts'
import { sampleChannel } from '../../testing/sample-channel.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { keepSavedFiles } from '../../testing/saved-files.ts'
import { screen, within } from '../../testing/screen.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('The channels page', () => {
  it('tells why and when a channel was disabled by itself', async () => {
    const info = JSON.stringify({ status_reason: 'wrong key', status_time: 1_700_000_000 })
    const { user } = await open('/channel', [sampleChannel({ status: 3, other_info: info })])
    screen.getByText('Auto-disabled')
    screen.getByText(/^Reason: wrong key · Time: /)
    await user.click(screen.getByRole('button', { name: 'Show details of main' }))
    await screen.findByText('wrong key')
    expect(screen.getByText('2.5 s')).toBeTruthy()
  })

  it('tells a reason of ours in the reader’s language, of a channel and of a key', async () => {
    await setLanguage('zh')
    const info = JSON.stringify({
      ...{ status_reason: 'answered_slowly', status_values: { time: 12.5, limit: 10 } },
      status_time: 1_700_000_000,
    })
    const key = { id: 'k', place: 2, state: 'disabled', reason: 'balance_spent', since: 0, until: 0 } as const
    const channel = sampleChannel({ status: 3, other_info: info, key_count: 2, stopped_keys: [key] })
    const { user } = await open('/channel', [channel])
    const slow = '上游响应用时 12.5 秒，超过了 10 秒'
    await vi.waitFor(() => expect(document.body.textContent).toContain(`原因：${slow}`))
    await user.click(screen.getByRole('button', { name: 'Show details of main' }))
    await vi.waitFor(() => expect(document.body.textContent).toContain('余额已用尽'))
    expect(document.body.textContent?.split(slow)).toHaveLength(3)
  })

  it('tells how the calls of each channel ended lately, and nothing of one without any', async () => {
    await open('/channel', [
      sampleChannel({ lately: { successes: 3, failures: 1 } }),
      sampleChannel({ id: 4, name: 'idle' }),
    ])
    expect(screen.getAllByText(/recent requests? succeeded$/).map(({ textContent }) => textContent)).toEqual([
      '75% of 4 recent requests succeeded',
    ])
  })

  inEachLanguage(
    'saves a priority that is edited in place and takes it back, and says what is wrong with another',
    async () => {
      const main = sampleChannel()
      const page = await open('/channel', [main], {
        'POST /api/channel/batch/values': ({ body }) => {
          const [change] = channelBatches.changeMany.body.parse(body).changes
          const was = { priority: main.priority }
          Object.assign(main, change?.to)
          return { body: granted([{ ids: [3], was }]) }
        },
      })
      const field = screen.getByRole('textbox', { name: 'Priority of main' }) as HTMLInputElement
      await page.user.clear(field)
      await page.user.type(field, '-2000{Enter}')
      await waitFor(() => expect(changes(page)).toEqual([{ changes: [{ ids: [3], to: { priority: -999 } }] }]))
      await page.user.clear(field)
      await page.user.type(field, '1.5{Enter}')
      await screen.findByText('Priority must be a whole number')
      await page.user.clear(field)
      await page.user.type(field, '{Enter}')
      expect(changes(page)).toHaveLength(1)
      expect(field.value).toBe('-999')
      // Only where nobody has changed it since.
      await page.user.click(screen.getByRole('button', { name: 'Undo' }))
      const back = { ids: [3], to: { priority: 0 }, from: { priority: -999 } }
      await waitFor(() => expect(changes(page).at(-1)).toEqual({ changes: [back] }))
      await screen.findByText('1 channel changed back')
      await waitFor(() => expect(field.value).toBe('0'))
    },
  )

  inEachLanguage('says so when the providers cannot be loaded, in the form too, and tries again', async () => {
    let isGone = true
    const page = await open('/channel/add', [sampleChannel()], {
      'GET /api/providers': () => ({ body: isGone ? refused('away') : granted([]) }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    await drawer.findByText('The choices could not be loaded')
    expect(drawer.queryByText('No provider of this name')).toBeNull()
    // In the row its number is what is known of the provider.
    await screen.findByText('Type 1')
    isGone = false
    await page.user.click(drawer.getByRole('button', { name: 'Try again' }))
    await drawer.findByText('No provider of this name')
  })

  inEachLanguage('says so when a channel is gone', async () => {
    const gone = { 'GET /api/channel/3': () => ({ body: refused('Channel 3 is gone') }) }
    const rows = [sampleChannel()]
    const page = await open('/channel/edit/3', rows, gone)
    await screen.findByText('This channel no longer exists. Refresh the page.')
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/channel'))
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    rows.length = 0
    await page.user.click(await screen.findByRole('menuitem', { name: 'Copy as a new channel' }))
    await screen.findByText('Couldn’t copy the channel\nChannel 3 is gone')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for main' })).toBeNull())
  })

  it('shows a status at once and takes it back when the server refuses', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'POST /api/channel/batch/disabled': () => ({ body: refused('not now') }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
    await screen.findByText('not now')
    await waitFor(() => expect(screen.getByText('Enabled')).toBeTruthy())
  })
})

describe('Tests of channels', () => {
  it('tells how long a test took, and what a failed one said', async () => {
    let isBroken = false
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/test/3': () => ({
        body: isBroken ? { ...refused('wrong key'), time: 1 } : granted(null, { time: 1.234, answer: 'Hello' }),
      }),
    })
    const button = screen.getByRole('button', { name: 'Test main' })
    await page.user.click(button)
    await screen.findByText('“main” responded in 1.2 s')
    isBroken = true
    await page.user.click(button)
    await screen.findByText('“main”: wrong key')
  })

  it('tests all models of a channel, with each result in its row', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/test/3': ({ query }) => ({
        body: query.model === 'one' ? granted(null, { time: 0.5, answer: 'Hello there' }) : refused('no such model'),
      }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Test models' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Test all 2 models' }))
    await dialog.findByText('no such model')
    await dialog.findByText('500 ms')
    dialog.getByText('It responded: “Hello there”')
    expect(dialog.getByText('1 passed, 1 failed')).toBeTruthy()
    const saved = keepSavedFiles()
    await page.user.click(dialog.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved.names).toEqual(['model-tests.csv']))
    expect((await saved.texts())[0]?.split('\r\n')).toEqual(
      expect.arrayContaining(['"one","500 ms · Hello there"', '"two","Failed · no such model"']),
    )
  })

  inEachLanguage('tests no model that a search has hidden', async () => {
    const page = await open('/channel', [sampleChannel()])
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Test models' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(dialog.getByRole('checkbox', { name: 'Select row one' }))
    dialog.getByRole('button', { name: 'Test 1 selected model' })
    await page.user.type(dialog.getByRole('searchbox'), 'tw')
    await dialog.findByRole('button', { name: 'Test 1 model' })
    expect(dialog.queryByRole('button', { name: 'Test 1 selected model' })).toBeNull()
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
    await screen.findByRole('progressbar', { name: 'Testing channels' })
    expect(screen.getByText('1 of 4')).toBeTruthy()
    test = ended
    await screen.findByText('4 channels tested, 1 failed, 1 disabled, 0 enabled')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('A channel with several keys', () => {
  inEachLanguage('shows which are left out, and uses them again', async () => {
    const stopped = { id: 'k2', place: 2, state: 'disabled' as const, reason: 'refused', since: 9, until: 0 }
    const page = await open('/channel', [sampleChannel({ key_count: 3, stopped_keys: [stopped] })], {
      'POST /api/channel/3/keys/enable': () => ({ body: granted(sampleChannel({ key_count: 3 })) }),
      'POST /api/channel/3/keys/disable': () => ({ body: granted(sampleChannel({ key_count: 3 })) }),
    })
    expect(screen.getByText('2/3 keys')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Show details of main' }))
    await screen.findByText('2 of 3 keys in use')
    await page.user.click(screen.getByRole('button', { name: 'Enable key 2' }))
    await screen.findByText('Keys enabled')
    expect(changes(page)).toEqual([{ key: 'k2' }])
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Keys disabled')
    expect(changes(page)).toEqual([{ key: 'k2' }, { key: 'k2' }])
  })

  const key = (place: number, state: 'disabled' | 'resting') => ({
    ...{ id: `k${place}`, place, state, reason: 'refused', since: 9, until: 0 },
  })
  const enableAll = async (channel: Partial<Channel>) => {
    const page = await open('/channel', [sampleChannel({ key_count: 4, ...channel })], {
      'POST /api/channel/3/keys/enable': () => ({ body: granted(sampleChannel({ key_count: 4 })) }),
      'POST /api/channel/3/keys/disable': () => ({ body: granted(sampleChannel({ key_count: 4 })) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Enable all keys' }))
    await screen.findByText('Keys enabled')
    return page
  }

  it('disables those again that were, when that all are enabled is taken back', async () => {
    const page = await enableAll({ stopped_keys: [key(1, 'disabled'), key(2, 'resting'), key(4, 'disabled')] })
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Keys disabled')
    expect(changes(page)).toEqual([{}, { key: 'k1' }, { key: 'k4' }])
  })

  it.each([
    ['their rest alone ended', { stopped_keys: [key(2, 'resting')] }],
    ['it was out of use with them', { status: 3, stopped_keys: [key(1, 'disabled'), key(2, 'disabled')] }],
  ])('offers no way back where %s', async (_why, channel) => {
    await enableAll(channel)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
