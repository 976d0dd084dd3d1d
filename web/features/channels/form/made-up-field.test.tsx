import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { changesOf, openChannelForm, openChannels } from '../../../testing/channels-page.tsx'
import { sampleChannel, sampleTag } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'

// The entries, and the words.
vi.mock('#contract/channel-fields.ts', async (original) => {
  const { channelColumns, channelSettings } = await original<typeof import('#contract/channel-fields.ts')>()
  const { madeUpColumn, madeUpSetting } = await import('#testing/made-up-field.ts')
  return {
    channelColumns: { ...channelColumns, ...madeUpColumn },
    channelSettings: { ...channelSettings, ...madeUpSetting },
  }
})
vi.mock('../../../locales/en/channels.ts', async (original) => {
  const { messages } = await original<typeof import('../../../locales/en/channels.ts')>()
  const words = {
    'field.made_up': 'Made up',
    'field.made_up.hint': 'How much of it.',
    'field.made_up.wrong': 'Made up must be a number',
    'setting.made_up_way': 'Made up way',
    'setting.made_up_way.hint': '',
  }
  return { messages: { ...messages, ...words } }
})

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

const madeUp = (id: number) => ({ ...sampleChannel({ id, setting: '{"made_up_way":true,"own":1}' }), made_up: 4 })

describe('a field of channels that is one entry and its words', () => {
  it('stands in the form of a new channel, and is sent', async () => {
    const page = await openChannelForm({ 'POST /api/channel/': () => ({ body: granted(sampleChannel()) }) })
    await page.user.click(page.drawer.getByRole('button', { name: 'Advanced' }))
    const field = page.drawer.getByRole('textbox', { name: /^Made up/ })
    page.drawer.getByText('How much of it.')
    await page.user.clear(field)
    await page.user.type(field, '7')
    await page.user.click(page.drawer.getByRole('button', { name: 'Upstream connection' }))
    await page.user.click(page.drawer.getByRole('switch', { name: 'Made up way' }))
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await page.user.type(page.key(), 'secret')
    await page.user.click(page.drawer.getByRole('button', { name: 'Add channel' }))
    await screen.findByText('Channel created')
    const [body] = changesOf(page)
    expect(body).toMatchObject({ made_up: 7, setting: JSON.stringify({ made_up_way: true }, null, 2) })
  })

  it('is shown as it is stored, kept by the edit of another field, and copied', async () => {
    const page = await openChannels('/channel/edit/3', [madeUp(3)], {
      'GET /api/channel/3': () => ({ body: granted(madeUp(3)) }),
      'PUT /api/channel/': () => ({ body: granted(madeUp(3)) }),
      'POST /api/channel/': () => ({ body: granted(madeUp(4)) }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: /^Made up/ }).value).toBe('4')
    expect(drawer.getByRole<HTMLInputElement>('switch', { name: 'Made up way' }).checked).toBe(true)
    await page.user.type(drawer.getByRole('textbox', { name: /^Name/ }), '2')
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Channel updated')
    expect(changesOf(page)).toEqual([{ id: 3, name: 'main2' }])
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Copy as a new channel' }))
    const copy = within(await screen.findByRole('dialog', { name: /Copy/ }))
    await page.user.click(copy.getByRole('textbox', { name: /^Key/ }))
    await page.user.paste('sk-copy')
    await page.user.click(copy.getByRole('button', { name: 'Add channel' }))
    await screen.findByText('Channel copied')
    expect(changesOf(page)[1]).toMatchObject({ made_up: 4, setting: '{"made_up_way":true,"own":1}' })
  })

  it('stands in the form of a tag, which sends it alone when it alone is changed', async () => {
    const page = await openChannels('/channel?tag_mode=true', [sampleTag('main', [madeUp(1), madeUp(2)])], {
      'GET /api/channel/tag': () => ({
        body: granted({ tag: 'main', count: 2, fields: { made_up: { shared: 4, partly: [] } } }),
      }),
      'PUT /api/channel/tag': () => ({ body: granted([{ ids: [1, 2], was: { made_up: 4 }, now: { made_up: 9 } }]) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Edit tag' }))
    const drawer = within(await screen.findByRole('dialog'))
    const field = drawer.getByRole<HTMLInputElement>('textbox', { name: /^Made up/ })
    expect(field.value).toBe('4')
    await page.user.clear(field)
    await page.user.type(field, '9')
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Tag updated, 2 channels changed')
    expect(changesOf(page)).toEqual([{ tag: 'main', made_up: 9 }])
  })
})
