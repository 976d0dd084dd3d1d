import { beforeEach, describe, expect, it } from 'vitest'
import { madeUpCard } from '#testing/made-up-vendor-card.ts'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { changesOf, openChannels } from '../../../testing/channels-page.tsx'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('a vendor that is one file and one line', () => {
  it('stands in the grid, and its form is drawn from what it says of itself', async () => {
    const page = await openChannels('/channel/add', [sampleChannel()], {
      'GET /api/providers': () => ({ body: granted([madeUpCard]) }),
      'POST /api/channel/': () => ({ body: granted(sampleChannel()) }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.click(await drawer.findByRole('button', { name: 'Made Up' }))
    const key = drawer.getByRole<HTMLTextAreaElement>('textbox', { name: /^Key/ })
    expect(key.placeholder).toBe('Owner|Word')
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: /^Base URL/ }).placeholder).toBe(madeUpCard.base_url)
    expect(drawer.getByRole<HTMLTextAreaElement>('textbox', { name: /^Floor/ }).placeholder).toBe('ground')
    drawer.getByText('For example: third')
    await page.user.click(drawer.getByRole('button', { name: 'Upstream connection' }))
    drawer.getByText('API format')
    await page.user.click(drawer.getByRole('button', { name: 'Advanced' }))
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: /^Organization/ }).placeholder).toBe('guild-…')

    await page.user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await page.user.click(key)
    await page.user.paste('one,two')
    expect(drawer.queryByRole('checkbox', { name: 'Several keys, one per line' })).toBeNull()
    await page.user.click(drawer.getByRole('button', { name: 'Add channel' }))
    await screen.findByText('Channel created')
    expect(changesOf(page)).toEqual([
      expect.objectContaining({ type: 901, key: 'one,two', other: 'ground', models: 'made-1,made-2' }),
    ])
  })
})
