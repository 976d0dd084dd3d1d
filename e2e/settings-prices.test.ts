import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { looks, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { messageOver } from '#testing/message-over.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let page: Page

const put = (key: string, value: string) => client.call(optionCalls.update, { body: { key, value } })
const stored = async (key: string): Promise<string> => {
  const shown = await client.call(optionCalls.list)
  return shown.find((option) => option.key === key)?.value ?? ''
}

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  const models = 'gpt-4o,unset-one,unset-two,unset-three'
  await client.call(channels.create, {
    body: { name: 'one', type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:9', models, group: 'default' },
  })
})
beforeEach(async () => {
  await put('ModelRatio', '{"gpt-4o":1.25,"both":2}')
  await put('ModelPrice', '{"both":0.5}')
  await put('CompletionRatio', '{"gpt-4o":4}')
  page = await pages.open(browser, `${server.url}/token`)
})
afterAll(() => server.remove())

const open = async (path: string) => {
  await page.goto(server.url + path)
  await page
    .getByRole('button', { name: /^(Save|Add model)/ })
    .first()
    .waitFor()
}
const told = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor()
const holds = (key: string, value: unknown) => expect.poll(async () => JSON.parse(await stored(key))).toEqual(value)
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = () => page.getByRole('dialog')

describe('the visual ratio editor', () => {
  beforeEach(() => open('/price'))

  const field = (name: string) => dialog().getByLabel(new RegExp(`^${name}`))
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true })

  it('marks what has a price and ratios too', async () => {
    await page.getByText('Conflict', { exact: true }).waitFor()
    await page.getByText('Only the 1 conflict').click()
    await expect.poll(() => page.getByRole('textbox', { name: /^Fixed price of/ }).count()).toBe(1)
    expect(await cell('Ratio of both').isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await cell('Fixed price of both').fill('')
    await cell('Fixed price of both').blur()
    await expect.poll(() => page.getByText('Conflict', { exact: true }).count()).toBe(0)
    expect(await cell('Ratio of both').isDisabled()).toBe(false)
  })

  it('adds a model only under a new name and with numbers', async () => {
    await press('Add model')
    const confirm = dialog().getByRole('button', { name: 'Add model' })
    await confirm.click()
    await dialog().getByText('Enter the model name').waitFor()
    await field('Model name').fill('gpt-4o')
    await confirm.click()
    await dialog().getByText('A model of this name is already in the list').waitFor()
    await field('Model name').fill('fresh')
    await field('Model ratio').fill('much')
    await confirm.click()
    await dialog().getByText('Enter a number').waitFor()
    await dialog().getByText('Per request', { exact: true }).click()
    await field('Fixed price').fill('0')
    await confirm.click()
    await dialog().getByText('The fixed price cannot be 0').waitFor()
    await dialog().getByText('Per token', { exact: true }).click()
    await dialog().getByText('Token price', { exact: true }).click()
    await field('Input price').fill('3')
    await field('Output price').fill('15')
    await dialog().getByText('Ratio 1.5, completion ratio 5').waitFor()
    await confirm.click()
    await told(/^Model added/)
    await dialog().waitFor({ state: 'detached' })
    expect(await cell('Ratio of fresh').inputValue()).toBe('1.5')
    expect(await cell('Completion ratio of fresh').inputValue()).toBe('5')
  })

  const add = async (name: string) => {
    await press('Add model')
    await field('Model name').fill(name)
    await field('Model ratio').fill('1.5')
    await dialog().getByRole('button', { name: 'Add model' }).click()
    await told(/^Model added/)
    await dialog().waitFor({ state: 'detached' })
  }
  const payPerRequest = async (name: string, price: string) => {
    await press(`Edit ${name}`)
    expect(await field('Model name').isEditable()).toBe(false)
    await dialog().getByText('Per request', { exact: true }).click()
    await field('Fixed price').fill(price)
    await dialog().getByRole('button', { name: 'Apply' }).click()
    await told(/^Model updated/)
    await dialog().waitFor({ state: 'detached' })
  }

  it('edits a model whose name stays, and the other way of paying takes the place of the first', async () => {
    await add('fresh')
    await payPerRequest('fresh', '0.25')
    expect(await cell('Fixed price of fresh').inputValue()).toBe('0.25')
    expect(await cell('Ratio of fresh').inputValue()).toBe('')
    expect(await cell('Ratio of fresh').isDisabled()).toBe(true)
  })

  it('is searched, typed over, deleted from and taken back', async () => {
    await page.getByPlaceholder('Search models').fill('gpt')
    await expect.poll(() => page.getByRole('textbox', { name: /^Completion ratio of/ }).count()).toBe(1)
    await cell('Ratio of gpt-4o').fill('dear')
    await cell('Ratio of gpt-4o').blur()
    await told('Enter a number')
    expect(await violationsOf(page)).toEqual([])
    await cell('Ratio of gpt-4o').press('Escape')
    await expect.poll(() => cell('Ratio of gpt-4o').inputValue()).toBe('1.25')
    await cell('Ratio of gpt-4o').fill('2.5')
    await cell('Ratio of gpt-4o').press('Enter')
    await page.getByText('$5.00 / $20.00').waitFor()
    await press('Delete gpt-4o')
    await page.getByText('No model matches').waitFor()
    await press('Undo')
    await expect.poll(() => cell('Ratio of gpt-4o').inputValue()).toBe('2.5')
  })

  it.each([1440, 1280, 390])('says what was deleted beside what saves it, %i px wide', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await press('Delete gpt-4o')
    await told('“gpt-4o” deleted, not saved yet')
    expect(await page.evaluate(messageOver('[data-unsaved-bar]'))).toBe(false)
  })

  it('is ordered by a click on a head, and a row that is typed in stays until it is saved', async () => {
    await put('ModelRatio', '{"one":1,"three":3,"two":2}')
    await put('ModelPrice', '{}')
    await put('CompletionRatio', '{}')
    await open('/price')
    const models = () => page.getByRole('row').locator('td:first-child').allInnerTexts()
    const orderBy = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await orderBy('Ratio')
    await orderBy('Ratio')
    await expect.poll(models).toEqual(['three', 'two', 'one'])
    expect(page.url()).toContain('sort=ratio&direction=desc')
    await cell('Ratio of three').fill('0.5')
    await cell('Ratio of three').press('Enter')
    expect(await models()).toEqual(['three', 'two', 'one'])
    expect(await violationsOf(page)).toEqual([])
    await press('Save changes')
    await expect.poll(models).toEqual(['two', 'one', 'three'])
    await page.reload()
    await expect.poll(models).toEqual(['two', 'one', 'three'])
  })

  it('acts once its changes are applied, and the text view shows the same', async () => {
    await cell('Fixed price of both').fill('')
    await cell('Ratio of gpt-4o').fill('2.5')
    await cell('Ratio of gpt-4o').press('Enter')
    await add('fresh')
    await payPerRequest('fresh', '0.25')
    expect(JSON.parse(await stored('ModelPrice'))).toEqual({ both: 0.5 })
    await press('Save changes')
    await holds('ModelPrice', { fresh: 0.25 })
    await holds('ModelRatio', { 'gpt-4o': 2.5, both: 2 })
    await holds('CompletionRatio', { 'gpt-4o': 4 })
    await page.getByRole('status').filter({ hasText: 'unsaved' }).waitFor({ state: 'detached' })
    await press('Save changes')
    await told('No changes to save')
    await page.getByRole('tab', { name: 'Model ratio settings' }).click()
    await expect.poll(() => page.getByLabel('Fixed prices', { exact: true }).inputValue()).toContain('"fresh": 0.25')
  })
})

describe('the models without a price', () => {
  beforeEach(() => open('/price?view=unset'))

  const batch = async () => {
    await page.getByRole('button', { name: /^Set for selected/ }).click()
    await dialog().waitFor()
  }

  it('are counted and listed', async () => {
    await page
      .getByRole('tab', { name: /^Unset-ratio models/ })
      .getByText('3')
      .waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: /^Ratio of unset/ }).count()).toBe(3)
    await page.getByPlaceholder('Search models').fill('two')
    await expect.poll(() => page.getByRole('textbox', { name: /^Ratio of unset/ }).count()).toBe(1)
    await page.getByPlaceholder('Search models').fill('')
    await expect.poll(() => page.getByRole('textbox', { name: /^Ratio of unset/ }).count()).toBe(3)
    expect(await violationsOf(page)).toEqual([])
  })

  it('are set together once they are selected and numbers are given', async () => {
    await page.getByRole('button', { name: 'Set for selected' }).click()
    await told('Select models first')
    await page.getByRole('checkbox', { name: 'Select row unset-one' }).click()
    await page.getByRole('checkbox', { name: 'Select row unset-two' }).click()
    await batch()
    const confirm = dialog().getByRole('button', { name: 'Apply' })
    await confirm.click()
    await dialog().getByText('Enter a value').waitFor()
    await dialog().getByText('Model ratio and completion ratio', { exact: true }).click()
    await confirm.click()
    await dialog().getByText('Enter the model ratio and the completion ratio').waitFor()
    await dialog().getByRole('textbox', { name: 'Model ratio' }).fill('2')
    await dialog().getByRole('textbox', { name: 'Completion ratio' }).fill('x')
    await confirm.click()
    await dialog().getByText('Enter valid numbers').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog().getByRole('textbox', { name: 'Completion ratio' }).fill('3')
    await confirm.click()
    await told('2 models set, not saved yet')
    await press('Save changes')
    // What has a price now leaves the list at once.
    await expect.poll(() => page.getByRole('textbox', { name: /^Ratio of unset/ }).count()).toBe(1)
    expect(JSON.parse(await stored('ModelRatio'))).toMatchObject({ 'unset-one': 2, 'unset-two': 2 })
    expect(JSON.parse(await stored('CompletionRatio'))).toMatchObject({ 'unset-one': 3, 'unset-two': 3 })
  })

  it('take one price each too, and the list says when it is empty', async () => {
    await put('ModelRatio', '{"gpt-4o":1.25,"unset-one":2,"unset-two":2}')
    await open('/price?view=unset')
    const price = page.getByRole('textbox', { name: 'Fixed price of unset-three' })
    await price.fill('free')
    await price.blur()
    await told('Enter a number')
    await price.fill('0.1')
    await price.press('Enter')
    await press('Save changes')
    await page.getByText('Every enabled model has a price').waitFor()
  })
})

it('all model ratios are put back once that was confirmed', async () => {
  await put('ModelRatio', '{"unset-one":2}')
  await open('/price?view=ratios')
  await press('Reset model ratios')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(JSON.parse(await stored('ModelRatio'))).toHaveProperty('unset-one')
  await press('Reset model ratios')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset model ratios' }).click()
  await told('Model ratios were reset')
  expect(JSON.parse(await stored('ModelRatio'))).not.toHaveProperty('unset-one')
  expect(JSON.parse(await stored('ModelPrice'))).toEqual({ both: 0.5 })
})

describe('the price views', () => {
  for (const look of looks) {
    it(`have no faults, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const own = await pages.open(browser, `${server.url}/setting`, { look })
      const words =
        look.language === 'zh'
          ? { add: '添加模型', name: '请输入模型名称', confirm: '添加模型' }
          : { add: 'Add model', name: 'Enter the model name', confirm: 'Add model' }
      for (const view of ['editor', 'unset']) {
        await own.goto(`${server.url}/price?view=${view}`)
        await own.getByRole('button', { name: words.add }).waitFor()
        expect(await scrollsSideways(own)).toBe(false)
      }
      await own.getByRole('button', { name: words.add }).click()
      await own.getByRole('dialog').getByRole('button', { name: words.confirm }).click()
      await own.getByRole('dialog').getByText(words.name).waitFor()
      await expect.poll(() => violationsOf(own)).toEqual([])
    })
  }
})
