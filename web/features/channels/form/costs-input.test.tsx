import { beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { changesOf, openChannelForm, openChannels } from '../../../testing/channels-page.tsx'
import { inEachLanguage } from '../../../testing/languages.ts'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

const text = '{\n  "one": {\n    "input": 2.50,\n    "output": 10\n  },\n  "*": {\n    "call": 0.01\n  }\n}'

const openCosts = async (costs: string) => {
  const stored = sampleChannel({ costs })
  const page = await openChannels('/channel/edit/3', [stored], {
    'GET /api/channel/3': () => ({ body: granted(stored) }),
    'PUT /api/channel/': () => ({ body: granted(stored) }),
  })
  const drawer = within(await screen.findByRole('dialog'))
  const group = async () => within(await drawer.findByRole('group', { name: 'Cost to us' }))
  const cell = async (name: string) => (await group()).getByRole<HTMLInputElement>('textbox', { name })
  const values = async () => (await group()).getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
  const save = async () => {
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Channel updated')
    return changesOf(page)
  }
  return { ...page, drawer, cell, values, save }
}

describe('what the models of a channel cost', () => {
  it('is typed into a table, and sent as the JSON that it makes', async () => {
    const page = await openChannelForm({ 'POST /api/channel/': () => ({ body: granted(sampleChannel()) }) })
    const { user, drawer } = page
    await user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await user.type(page.key(), 'a')
    await user.click(drawer.getByRole('button', { name: 'Advanced' }))
    const table = within(await drawer.findByRole('group', { name: 'Cost to us' }))
    await user.type(table.getByRole('textbox', { name: 'New: Model' }), 'one{Enter}*')
    await user.tab()
    await user.type(table.getByRole('textbox', { name: 'Output of one' }), '10')
    await user.type(table.getByRole('textbox', { name: 'Input of one' }), '2.50')
    await user.type(table.getByRole('textbox', { name: 'Per request of *' }), '0.01')
    await user.click(drawer.getByRole('button', { name: 'Add channel' }))
    await screen.findByText('Channel created')
    const [body] = changesOf(page)
    expect(channels.create.body.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      costs: text.replace('"input": 2.50,\n    "output": 10', '"output": 10,\n    "input": 2.50'),
    })
  })

  it('goes from JSON to the table and back, and again, and stays the same to the letter', async () => {
    const { user, drawer, values, save } = await openCosts(text)
    const shown = ['one', '2.50', '10', '', '', '', '*', '', '', '', '', '0.01', '']
    for (const _time of [1, 2]) {
      expect(await values()).toEqual(shown)
      await user.click(drawer.getByRole('button', { name: 'Edit as JSON: Cost to us' }))
      expect(drawer.getByRole<HTMLTextAreaElement>('textbox', { name: /^Cost to us/ }).value).toBe(text)
      await user.click(drawer.getByRole('button', { name: 'Edit as a table: Cost to us' }))
    }
    await user.type(drawer.getByRole('textbox', { name: /^Name/ }), '2')
    expect(await save()).toEqual([{ id: 3, name: 'main2' }])
  })

  it('is changed price by price, renamed and taken away', async () => {
    const { user, drawer, cell, save } = await openCosts(text)
    await user.clear(await cell('Input of one'))
    await user.type(await cell('Input of one'), '3')
    await user.type(await cell('Cache read of one'), '0.3')
    await user.clear(await cell('Model of one'))
    await user.type(await cell('Model of one'), 'renamed{Enter}')
    await user.click(drawer.getByRole('button', { name: 'Remove *' }))
    expect(await save()).toEqual([
      { id: 3, costs: JSON.stringify({ renamed: { output: 10, input: 3, cache_read: 0.3 } }, null, 2) },
    ])
  })

  it('takes a model by the button once, as with Enter and on leaving', async () => {
    const { user, drawer, cell, values } = await openCosts('{"*":{}}')
    const models = async () => (await values()).filter((value) => value !== '')
    await user.type(await cell('New: Model'), 'one')
    await user.click(within(drawer.getByRole('group', { name: 'Cost to us' })).getByRole('button', { name: 'Add' }))
    expect(await models()).toEqual(['*', 'one'])
    expect(drawer.queryByText(/^Enter a value/)).toBeNull()
    await user.type(await cell('New: Model'), 'two')
    await user.click(await cell('Input of one'))
    expect(await models()).toEqual(['*', 'one', 'two'])
    expect(drawer.queryByText(/^Enter a value/)).toBeNull()
    await user.click(within(drawer.getByRole('group', { name: 'Cost to us' })).getByRole('button', { name: 'Add' }))
    await drawer.findByText('Enter a value for “Model”')
    expect(document.activeElement).toBe(await cell('New: Model'))
    expect((await cell('New: Model')).getAttribute('aria-invalid')).toBe('true')
  })

  it('is empty when its last model is taken away', async () => {
    const { user, drawer, save } = await openCosts('{"last":{"call":1}}')
    await user.click(drawer.getByRole('button', { name: 'Remove last' }))
    expect(await save()).toEqual([{ id: 3, costs: '' }])
  })

  inEachLanguage('says what is missing, and that a model is there already', async () => {
    const { user, drawer, cell, calls } = await openCosts(text)
    await user.type(await cell('New: Model'), 'one{Enter}')
    await drawer.findByText('one is already in the table')
    await user.clear(await cell('New: Model'))
    await user.clear(await cell('Output of one'))
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    await drawer.findByText('Cost to us must have prices for input and output of each model, or for a request alone')
    expect(changesOf({ calls })).toEqual([])
  })

  it('is text where no table can show it', async () => {
    const { drawer } = await openCosts('{"one":{"inputs":1}}')
    expect(drawer.queryByRole('group', { name: 'Cost to us' })).toBeNull()
    await drawer.findByText('This can only be edited as JSON.')
  })
})
