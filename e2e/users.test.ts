import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import { desk, looks, openContext, startBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { logIn } from '#testing/log-in.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  page = await logIn(await openContext(browser, desk), server.url)
  await page.goto(`${server.url}/user`)
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})

const drawer = () => page.getByRole('dialog')
const rowOf = (name: string, on = page) => on.getByRole('row').filter({ hasText: name })
const openMenu = (name: string, on = page) => on.getByRole('button', { name: `Actions for ${name}` }).click()
const choose = async (name: string, action: string) => {
  await openMenu(name)
  await page.getByRole('menuitem', { name: action }).click()
}
const answer = (action: string) => page.getByRole('alertdialog').getByRole('button', { name: action }).click()
const told = (text: string) => page.getByText(text).first().waitFor()
/** The form closes only once the server has taken it. */
const saved = async (text: string) => {
  await told(text)
  await drawer().waitFor({ state: 'detached' })
}
const seen = (name: string, text: string | RegExp) => expect.poll(() => rowOf(name).innerText()).toMatch(text)

describe('an operator with users', () => {
  it('is told what is wrong with a new user, and then makes one', async () => {
    await page.getByRole('button', { name: 'Add user' }).click()
    const submit = drawer().getByRole('button', { name: 'Create' })
    await submit.click()
    await expect.poll(() => drawer().getByText('Username and password cannot be empty').count()).toBe(2)
    await drawer()
      .getByLabel(/^Username/)
      .fill('thirteen-long')
    await drawer().getByText('The username may have at most 12 characters').waitFor()
    await drawer()
      .getByLabel(/^Username/)
      .fill('anna@home')
    await drawer().getByText('The username may not contain @').waitFor()
    await drawer()
      .getByLabel(/^Display name/)
      .fill('x'.repeat(21))
    await drawer()
      .getByLabel(/^Password/)
      .fill('1234567')
    await drawer().getByText('The password must have at least 8 characters').waitFor()
    await drawer().getByText('The display name may have at most 20 characters').waitFor()
    await drawer()
      .getByLabel(/^Password/)
      .fill('x'.repeat(129))
    await drawer().getByText('The password may have at most 128 characters').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await drawer()
      .getByLabel(/^Username/)
      .fill('root')
    await drawer()
      .getByLabel(/^Display name/)
      .fill('Anna <b>L.</b>')
    await drawer()
      .getByLabel(/^Password/)
      .fill('a fair sentence')
    await submit.click()
    await told('The username is taken')
    await drawer()
      .getByLabel(/^Username/)
      .fill('anna')
    await submit.click()
    await saved('User created')
    // What looks like markup is text.
    await rowOf('anna').getByText('Anna <b>L.</b>').waitFor()
    expect(await rowOf('anna').innerText()).toContain('Activated')
  })

  it('moves a user to another group and gives and takes quota, seeing the new balance before', async () => {
    await choose('anna', 'Edit')
    await drawer().waitFor()
    expect(page.url()).toMatch(/\/user\/edit\/\d+$/)
    expect(await violationsOf(page)).toEqual([])
    await drawer().getByRole('button', { name: 'Save' }).click()
    await told('You seem not to have changed anything')
    await drawer()
      .getByLabel(/^New password/)
      .fill('short')
    await drawer().getByText('The password must have at least 8 characters').waitFor()
    await drawer()
      .getByLabel(/^New password/)
      .fill('')
    await drawer()
      .getByLabel(/^Username/)
      .fill('')
    await drawer().getByText('The username cannot be empty').waitFor()
    await drawer()
      .getByLabel(/^Username/)
      .fill('anna')
    await drawer()
      .getByLabel(/^Add or take quota/)
      .fill('')
    await drawer()
      .getByLabel(/^Add or take quota/)
      .blur()
    await drawer().getByText('Please enter a number').waitFor()
    await drawer().getByRole('button', { name: '+$10', exact: true }).click()
    await drawer().getByRole('button', { name: '−$1', exact: true }).click()
    await drawer().getByText('$9.00').last().waitFor()
    await drawer().getByLabel('Group', { exact: true }).click()
    // Only groups that exist can be chosen.
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['default', 'vip', 'svip'])
    await page.getByRole('option', { name: 'vip', exact: true }).click()
    await drawer().getByRole('button', { name: 'Save' }).click()
    await saved('User updated')
    await seen('anna', /vip[\s\S]*\$9\.00/)
    await choose('anna', 'Edit')
    await drawer()
      .getByLabel(/^Add or take quota/)
      .fill('-5000000')
    await drawer().getByText('The balance falls below zero').waitFor()
    await drawer()
      .getByLabel(/^Add or take quota/)
      .fill('-500000')
    await drawer().getByRole('button', { name: 'Save' }).click()
    await saved('User updated')
    await seen('anna', /\$8\.00/)
  })

  it('is told when the balance moved under the form, and goes on from the new one', async () => {
    const { items } = await client.call(users.search, { query: { keyword: 'anna', group: '' } })
    const anna = items[0]
    if (anna === undefined) throw new Error('no anna')
    await choose('anna', 'Edit')
    await drawer().getByRole('button', { name: '+$1', exact: true }).click()
    await client.call(users.update, { body: { id: anna.id, quota: anna.quota + 500_000 } })
    await drawer().getByRole('button', { name: 'Save' }).click()
    await told('The balance was credited or adjusted in the meantime, load it again')
    await drawer().getByText('$10.00').waitFor()
    await drawer().getByRole('button', { name: 'Save' }).click()
    await saved('User updated')
    await seen('anna', /\$10\.00/)
  })

  it('promotes, demotes, disables and enables, and each row shows what came of it', async () => {
    for (const [action, result] of [
      ['Promote', 'Administrator'],
      ['Demote', 'Ordinary user'],
      ['Disable', 'Banned'],
    ] as const) {
      await choose('anna', action)
      await page.getByRole('alertdialog').waitFor()
      await answer(action)
      await rowOf('anna').getByText(result).waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    }
    const banned = createConsoleClient(server.url)
    await expect(banned.login('anna', 'a fair sentence')).rejects.toThrow(/banned/)
    await choose('anna', 'Enable')
    await rowOf('anna').getByText('Activated').waitFor()
    await banned.login('anna', 'a fair sentence')
  })

  it('may still change his mind', async () => {
    await choose('anna', 'Disable')
    await answer('Cancel')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await rowOf('anna').innerText()).toContain('Activated')
  })

  it('finds users by keyword and group, page by page, and the address keeps it', async () => {
    for (let number = 1; number <= 11; number += 1) {
      await client.call(users.create, { body: { username: `many${number}`, password: 'a fair sentence' } })
    }
    await page.goto(`${server.url}/user`)
    await page.getByText('13 entries').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await rowOf('@root').waitFor()
    expect(page.url()).toContain('page=2')
    await page.getByPlaceholder('Search by ID, name or email').fill('MANY1')
    await page.getByText('3 entries').waitFor()
    await page.getByPlaceholder('Search by ID, name or email').fill('%')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByText('13 entries').waitFor()
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: 'vip', exact: true }).click()
    await page.getByText('1 entry').waitFor()
    expect(page.url()).toContain('group=vip')
    await page.reload()
    await page.getByText('1 entry').waitFor()
  })

  it('an administrator edits ordinary users only, and promotes nobody', async () => {
    const { id } = await client.call(users.create, { body: { username: 'keeper', password: 'a fair sentence' } })
    await client.call(users.manage, { body: { id, action: 'promote' } })
    const context = await openContext(browser, desk)
    const own = await logIn(context, server.url, { username: 'keeper', password: 'a fair sentence' })
    await own.goto(`${server.url}/user?keyword=o`)
    await openMenu('root', own)
    await own.getByRole('menuitem').first().waitFor()
    expect(await own.getByRole('menuitem').allInnerTexts()).toEqual(['Usage logs'])
    await own.keyboard.press('Escape')
    await own.goto(`${server.url}/user?keyword=anna`)
    await openMenu('anna', own)
    await own.getByRole('menuitem').first().waitFor()
    expect(await own.getByRole('menuitem').allInnerTexts()).toEqual(['Edit', 'Disable', 'Usage logs', 'Cancel account'])
    await own.goto(`${server.url}/user/edit/1`)
    await own.getByText('You can only act on users of a lower rank than your own').waitFor()
    await own.goto(`${server.url}/audit`)
    await own.waitForURL('**/personal')
    await context.close()
  })

  it('cancels an account for good once its name is typed', async () => {
    await page.goto(`${server.url}/user?keyword=anna`)
    await choose('anna', 'Cancel account')
    const dialog = page.getByRole('alertdialog')
    const button = dialog.getByRole('button', { name: 'Cancel account' })
    expect(await button.isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('textbox').fill('anna')
    await button.click()
    await rowOf('anna').getByText('Cancelled').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Actions for anna' }).count()).toBe(0)
    await page.reload()
    await rowOf('anna').getByText('Cancelled').waitFor()
    await expect(createConsoleClient(server.url).login('anna', 'a fair sentence')).rejects.toThrow(/wrong username/i)
  })

  it('reads in the audit log who did all this', async () => {
    await page.goto(`${server.url}/audit`)
    const row = page.getByRole('row').filter({ hasText: 'User deleted' })
    await row.first().click()
    await page.getByText('deleted_at').last().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Area' }).click()
    await page.getByRole('option', { name: 'Setup' }).click()
    await page.getByText('System set up').waitFor()
    await page.getByText('1 entry').waitFor()
  })

  for (const look of looks) {
    it(`has forms and rows without faults, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const context = await openContext(browser, look)
      const own = await logIn(context, server.url)
      const words =
        look.language === 'zh'
          ? { add: '添加用户', create: '创建', missing: '用户名和密码不能为空！' }
          : { add: 'Add user', create: 'Create', missing: 'Username and password cannot be empty' }
      await own.goto(`${server.url}/user`)
      await own.getByRole('button', { name: words.add }).click()
      await own.getByRole('dialog').getByRole('button', { name: words.create }).click()
      await own.getByText(words.missing).first().waitFor()
      await expect.poll(() => violationsOf(own)).toEqual([])
      await own.goto(`${server.url}/user/edit/1`)
      await own.getByRole('dialog').getByRole('button', { name: '−$100' }).click()
      await expect.poll(() => violationsOf(own)).toEqual([])
      expect(await scrollsSideways(own)).toBe(false)
      await context.close()
    })
  }
})
