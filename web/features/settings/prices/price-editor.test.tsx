import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'
import { openSettings as open, press } from '../../../testing/settings-page.tsx'

const names = Array.from({ length: 12 }, (_, index) => `model-${index + 1}`)

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

const ratios = () => screen.getAllByRole('textbox', { name: /^Ratio of .*model-/ })

it('The editor of prices shows ten models of a page at first, and as many as are asked for', async () => {
  const { user } = await open('/price', {
    ModelRatio: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
    ModelPrice: '{}',
    CompletionRatio: '{}',
  })
  await screen.findByRole('button', { name: 'Next page' })
  expect(ratios()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(ratios()).toHaveLength(2))
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }))
  await user.click(await screen.findByRole('option', { name: '20' }))
  await waitFor(() => expect(ratios()).toHaveLength(12))
})

it('A ratio that is emptied where there must be one is told at its cell, which keeps the old one on Escape', async () => {
  const { user } = await open('/price', {
    ...{ ModelRatio: '{"model-1":1}', ModelPrice: '{}', CompletionRatio: '{}' },
  })
  const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Ratio of model-1' })
  await user.clear(cell)
  expect(cell.getAttribute('aria-invalid')).toBe('false')
  await user.tab()
  const fault = await screen.findByText('Enter a number')
  expect([cell.getAttribute('aria-invalid'), cell.getAttribute('aria-describedby')]).toEqual(['true', fault.id])
  await user.type(cell, '{Escape}')
  expect(cell.value).toBe('1')
})

it('Of many prices those alone are shown that channels serve, also under the name of a family, and all again', async () => {
  const { user } = await open(
    '/price',
    {
      ...{ ModelRatio: '{"model-1":1,"model-2":1,"gemini-2.5-pro-thinking-*":1}' },
      ...{ ModelPrice: '{}', CompletionRatio: '{}' },
    },
    {
      'GET /api/channel/models_enabled': () => ({
        body: granted(['model-2', 'gemini-2.5-pro-thinking-128', 'unpriced']),
      }),
    },
  )
  const shown = () => screen.getAllByRole('textbox', { name: /^Ratio of/ }).map((box) => box.getAttribute('aria-label'))
  const only = await screen.findByRole('checkbox', { name: 'Only the 2 that are served' })
  expect(shown()).toHaveLength(3)
  await user.click(only)
  expect(shown()).toEqual(['Ratio of gemini-2.5-pro-thinking-*', 'Ratio of model-2'])
  await user.click(only)
  expect(shown()).toHaveLength(3)
  // Ticked before what was typed is searched for, which then finds it ticked.
  await user.type(screen.getByRole('searchbox', { name: 'Search models' }), 'model')
  await user.click(only)
  await waitFor(() => expect(shown()).toEqual(['Ratio of model-2']))
})

it('What long prompts and other services cost is set in dollars, and saved as so many times the usual price', async () => {
  const page = await open('/price', {
    ...{ ModelRatio: '{"model-1":1.25}', CompletionRatio: '{"model-1":6}', ModelPrice: '{}' },
    ...{ PriceStep: '{}', ServiceTierRatio: '{}' },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Edit long prompts and services of model-1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Add a step' }))
  await page.user.type(dialog.getByRole('textbox', { name: 'More tokens than' }), '272000')
  await page.user.type(dialog.getByRole('textbox', { name: 'Input' }), '5')
  await page.user.type(dialog.getByRole('textbox', { name: 'Output' }), '10')
  await page.user.click(dialog.getByRole('button', { name: 'Apply' }))
  dialog.getByText('Steps must rise: a longer prompt never costs less than a shorter one, or than usual')
  await page.user.clear(dialog.getByRole('textbox', { name: 'Output' }))
  await page.user.type(dialog.getByRole('textbox', { name: 'Output' }), '22.5')
  await page.user.type(dialog.getByRole('textbox', { name: 'Batch, input' }), '1.25')
  await page.user.click(dialog.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Batch, input: $1.25')
  await press(page, 'Save changes')
  await waitFor(() => expect(page.sent()).toHaveLength(2))
  const saved = page.sent().map((body) => optionCalls.update.body.parse(body))
  const told = Object.fromEntries(saved.map(({ key, value }) => [key, JSON.parse(value)]))
  expect(told).toEqual({
    PriceStep: { 'model-1': [{ above: 272_000, input: 2, output: 1.5 }] },
    ServiceTierRatio: { 'model-1': { batch: 0.5 } },
  })
})

it('What cached input, pictures and sound cost is shown and set, and what is empty says what is taken instead', async () => {
  const page = await open('/price', {
    ...{ ModelRatio: '{"model-1":1}', CompletionRatio: '{"model-1":6}', ModelPrice: '{}' },
    ...{ CacheRatio: '{"model-1":0.5}', CreateCacheRatio: '{}', ImageRatio: '{}' },
    ...{ AudioRatio: '{}', AudioCompletionRatio: '{}' },
  })
  await page.user.click(await screen.findByRole('radio', { name: 'Cache, images, audio' }))
  const cell = (kind: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `${kind}: model-1` })
  expect(cell('Cache read').value).toBe('0.5')
  expect([cell('Cache write').placeholder, cell('Audio output').placeholder]).toEqual(['as input', 'as output'])
  await page.user.type(cell('Cache write'), '1.25')
  await press(page, 'Edit model-1')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('textbox', { name: 'Cache write' })).toHaveProperty('value', '1.25')
  await page.user.click(dialog.getByRole('radio', { name: 'Token price' }))
  dialog.getByText('If empty: as output')
  await page.user.type(dialog.getByRole('textbox', { name: 'Image ($ / 1M tokens)' }), '3')
  await page.user.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(cell('Image').value).toBe('1.5'))
  await press(page, 'Save changes')
  await waitFor(() => expect(page.sent()).toHaveLength(2))
  const saved = page.sent().map((body) => optionCalls.update.body.parse(body))
  expect(Object.fromEntries(saved.map(({ key, value }) => [key, JSON.parse(value)]))).toEqual({
    CreateCacheRatio: { 'model-1': 1.25 },
    ImageRatio: { 'model-1': 1.5 },
  })
})

it('The models without a price are shown by pages of the usual sizes', async () => {
  const { user } = await open(
    '/price?view=unset',
    {},
    {
      'GET /api/option/unset_models': () => ({ body: granted(names) }),
    },
  )
  await screen.findByRole('textbox', { name: 'Ratio of model-1' })
  expect(ratios()).toHaveLength(10)
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }))
  const sizes = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(sizes).toEqual(['10', '20', '50', '100'])
})

const ofModels = (numbers: readonly number[]) =>
  JSON.stringify(Object.fromEntries(numbers.map((number, place) => [`model-${place + 1}`, number])))
const models = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)
const head = (name: string) => screen.getByRole('button', { name })
const searchOf = ({ router }: Awaited<ReturnType<typeof open>>): unknown => router.state.location.search

it('The prices are ordered by each of their columns, both ways, and page and order stand in the address', async () => {
  const page = await open('/price?page=99', {
    ...{ ModelRatio: ofModels([3, 1, 2, 9, 9, 9, 9, 9, 9, 9, 9, 9]), ModelPrice: '{"by-call":1}' },
    CompletionRatio: '{"model-2":8,"model-3":1}',
  })
  await screen.findByRole('textbox', { name: 'Ratio of model-12' })
  screen.getByText('11–13 of 13')
  const first = () => models().slice(0, 3)
  await page.user.click(head('Ratio'))
  await waitFor(() => expect(first()).toEqual(['model-2', 'model-3', 'model-1']))
  expect(searchOf(page)).toEqual({ sort: 'ratio', direction: 'asc' })
  await page.user.click(head('Out per 1M'))
  await waitFor(() => expect(first()).toEqual(['model-3', 'model-1', 'model-2']))
  await page.user.click(head('Out per 1M'))
  await page.user.click(head('Fixed price'))
  // What has none stands behind what has one, both ways.
  await waitFor(() => expect(first()[0]).toBe('by-call'))
  await page.user.click(head('Fixed price'))
  await waitFor(() => expect(searchOf(page)).toEqual({ sort: 'price', direction: 'desc' }))
  expect(first()[0]).toBe('by-call')
  await page.user.click(head('Model'))
  await page.user.click(head('Model'))
  await waitFor(() => expect(first()).toEqual(['model-12', 'model-11', 'model-10']))
  await page.user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(first()).toEqual(['model-2', 'model-1', 'by-call']))
  expect(searchOf(page)).toEqual({ sort: 'name', direction: 'desc', page: '2' })
})

it('A row that is typed in stays under the hand until it is saved, however the prices are ordered', async () => {
  const page = await open('/price?sort=ratio&direction=asc', {
    ...{ ModelRatio: ofModels([1, 2, 3]), ModelPrice: '{}', CompletionRatio: '{}' },
  })
  const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Ratio of model-1' })
  await page.user.clear(cell)
  await page.user.type(cell, '9{Enter}')
  expect(cell.value).toBe('9')
  expect(models()).toEqual(['model-1', 'model-2', 'model-3'])
  await page.user.tab()
  expect(models()).toEqual(['model-1', 'model-2', 'model-3'])
  await press(page, 'Save changes')
  await waitFor(() => expect(models()).toEqual(['model-2', 'model-3', 'model-1']))
})

it('A row that was typed in comes to its place when another order is asked for', async () => {
  const page = await open('/price?sort=ratio&direction=asc', {
    ...{ ModelRatio: ofModels([1, 2, 3]), ModelPrice: '{}', CompletionRatio: '{}' },
  })
  const cell = await screen.findByRole('textbox', { name: 'Ratio of model-1' })
  await page.user.clear(cell)
  await page.user.type(cell, '9{Enter}')
  await page.user.click(head('Ratio'))
  await waitFor(() => expect(models()).toEqual(['model-1', 'model-3', 'model-2']))
})

it('An address of prices behind the end becomes that of the last page', async () => {
  const ratios = ofModels(names.map((_, place) => place + 1))
  const page = await open('/price?page=99', { ModelRatio: ratios, ModelPrice: '{}', CompletionRatio: '{}' })
  await waitFor(() => expect(searchOf(page)).toEqual({ page: '2' }))
})

it('An address of models without a price behind the end becomes that of the last page', async () => {
  const served = { 'GET /api/option/unset_models': () => ({ body: granted(names) }) }
  const page = await open('/price?view=unset&page=99', {}, served)
  await waitFor(() => expect(searchOf(page)).toEqual({ view: 'unset', page: '2' }))
})

it('The models without a price are searched, ordered and turned over in the address', async () => {
  const page = await open(
    '/price?view=unset&model=model&page=2&sort=name&direction=desc',
    {},
    { 'GET /api/option/unset_models': () => ({ body: granted([...names, 'other']) }) },
  )
  await waitFor(() => expect(ratios()).toHaveLength(2))
  expect(screen.getByRole('searchbox', { name: 'Search models' })).toHaveProperty('value', 'model')
  expect(ratios().map((box) => box.getAttribute('aria-label'))).toEqual(['Ratio of model-2', 'Ratio of model-1'])
  await page.user.click(screen.getByRole('tab', { name: 'Visual ratio editor' }))
  await waitFor(() => expect(searchOf(page)).toEqual({ model: 'model' }))
})
