import { cleanup, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { rememberUser } from '../../../lib/session.ts'
import { granted, refused } from '../../../testing/answer-calls.ts'
import { inEachLanguage } from '../../../testing/languages.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'
import { openSettings as open, press } from '../../../testing/settings-page.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('the prices of models', () => {
  it('leave the list of unset models once they are saved', async () => {
    const page = await open('/price?view=unset')
    await page.user.type(await screen.findByRole('textbox', { name: 'Ratio of new-model' }), '1.5')
    await page.user.tab()
    expect(screen.getByRole('textbox', { name: 'Ratio of new-model' })).toHaveProperty('value', '1.5')
    await press(page, 'Save changes')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Ratio of new-model' })).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Ratio of other-model' })).toBeTruthy()
    expect(page.sent()).toMatchObject([{ key: 'ModelRatio' }])
  })

  inEachLanguage('want models to be selected before they are set together', async () => {
    const page = await open('/price?view=unset')
    await page.user.click(await screen.findByRole('button', { name: 'Set for selected' }))
    await screen.findByText('Select models first')
  })

  inEachLanguage('cannot be something else than a number', async () => {
    const page = await open('/price?view=unset')
    const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Fixed price of new-model' })
    await page.user.type(cell, 'cheap')
    await page.user.tab()
    const fault = await screen.findByText('Enter a number')
    // Beside what it is about, which stays to be mended.
    expect(cell.getAttribute('aria-describedby')).toBe(fault.id)
    expect(cell.value).toBe('cheap')
    await page.user.type(cell, '{Escape}')
    expect(cell.value).toBe('')
    expect(screen.queryByText('Enter a number')).toBeNull()
  })
})

it('a price of nothing is refused in the table as it is in the dialog', async () => {
  const page = await open('/price?view=unset')
  await page.user.type(await screen.findByRole('textbox', { name: 'Fixed price of new-model' }), '0')
  await page.user.tab()
  await screen.findByText('The fixed price cannot be 0')
  expect(screen.getByRole('textbox', { name: 'Fixed price of new-model' }).getAttribute('aria-invalid')).toBe('true')
})

it('a cell of a model without a price may be left empty again', async () => {
  const page = await open('/price?view=unset')
  const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Fixed price of new-model' })
  await page.user.type(cell, '2')
  await page.user.tab()
  await page.user.clear(cell)
  await page.user.tab()
  expect(cell).toHaveProperty('value', '')
  expect(cell.getAttribute('aria-invalid')).toBe('false')
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('the list of models without a price', () => {
  inEachLanguage('says so when it cannot be had, where price lists are compared too', async () => {
    for (const view of ['unset', 'lists']) {
      await open(`/price?view=${view}`, {}, { 'GET /api/option/unset_models': () => ({ body: refused('no') }) })
      await screen.findByText('Couldn’t load the enabled models')
      cleanup()
    }
  })
})

describe('the dialogs of prices', () => {
  const confirmIn = (dialog: HTMLElement, name = 'Apply') => within(dialog).getByRole('button', { name })

  inEachLanguage('add a model under a new name and with a price, and change it', async () => {
    const page = await open('/price')
    await press(page, 'Add model')
    const dialog = await screen.findByRole('dialog')
    const name = within(dialog).getByRole('textbox', { name: /^Model name/ })
    await page.user.click(confirmIn(dialog, 'Add model'))
    await within(dialog).findByText('Enter the model name')
    await page.user.type(name, 'gpt-4o')
    await page.user.click(confirmIn(dialog, 'Add model'))
    await within(dialog).findByText('A model of this name is already in the list')
    await page.user.clear(name)
    await page.user.type(name, 'fresh')
    await page.user.click(within(dialog).getByRole('radio', { name: 'Per request' }))
    const price = within(dialog).getByRole('textbox', { name: /^Fixed price/ })
    await page.user.type(price, '0')
    await page.user.click(confirmIn(dialog, 'Add model'))
    await within(dialog).findByText('The fixed price cannot be 0')
    await page.user.type(price, '.5')
    await page.user.click(confirmIn(dialog, 'Add model'))
    await screen.findByText(/^Model added/)
    await screen.findByRole('button', { name: 'Edit fresh' })
    await press(page, 'Edit fresh')
    const again = await screen.findByRole('dialog')
    await page.user.click(confirmIn(again))
    await screen.findByText('No changes to save')
    await page.user.type(within(again).getByRole('textbox', { name: /^Fixed price/ }), '5')
    await page.user.click(confirmIn(again))
    await screen.findByText(/^Model updated/)
  })

  it('say what they must have, and ask before what was typed is thrown away', async () => {
    const page = await open('/price')
    await page.user.click(await screen.findByRole('button', { name: 'Add model' }))
    const dialog = within(await screen.findByRole('dialog'))
    const name = dialog.getByRole('textbox', { name: /^Model name/ })
    await waitFor(() => expect(document.activeElement).toBe(name))
    const required = dialog.getAllByRole('textbox').map((field) => field.getAttribute('aria-required'))
    expect(required).toEqual(['true', 'true', 'false'])
    await page.user.type(name, 'fresh')
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog'))
    await page.user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByRole('textbox', { name: /^Model name/ })).toHaveProperty('value', 'fresh')
  })

  it('are set for no model that a search has hidden', async () => {
    const page = await open('/price?view=unset')
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row new-model' }))
    screen.getByRole('button', { name: 'Set for selected (1)' })
    await page.user.type(screen.getByRole('searchbox', { name: 'Search models' }), 'other')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select row new-model' })).toBeNull())
    screen.getByRole('button', { name: 'Set for selected' })
  })

  it('are set for no model that another address has hidden', async () => {
    const page = await open('/price?view=unset')
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row new-model' }))
    await page.router.navigate({ to: '/price', search: { view: 'unset', model: 'other' } })
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select row new-model' })).toBeNull())
    screen.getByRole('button', { name: 'Set for selected' })
  })

  inEachLanguage('want numbers for several models', async () => {
    const page = await open('/price?view=unset')
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row new-model' }))
    await page.user.click(screen.getByRole('button', { name: /^Set for selected/ }))
    const dialog = await screen.findByRole('dialog')
    await page.user.click(confirmIn(dialog))
    await within(dialog).findByText('Enter a value')
    await page.user.click(within(dialog).getByRole('radio', { name: 'Model ratio and completion ratio' }))
    await page.user.click(confirmIn(dialog))
    await within(dialog).findByText('Enter the model ratio and the completion ratio')
    await page.user.type(within(dialog).getByRole('textbox', { name: 'Model ratio' }), '2')
    await page.user.type(within(dialog).getByRole('textbox', { name: 'Completion ratio' }), 'x')
    await page.user.click(confirmIn(dialog))
    await within(dialog).findByText('Enter valid numbers')
  })
})

describe('the lists of prices', () => {
  const offers = [
    { model: 'new-model', by: 'acme', input: '4', output: '12', cacheRead: '0.4' },
    { model: 'new-model', by: 'reseller', input: '5', output: '12' },
    { model: 'nobody-uses', by: 'acme', input: '1' },
  ]
  const answers = {
    'POST /api/price_list': () => ({ body: granted({ format: 'models.dev', offers, left_out: 1 }) }),
    'GET /api/data/': () => ({ body: granted([], { frame: { start: 0, end: 1, step: 'week', zone: 'UTC' } }) }),
  }
  const table = () => screen.getByRole('table', { name: 'Price lists' })

  it('end what was selected when they are read anew', async () => {
    const page = await open('/price?view=lists', {}, answers)
    await page.user.type(await screen.findByRole('textbox', { name: 'Address of a price list' }), 'https://a.example/b')
    await press(page, 'Fetch')
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row new-model' }))
    screen.getByRole('button', { name: 'Take over (1)' })
    await press(page, 'Fetch')
    await screen.findByRole('button', { name: 'Take over (0)' })
  })

  inEachLanguage('are compared with what is set, and what is taken over is saved', async () => {
    const page = await open('/price?view=lists', {}, answers)
    await page.user.type(await screen.findByRole('textbox', { name: 'Address of a price list' }), 'https://a.example/b')
    await press(page, 'Fetch')
    await screen.findByText('models.dev, 3 prices')
    await screen.findByText('1 without a usable price')
    expect(within(table()).getAllByRole('row')).toHaveLength(2)
    await within(table()).findByText('$4.00 / $12.00 / $0.40')
    await press(page, 'Take over (0)')
    await screen.findByText('Select models first')
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row new-model' }))
    await press(page, 'Take over (1)')
    await screen.findByText('1 price taken over, not saved yet')
    await screen.findByText('These lists ask what is set here')
    await press(page, 'Save changes')
    await waitFor(() => expect(page.sent()).toHaveLength(3))
    const saved = Object.fromEntries(
      page.sent().map((body) => {
        const { key, value } = optionCalls.update.body.parse(body)
        return [key, JSON.parse(value)['new-model']]
      }),
    )
    expect(saved).toEqual({ ModelRatio: 2, CompletionRatio: 3, CacheRatio: 0.1 })
  })

  inEachLanguage('may come from a file, and are forgotten again', async () => {
    const page = await open('/price?view=lists', {}, answers)
    const file = new File(['{}'], 'prices.json', { type: 'application/json' })
    await page.user.upload(await screen.findByLabelText('Read a file', { selector: 'input' }), file)
    const isName = (text: string) => text === 'prices.json'
    await screen.findByText(isName)
    await press(page, 'Remove prices.json')
    await waitFor(() => expect(screen.queryByText(isName)).toBeNull())
  })

  it('are ordered by what is asked or set and by the change, both ways, in the address', async () => {
    const asked = [
      { model: 'new-model', by: 'acme', input: '4', output: '12' },
      { model: 'gpt-4o', by: 'acme', input: '5', output: '5' },
      { model: 'by-call', by: 'acme', perCall: '0.01' },
    ]
    const page = await open(
      '/price?view=lists',
      { ModelRatio: '{"gpt-4o":1.25}', ModelPrice: '{"by-call":0.5}', CompletionRatio: '{"gpt-4o":4}' },
      {
        ...answers,
        'POST /api/price_list': () => ({ body: granted({ format: 'models.dev', offers: asked, left_out: 0 }) }),
      },
    )
    await page.user.type(await screen.findByRole('textbox', { name: 'Address of a price list' }), 'https://a.example/b')
    await press(page, 'Fetch')
    await screen.findByRole('checkbox', { name: 'Select row new-model' })
    const models = () =>
      within(table())
        .getAllByRole('checkbox', { name: /^Select row/ })
        .map((box) => box.getAttribute('aria-label')?.slice('Select row '.length))
    await press(page, 'Asked per 1M')
    await waitFor(() => expect(models()).toEqual(['by-call', 'new-model', 'gpt-4o']))
    await press(page, 'Asked per 1M')
    await waitFor(() => expect(models()).toEqual(['gpt-4o', 'new-model', 'by-call']))
    await press(page, 'Set now, in / out / cached')
    // Of what has no price, nothing changes: it stands last.
    await waitFor(() => expect(models()).toEqual(['by-call', 'gpt-4o', 'new-model']))
    await press(page, 'Change')
    await press(page, 'Change')
    await waitFor(() => expect(models()).toEqual(['gpt-4o', 'by-call', 'new-model']))
    expect(page.router.state.location.search).toMatchObject({ sort: 'change', direction: 'desc' })
  })

  it('say why one cannot be read', async () => {
    const refusing = { ...answers, 'POST /api/price_list': () => ({ body: refused('no list', 'price_list_unknown') }) }
    const page = await open('/price?view=lists', {}, refusing)
    await page.user.type(await screen.findByRole('textbox', { name: 'Address of a price list' }), 'https://a.example/b')
    await press(page, 'Fetch')
    await screen.findByText('no list')
  })
})

describe('what the prices are looked at by', () => {
  inEachLanguage('is told of where it could not be loaded', async () => {
    const broken = () => ({ status: 502, body: '' })
    await open('/price', {}, { 'GET /api/channel/models_enabled': broken })
    await screen.findByText('Which models are served could not be loaded')
    cleanup()
    await open('/price?view=lists', {}, { 'GET /api/price_list/seen': broken, 'GET /api/data/': broken })
    await screen.findByText('What the lists asked when they were last looked at could not be loaded')
    await screen.findByText(
      'What the models cost in the last 30 days could not be loaded: the list is not ordered by it',
    )
  })
})
