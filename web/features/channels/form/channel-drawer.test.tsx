import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import {
  changesOf as changes,
  openChannels as open,
  openChannelForm as openForm,
} from '../../../testing/channels-page.tsx'
import { inEachLanguage } from '../../../testing/languages.ts'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'
import { said } from '../../../testing/wordings.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

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

  it('takes a pasted key out of what stands around it, and picks its provider where nobody did', async () => {
    const guess = { key: 'sk-own', base_url: '', types: [40] }
    const page = await open('/channel/add', [sampleChannel()], {
      'POST /api/providers/guess': () => ({ body: granted(guess) }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    await drawer.findByRole('button', { name: 'Second' })
    const key = drawer.getByRole<HTMLTextAreaElement>('textbox', { name: /^Key/ })
    await page.user.click(key)
    await page.user.paste('KEY="sk-own"')
    await waitFor(() => expect(key.value).toBe('sk-own'))
    expect(drawer.getByRole('button', { name: 'Second' }).getAttribute('aria-pressed')).toBe('true')
    // Who chose is not overruled.
    await page.user.click(drawer.getByRole('button', { name: 'First' }))
    await page.user.clear(key)
    await page.user.paste('KEY="sk-own"')
    await waitFor(() => expect(key.value).toBe('sk-own'))
    expect(drawer.getByText('First')).toBeTruthy()
  })

  inEachLanguage('fills in the models of the provider and creates the channel', async () => {
    const page = await openForm({ 'POST /api/channel/': () => ({ body: granted(sampleChannel()) }) })
    expect(page.drawer.getByLabelText('two')).toBeTruthy()
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await page.user.type(page.key(), 'secret')
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Base URL/ }), 'https://host.example/v1/')
    await page.user.click(page.drawer.getByRole('button', { name: 'Add channel' }))
    await screen.findByRole('alertdialog', { name: 'The address ends with /v1' })
    await page.user.click(screen.getByRole('button', { name: 'Save anyway' }))
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

  inEachLanguage('asks for name, key and models before it sends anything', async () => {
    const page = await openForm()
    await page.user.click(page.drawer.getByRole('button', { name: 'Clear' }))
    await page.user.click(page.drawer.getByRole('button', { name: 'Add channel' }))
    await page.drawer.findByText('Enter a name')
    expect(page.drawer.getByText('Enter a key')).toBeTruthy()
    expect(page.drawer.getByText('Select at least one model')).toBeTruthy()
    expect(changes(page)).toEqual([])
  })

  it('takes names and values in tables, and sends the JSON that they make', async () => {
    const page = await openForm({ 'POST /api/channel/': () => ({ body: granted(sampleChannel()) }) })
    const { user, drawer } = page
    await user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await user.type(page.key(), 'a')
    await user.click(drawer.getByRole('button', { name: 'Advanced' }))
    const add = async (table: string, name: string, value: string) => {
      const [first, second] = within(await drawer.findByRole('group', { name: table })).getAllByRole('textbox', {
        name: /^New: /,
      })
      if (first === undefined || second === undefined) throw new Error('it has no line for a new entry')
      await user.type(first, name)
      await user.type(second, value)
    }
    await add('Model mapping', 'small', 'small-2')
    await add('Parameter override', 'temperature', '0.5')
    // What stands in the line of a new entry is taken when it is left.
    await user.click(drawer.getByRole('button', { name: 'Add channel' }))
    await screen.findByText('Channel created')
    expect(changes(page)).toMatchObject([
      { model_mapping: '{\n  "small": "small-2"\n}', param_override: '{\n  "temperature": 0.5\n}' },
    ])
  })

  inEachLanguage('names what is no JSON, and where', async () => {
    const { user, drawer } = await openForm()
    await user.click(drawer.getByRole('button', { name: 'Advanced' }))
    await user.click(drawer.getByRole('button', { name: 'Upstream connection' }))
    for (const name of ['Model mapping', 'Parameter override'])
      await user.click(await drawer.findByRole('button', { name: `Edit as JSON: ${name}` }))
    for (const name of ['Model mapping', 'Channel settings', 'Parameter override'])
      await user.type(drawer.getByRole('textbox', { name }), '{{')
    await user.click(drawer.getByRole('button', { name: 'Add channel' }))
    await drawer.findByText('Model mapping: invalid JSON (line 1, column 2)')
    await drawer.findByText('Channel settings: invalid JSON (line 1, column 2)')
    await drawer.findByText('Parameter override: invalid JSON (line 1, column 2)')
  })

  inEachLanguage('leaves out models that are there already, and says which', async () => {
    const page = await open('/channel/edit/3', [sampleChannel()], {
      'GET /api/channel/3': () => ({ body: granted(sampleChannel()) }),
      'PUT /api/channel/': () => ({ body: granted(sampleChannel()) }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.click(drawer.getByRole('combobox', { name: /^Models/ }))
    await page.user.paste('two, three, one')
    await screen.findByText('Already in the list: two, one')
    await page.user.tab()
    await page.user.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Channel updated')
    expect(changes(page)).toEqual([{ id: 3, models: 'one,two,three' }])
  })

  it('makes a channel for each key when told to', async () => {
    const page = await openForm({
      'POST /api/channel/batch/create': () => ({ body: granted({ count: 2, ids: [4, 5] }) }),
    })
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), 'mine')
    await page.user.type(page.key(), 'a,b')
    await page.user.click(page.drawer.getByRole('checkbox', { name: /^A channel for each key/ }))
    await page.user.click(page.drawer.getByRole('button', { name: 'Add one per key' }))
    await screen.findByText('2 channels created')
    expect(changes(page)).toEqual([expect.objectContaining({ name: 'mine', key: 'a\nb' })])
  })

  inEachLanguage('fetches the models of the upstream once there is a key, and takes what is ticked', async () => {
    const page = await openForm({
      'POST /api/channel/fetch_models': () => ({ body: granted(['two', 'three', 'four']) }),
    })
    const fetch = page.drawer.getByRole('button', { name: 'Fetch from upstream' })
    await page.user.click(fetch)
    await screen.findByText('Enter a key')
    await page.user.type(page.key(), 'secret')
    await page.user.click(fetch)
    const picker = within(await screen.findByRole('dialog', { name: 'Models of the upstream' }))
    await page.user.click(picker.getByRole('checkbox', { name: 'four' }))
    await page.user.click(picker.getByRole('button', { name: 'Apply' }))
    expect(await page.drawer.findByLabelText('four')).toBeTruthy()
    expect(page.drawer.queryByLabelText('three')).toBeNull()
    expect(changes(page)).toEqual([expect.objectContaining({ type: 40, key: 'secret' })])
  })

  inEachLanguage('says so when the models of the upstream cannot be fetched', async () => {
    const page = await openForm({ 'POST /api/channel/fetch_models': () => ({ status: 502, body: '<html></html>' }) })
    await page.user.type(page.key(), 'sk-one')
    await page.user.click(page.drawer.getByRole('button', { name: 'Fetch from upstream' }))
    await screen.findByText('Couldn’t fetch the model list\nError: HTTP 502')
  })

  it('keeps the fields and the text of the setting together', async () => {
    const page = await openForm()
    await page.user.click(page.drawer.getByRole('button', { name: 'Upstream connection' }))
    await page.user.click(page.drawer.getByRole('switch', { name: 'Force format' }))
    const text = page.drawer.getByRole('textbox', { name: 'Channel settings' }) as HTMLTextAreaElement
    expect(JSON.parse(text.value)).toEqual({ force_format: true })
    await page.user.clear(text)
    await page.user.type(text, '{{"proxy":"host"')
    expect(page.drawer.getByRole<HTMLInputElement>('switch', { name: 'Force format' }).disabled).toBe(true)
    await page.user.type(text, '}')
    expect(page.drawer.getByText('The proxy must begin with http://, https:// or socks5://')).toBeTruthy()
  })

  inEachLanguage('says which keys of a paste came more than once, and keeps each once', async () => {
    const page = await openForm()
    await page.user.click(page.key())
    await page.user.paste('a\nb\na')
    await page.user.tab()
    await screen.findByText('1 repeated key is kept once')
    expect((page.key() as HTMLTextAreaElement).value).toBe('a\nb')
  })

  inEachLanguage('does not save a channel of which nothing was changed', async () => {
    const page = await open('/channel/edit/3', [sampleChannel()], {
      'GET /api/channel/3': () => ({ body: granted(sampleChannel()) }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.click(await drawer.findByRole('button', { name: 'Save' }))
    await screen.findByText('No changes to save')
    expect(changes(page)).toEqual([])
  })

  inEachLanguage('copies a channel with the key it has', async () => {
    const page = await open('/channel', [sampleChannel()], {
      'GET /api/channel/3': () => ({ body: granted(sampleChannel({ key: 'source-key' })) }),
      'POST /api/channel/': () => ({ body: granted(sampleChannel({ id: 4 })) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Actions for main' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Copy as a new channel' }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(drawer.queryByDisplayValue('source-key')).toBeNull()
    await page.user.click(drawer.getByRole('button', { name: 'Add channel' }))
    await screen.findByText('Channel copied')
    const [body] = changes(page)
    expect(body).toMatchObject({ name: said('main copy'), key: 'source-key', models: 'one,two' })
    expect(body).not.toHaveProperty('id')
  })
})
