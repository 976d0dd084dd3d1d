import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redemptions } from '#contract/redemptions.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
})
beforeEach(async () => {
  const { items } = await client.call(redemptions.list, { query: { page_size: 100 } })
  for (const { id } of items) await client.call(redemptions.remove, { params: { id: String(id) } })
  page = await pages.open(browser, `${server.url}/redemption`)
})
afterAll(() => server.remove())

const drawer = () => page.getByRole('dialog')
const openDrawer = async () => {
  await page.getByRole('button', { name: 'Create codes' }).first().click()
  await drawer().waitFor()
}
const add = async (name: string, fields: object = {}) => {
  await client.call(redemptions.create, { body: { name, quota: 1000, count: 1, ...fields } })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await rowOf(name).first().waitFor()
}
const submit = () => drawer().getByRole('button', { name: 'Create' }).click()
const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const chooseFromMenu = async (name: string, action: string) => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe('an operator with redemption codes', () => {
  it('is told what is wrong with the form, field by field', async () => {
    await openDrawer()
    const fill = async (label: RegExp, text: string) => {
      await drawer().getByLabel(label).fill(text)
      await drawer().getByLabel(label).blur()
    }
    await fill(/^Name/, 'x'.repeat(21))
    await page.getByText('The name may have at most 20 characters').waitFor()
    await fill(/^Quota \*?$/, '')
    await page.getByText(/Enter a whole number/).waitFor()
    await fill(/^Number to create/, '101')
    await page.getByText('At most 100 codes per batch').waitFor()
    await fill(/^Code/, 'k'.repeat(33))
    await page.getByText('The code may have at most 32 characters').waitFor()
    await drawer().getByRole('switch').click()
    await fill(/^Maximum uses/, '0')
    await page.getByText('Must be a whole number of at least 1, or -1').waitFor()
    await drawer().getByRole('button', { name: 'Validity' }).click()
    await fill(/^Valid from/, '2030-01-02T00:00')
    await fill(/^Expires/, '2030-01-01T00:00')
    await page.getByText('Must be later than the start').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await drawer().waitFor({ state: 'detached' })
  })

  it('makes codes that are named after their quota, and copies all of them', async () => {
    await openDrawer()
    await drawer()
      .getByLabel(/^Number to create/)
      .fill('3')
    await submit()
    await page.getByText('Redemption code created').waitFor()
    await page.getByText('3 new codes').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe('$0.20.csv')
    await page.getByRole('button', { name: 'Copy all' }).click()
    await page.getByText('3 codes copied').waitFor()
    const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
    const { items } = await client.call(redemptions.list, { query: {} })
    expect(copied.toSorted()).toEqual(items.map(({ key }) => key).toSorted())
    await page.keyboard.press('Escape')
    await expect.poll(() => rowOf('$0.20').count()).toBe(3)
  })

  it('makes a gift of a chosen code, and hears that it cannot be made twice', async () => {
    const make = async () => {
      await openDrawer()
      await drawer().getByLabel(/^Name/).fill('welcome')
      await drawer().getByRole('button', { name: '$1', exact: true }).click()
      await drawer().getByRole('switch').click()
      await drawer()
        .getByLabel(/^Maximum uses/)
        .fill('2')
      await drawer().getByLabel(/^Code/).fill('WELCOME')
      await submit()
    }
    await make()
    await page.getByText('Your new code').waitFor()
    await page.keyboard.press('Escape')
    await rowOf('welcome').getByText('0/2', { exact: true }).waitFor()
    await make()
    await page.getByText('This redemption code exists already').waitFor()
    await drawer().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await drawer().waitFor({ state: 'detached' })
  })

  it('sees a use, edits an open code, switches it off and finds it by its name', async () => {
    await add('other')
    await add('welcome', { key: 'ARRIVED', is_gift: true, max_uses: 2 })
    await client.call(wallet.redeem, { body: { key: 'ARRIVED' } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await rowOf('welcome').getByText('1/2', { exact: true }).waitFor()
    await chooseFromMenu('welcome', 'Edit')
    await drawer().getByRole('button', { name: '$10', exact: true }).click()
    await drawer().getByRole('button', { name: 'Save' }).click()
    await page.getByText('Redemption code updated').waitFor()
    await rowOf('welcome').getByText('$10.00').waitFor()
    await chooseFromMenu('welcome', 'Disable')
    await rowOf('welcome').getByText('Disabled').waitFor()
    await page.getByRole('searchbox', { name: 'Search by name or ID' }).fill('elc')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf('other').waitFor()
  })

  it('reads who redeemed a code, and is led to his page', async () => {
    await client.call(users.create, { body: { username: 'ann', password: 'stone-river-1' } })
    const ann = createConsoleClient(server.url)
    await ann.login('ann', 'stone-river-1')
    const [key = ''] = await client.call(redemptions.create, { body: { name: 'for ann', quota: 1000 } })
    await ann.call(wallet.redeem, { body: { key } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await rowOf('for ann').getByRole('link', { name: 'ann', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'ann', exact: true }).waitFor()
  })

  it('disables what is selected, and deletes what is disabled', async () => {
    await add('several', { count: 3 })
    const checkboxes = rowOf('several').getByRole('checkbox')
    await checkboxes.nth(0).check()
    await checkboxes.nth(1).check()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByText('Disable 2 selected codes?').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByText('2 codes disabled').waitFor()
    await expect.poll(() => rowOf('several').getByText('Disabled').count()).toBe(2)
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'Unused', exact: true }).click()
    await expect.poll(() => rowOf('several').count()).toBe(1)
    await rowOf('several').getByRole('checkbox').check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export selected as CSV' }).click()
    const { items } = await client.call(redemptions.list, { query: { status: '1' } })
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain(items.map(({ id, key }) => `\r\n${id},"several","Unused","${key}",`).join(''))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rowOf('several').count()).toBe(3)
    await page.getByRole('button', { name: 'Delete disabled' }).click()
    await page.getByRole('textbox', { name: 'Type “2” to confirm' }).fill('2')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('2 codes deleted').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })

  it('sees what was made together as one, opens it, and disables it with a way back', async () => {
    await add('spring', { count: 3 })
    await add('autumn', { count: 2 })
    await page.getByRole('radio', { name: 'Batches' }).check()
    await rowOf('spring').waitFor()
    expect(await page.getByRole('row').count()).toBe(3)
    await page.getByRole('button', { name: 'Actions for spring' }).click()
    await page.getByRole('menuitem', { name: /^Disable/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('3 codes disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 codes enabled').waitFor()
    await rowOf('spring').getByRole('link', { name: 'spring' }).click()
    await page.waitForURL(/\?batch=\d+$/)
    await expect.poll(() => rowOf('spring').count()).toBe(3)
    expect(await rowOf('autumn').count()).toBe(0)
    await page.goBack()
    await rowOf('autumn').waitFor()
    await page.getByRole('radio', { name: 'Codes', exact: true }).check()
    await expect.poll(() => rowOf('spring').count()).toBe(3)
  })

  it('deletes by name once told how many there are', async () => {
    await add('other')
    await add('spring', { count: 12 })
    await page.getByRole('button', { name: 'Delete by name' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Enter a name').waitFor()
    await dialog.getByLabel(/^Name/).fill('sprin')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('No code has this name').waitFor()
    await dialog.getByLabel(/^Name/).fill('spring')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Delete 12 codes with the name “spring”?').waitFor()
    await page.getByRole('textbox', { name: 'Type “spring” to confirm' }).fill('spring')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('12 codes deleted').waitFor()
    const { total } = await client.call(redemptions.list, { query: {} })
    expect(total).toBe(1)
  })
})
