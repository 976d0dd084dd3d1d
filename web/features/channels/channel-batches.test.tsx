import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { granted } from '../../testing/answer-calls.ts'
import { changesOf as changes, noRun, openChannels as open } from '../../testing/channels-page.tsx'
import { inEachLanguage } from '../../testing/languages.ts'
import { sampleChannel, sampleTag } from '../../testing/sample-channel.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { tagModePreference } from './list/list-preferences.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))
afterEach(() => {
  // Before the server is gone: what is on its way must not look for another.
  tagModePreference.set(false)
})

describe('Channels in tag mode', () => {
  const tagged = (id: number, changes = {}) => sampleChannel({ id, name: `member ${id}`, tag: 'fast', ...changes })
  const rows = [
    sampleTag('fast', [tagged(1), tagged(2, { status: 2 })], { priority: null, weight: 4, enabled_count: 1 }),
    sampleChannel(),
  ]

  it('selects all channels of a tag with it, and leads to those that are not shown', async () => {
    const many = sampleTag('fast', [tagged(1)], { count: 3, ids: [1, 7, 8] })
    tagModePreference.set(true)
    const all = [1, 7, 8].map((id) => tagged(id))
    const page = await open('/channel', [many, sampleChannel()], {
      'GET /api/channel/': ({ query }) => {
        const items = query.tag_mode === 'true' ? [many, sampleChannel()] : all
        return { body: granted({ items, page: 1, page_size: 10, total: items.length }) }
      },
      'POST /api/channel/batch': () => ({ body: granted(3) }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row fast' }))
    await page.user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Delete 3 selected channels?')
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('3 channels deleted')
    expect(changes(page)).toEqual([{ ids: [1, 7, 8] }])
    await page.user.click(screen.getByRole('link', { name: 'Show all 3' }))
    await waitFor(() => expect(page.calls.at(-1)?.query).toMatchObject({ tag: 'fast', tag_mode: 'true' }))
    // What is asked for by its name lies open; what even then is not shown comes page by page.
    await screen.findByText('member 1')
    await page.user.click(screen.getByRole('link', { name: 'Show all 3' }))
    await waitFor(() => expect(page.calls.at(-1)?.query).toMatchObject({ tag: 'fast', tag_mode: 'false' }))
  })

  it('are laid out as the address says, whatever is remembered, and the switch writes both', async () => {
    tagModePreference.set(true)
    const page = await open('/channel?tag_mode=off', rows)
    const asked = () => page.calls.filter(({ path }) => path === '/api/channel/').at(-1)?.query.tag_mode
    const button = screen.getByRole('button', { name: 'Tag mode' })
    expect([asked(), button.getAttribute('aria-pressed')]).toEqual(['false', 'false'])
    await page.user.click(button)
    await waitFor(() => expect(asked()).toBe('true'))
    expect(page.router.state.location.search).toEqual({ tag_mode: 'on' })
    tagModePreference.set(false)
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    await page.user.click(button)
    await waitFor(() => expect(page.router.state.location.search).toEqual({}))
  })

  it('unfolds a tag, and selects its channels with it', async () => {
    const page = await open('/channel', rows, { 'POST /api/channel/batch': () => ({ body: granted(2) }) })
    expect(screen.getByText('1/2 enabled')).toBeTruthy()
    expect(screen.queryByText('member 1')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Show details of fast' }))
    await screen.findByText('member 1')
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row fast' }))
    expect(screen.getByRole('checkbox', { name: 'Select row member 2' })).toHaveProperty('checked', true)
    await page.user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Delete 2 selected channels?')
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('2 channels deleted')
    expect(changes(page)).toEqual([{ ids: [1, 2] }])
  })

  inEachLanguage('asks before it levels a priority, and refuses a weight below zero', async () => {
    const page = await open('/channel', rows, {
      'POST /api/channel/batch/values': () => ({ body: granted([{ ids: [1, 2], was: { priority: 0 } }]) }),
    })
    await page.user.type(screen.getByRole('textbox', { name: 'Priority of fast' }), '7{Enter}')
    await screen.findByText('Change all 2 channels of tag “fast”?')
    await page.user.click(screen.getByRole('button', { name: 'Change all' }))
    await waitFor(() => expect(changes(page)).toEqual([{ changes: [{ ids: [1, 2], to: { priority: 7 } }] }]))
    const weight = screen.getByRole('textbox', { name: 'Weight of fast' })
    await page.user.clear(weight)
    await page.user.type(weight, '-1{Enter}')
    await screen.findByText('Weight must be a whole number, 0 or more')
    expect(changes(page)).toHaveLength(1)
  })

  inEachLanguage('edits a tag: says so when nothing changed, sends only what did', async () => {
    const page = await open('/channel', rows, {
      'GET /api/channel/tag': () => ({
        body: granted({
          tag: 'fast',
          count: 23,
          fields: {
            models: {
              shared: 'one,two',
              partly: [
                { name: 'three', count: 3 },
                { name: 'four', count: 1 },
              ],
            },
            groups: { shared: 'default', partly: [] },
            model_mapping: { shared: '', partly: [] },
          },
        }),
      }),
      'PUT /api/channel/tag': () => ({
        body: granted([
          { ids: [1, 2], was: { models: 'one,two,four', tag: 'fast' }, now: { models: 'one,two,three', tag: 'slow' } },
          { ids: [3], was: { tag: 'fast' }, now: { tag: 'slow' } },
        ]),
      }),
      'POST /api/channel/batch/values': () => ({ body: granted([{ ids: [1, 3], was: { tag: 'slow' } }]) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for fast' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Edit tag' }))
    const drawer = within(await screen.findByRole('dialog'))
    await drawer.findByText('Changes here apply to 23 channels.')
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('No changes to save')
    const name = drawer.getByRole('textbox', { name: 'Tag name' })
    await page.user.clear(name)
    await page.user.type(name, 'slow')
    await page.user.click(drawer.getByRole('button', { name: 'Give three to all' }))
    await page.user.click(drawer.getByRole('button', { name: 'Take four from all' }))
    expect(drawer.queryByText('3 of 23')).toBeNull()
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Tag updated, 3 channels changed')
    expect(changes(page)).toEqual([
      { tag: 'fast', new_tag: 'slow', add: { models: ['three'] }, take: { models: ['four'] } },
    ])
    // Each gets back what it had, where it still has what it was given.
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 channels changed back')
    expect(changes(page).at(-1)).toEqual({
      changes: [
        {
          ...{ ids: [1, 2], to: { models: 'one,two,four', tag: 'fast' } },
          from: { models: 'one,two,three', tag: 'slow' },
        },
        { ids: [3], to: { tag: 'fast' }, from: { tag: 'slow' } },
      ],
    })
  })

  inEachLanguage('switches all of a tag, and takes it back of those alone that were switched', async () => {
    const page = await open('/channel', rows, {
      'POST /api/channel/tag/disabled': () => ({ body: granted([1]) }),
      'POST /api/channel/batch/enabled': () => ({ body: granted([1]) }),
      'POST /api/channel/batch/disabled': () => ({ body: granted([]) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for fast' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Disable all' }))
    await screen.findByText('1 channel disabled')
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 channel enabled')
    // Done once more to those alone, also where the tag has others by now.
    await page.user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) ?? page.container)
    await screen.findByText('0 channels disabled')
    expect(changes(page)).toEqual([{ tag: 'fast' }, { ids: [1] }, { ids: [1] }])
  })
})

describe('Selected channels', () => {
  inEachLanguage('are counted as the server changed them, not as they were asked for', async () => {
    const rows = [sampleChannel(), sampleChannel({ id: 4, name: 'other' })]
    const page = await open('/channel', rows, { 'POST /api/channel/batch': () => ({ body: granted(1) }) })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Delete' }))
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('1 channel deleted')
    expect(changes(page)).toEqual([{ ids: [3, 4] }])
  })

  inEachLanguage('are deleted for a reason that is kept, and of which nobody is told', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'POST /api/channel/batch': () => ({ body: granted(1) }),
      'DELETE /api/channel/disabled': () => ({ body: granted(2) }),
    })
    const confirmWith = async (reason: string, typed?: string) => {
      const question = within(await screen.findByRole('alertdialog'))
      expect(question.queryByRole('switch')).toBeNull()
      await page.user.type(question.getByRole('textbox', { name: /^Reason/ }), reason)
      const action = question.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
      expect(action.disabled).toBe(typed !== undefined)
      if (typed !== undefined) {
        await page.user.type(question.getByRole('textbox', { name: `Type “${typed}” to confirm` }), typed)
      }
      await page.user.click(action)
    }
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await confirmWith('the contract ended')
    await screen.findByText('“main” deleted')
    expect(changes(page)).toEqual([{ ids: [3], reason: 'the contract ended' }])
    await page.user.click(screen.getByRole('button', { name: 'All channels' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete disabled channels' }))
    // All of them at once cannot be brought back: how many they are is typed.
    await confirmWith('too old', '1')
    expect(page.calls.find(({ query }) => query?.status === 'disabled')?.path).toBe('/api/channel/')
    await waitFor(() =>
      expect(page.calls.find(({ method }) => method === 'DELETE')?.query).toEqual({ reason: 'too old' }),
    )
  })

  inEachLanguage('are not asked about where none is disabled', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/': ({ query }) => {
        const items = query.status === 'disabled' ? [] : [sampleChannel()]
        return { body: granted({ items, page: 1, page_size: 10, total: items.length }) }
      },
    })
    await page.user.click(screen.getByRole('button', { name: 'All channels' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete disabled channels' }))
    await screen.findByText('No channel is disabled')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(page.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  inEachLanguage('are enabled together, those that are so left out', async () => {
    const rows = [1, 2, 3].map((id) => sampleChannel({ id, name: id === 1 ? 'main' : `other ${id}`, status: id }))
    const page = await open('/channel', rows, {
      'POST /api/channel/batch/enabled': () => ({ body: granted([3]) }),
      'POST /api/channel/batch/disabled': () => ({ body: granted([3]) }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Enable' }))
    await screen.findByText('1 channel enabled')
    expect(changes(page)).toEqual([{ ids: [2, 3] }])
    // Somebody else had enabled the other one, and it stays so.
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(changes(page).at(-1)).toEqual({ ids: [3] }))
  })

  inEachLanguage('one alone has its tag changed from the one it has, and loses none that it has not', async () => {
    const page = await open('/channel', [sampleChannel({ tag: 'europe' }), sampleChannel({ id: 4, name: 'spare' })])
    const ask = async (name: string) => {
      await page.user.click(screen.getByRole('checkbox', { name: `Select row ${name}` }))
      await page.user.click(screen.getByRole('button', { name: 'Set tag' }))
      return within(await screen.findByRole('dialog', { name: `Set tag of “${name}”` }))
    }
    const dialog = await ask('main')
    expect(dialog.getByRole('textbox', { name: /^Tag/ })).toHaveProperty('value', 'europe')
    expect(dialog.queryByText('What to change')).toBeNull()
    dialog.getByRole('button', { name: 'Remove tag' })
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row main' }))
    expect((await ask('spare')).queryByRole('button', { name: 'Remove tag' })).toBeNull()
  })

  inEachLanguage('get a tag, which must have a name, and lose it again', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'POST /api/channel/batch/values': () => ({ body: granted([{ ids: [3], was: { tag: 'slow' } }]) }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row main' }))
    await page.user.click(screen.getByRole('button', { name: 'Set tag' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Enter a tag')
    await page.user.type(dialog.getByRole('textbox', { name: /^Tag/ }), 'fast')
    await dialog.findByText('none → fast: 1 channel')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('1 channel changed back')
    expect(changes(page)).toEqual([
      { changes: [{ ids: [3], to: { tag: 'fast' } }] },
      { changes: [{ ids: [3], to: { tag: 'slow' }, from: { tag: 'fast' } }] },
    ])
  })

  inEachLanguage('are given one value, once it is seen what that changes, and only that', async () => {
    const rows = [0, 5, 5, 9].map((priority, id) => sampleChannel({ id: id + 1, name: `c${id + 1}`, priority }))
    const page = await open('/channel', [sampleChannel({ id: 9, priority: 5 }), ...rows], {
      'POST /api/channel/batch/values': () => ({ body: granted([{ ids: [1, 2], was: { priority: 0 } }]) }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Set values' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 5 channels' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Enter a value')
    await page.user.type(dialog.getByRole('textbox', { name: /^Priority/ }), '9{Tab}')
    await dialog.findByText('4 of 5 channels will change')
    for (const text of ['1 of 5 already has it', '5 → 9: 3 channels', '0 → 9: 1 channel']) dialog.getByText(text)
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    // What the server changed, not what was asked for.
    await screen.findByText('2 channels changed')
    expect(changes(page)).toEqual([{ changes: [{ ids: [9, 1, 2, 3, 4], to: { priority: 9 } }] }])
  })

  inEachLanguage('are tested together, once that is agreed to', async () => {
    const rows = [sampleChannel(), sampleChannel({ id: 4, name: 'other' })]
    const page = await open('/channel', rows, { 'POST /api/channel/test': () => ({ body: granted(noRun) }) })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Test' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Test 2 channels?' }))
    await page.user.click(question.getByRole('button', { name: 'Test' }))
    await screen.findByText('Testing 2 channels…')
    expect(changes(page)).toEqual([{ ids: [3, 4] }])
  })
})
