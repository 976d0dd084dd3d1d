import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import { looks, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { messageOver } from '#testing/message-over.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()
const password = 'a fair sentence'

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
  page = await pages.open(browser, `${server.url}/user`)
})
afterAll(() => server.remove())

let cancelled = 0
const drawer = () => page.getByRole('dialog')
const rowOf = (name: string, on = page) => on.getByRole('row').filter({ hasText: name })
/** A user whose name no other test uses, in the list. */
const add = async (username: string, fields: object = {}) => {
  const { id } = await client.call(users.create, { body: { username, password } })
  if (Object.keys(fields).length > 0) await client.call(users.update, { body: { id, ...fields } })
  await page.goto(`${server.url}/user?keyword=${username}`)
  await rowOf(username).waitFor()
  return id
}
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
    const submit = drawer().getByRole('button', { name: 'Add user' })
    await submit.click()
    await drawer().getByText('Enter a username').waitFor()
    await drawer().getByText('Enter a password').waitFor()
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
    await drawer().getByText('Use at least 8 characters').waitFor()
    await drawer().getByText('The display name may have at most 20 characters').waitFor()
    await drawer()
      .getByLabel(/^Password/)
      .fill('x'.repeat(129))
    await drawer().getByText('Use at most 128 characters').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await drawer()
      .getByLabel(/^Username/)
      .fill('root')
    await drawer()
      .getByLabel(/^Display name/)
      .fill('Anna <b>L.</b>')
    await drawer()
      .getByLabel(/^Password/)
      .fill(password)
    await submit.click()
    await told('The username is taken')
    await drawer()
      .getByLabel(/^Username/)
      .fill('anna')
    await submit.click()
    await saved('User created')
    // What looks like markup is text.
    await rowOf('anna').getByText('Anna <b>L.</b>').waitFor()
    expect(await rowOf('anna').innerText()).toContain('Active')
  })

  it('moves a user to another group and gives and takes quota, seeing the new balance before', async () => {
    const id = await add('berta')
    await choose('berta', 'Edit')
    await drawer().waitFor()
    expect(page.url()).toContain(`/user/edit/${id}`)
    expect(await violationsOf(page)).toEqual([])
    await drawer().getByRole('button', { name: 'Save' }).click()
    await told('No changes to save')
    expect(await page.evaluate(messageOver('[data-drawer-footer]'))).toBe(false)
    await drawer()
      .getByLabel(/^New password/)
      .fill('short')
    await drawer().getByText('Use at least 8 characters').waitFor()
    await drawer()
      .getByLabel(/^New password/)
      .fill('')
    await drawer()
      .getByLabel(/^Username/)
      .fill('')
    await drawer().getByText('Enter a username').waitFor()
    await drawer()
      .getByLabel(/^Username/)
      .fill('berta')
    await drawer()
      .getByLabel(/^Adjust balance/)
      .fill('')
    await drawer()
      .getByLabel(/^Adjust balance/)
      .blur()
    await drawer().getByText('Enter a number').waitFor()
    await drawer().getByRole('button', { name: '+$10', exact: true }).click()
    await drawer().getByRole('button', { name: '-$1', exact: true }).click()
    await drawer().getByText('$9.00').last().waitFor()
    await drawer().getByLabel('Group', { exact: true }).click()
    // Only groups that exist can be chosen.
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['default', 'vip', 'svip'])
    await page.getByRole('option', { name: 'vip', exact: true }).click()
    await drawer().getByRole('button', { name: 'Save' }).click()
    await saved('User updated')
    await seen('berta', /vip[\s\S]*\$9\.00/)
    await choose('berta', 'Edit')
    await drawer()
      .getByLabel(/^Adjust balance/)
      .fill('-10')
    await drawer().getByText('The balance falls below zero').waitFor()
    await drawer()
      .getByLabel(/^Adjust balance/)
      .fill('-1')
    await drawer().getByRole('button', { name: 'Save' }).click()
    await saved('User updated')
    await seen('berta', /\$8\.00/)
  })

  it('is told when the balance moved under the form, and goes on from the new one', async () => {
    const id = await add('carla', { quota: 4_000_000 })
    await choose('carla', 'Edit')
    await drawer().getByRole('button', { name: '+$1', exact: true }).click()
    await client.call(users.update, { body: { id, quota: 4_500_000 } })
    await drawer().getByRole('button', { name: 'Save' }).click()
    await told('The balance changed meanwhile. Reload and try again.')
    await drawer().getByText('$10.00').waitFor()
    await drawer().getByRole('button', { name: 'Save' }).click()
    await saved('User updated')
    await seen('carla', /\$10\.00/)
  })

  it('promotes, demotes, disables and enables, and each row shows what came of it', async () => {
    await add('dora')
    for (const [action, result] of [
      ['Make admin', 'Admin'],
      ['Remove admin', 'Regular user'],
      ['Ban', 'Banned'],
    ] as const) {
      await choose('dora', action)
      await page.getByRole('alertdialog').waitFor()
      await answer(action)
      await rowOf('dora').getByText(result).waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    }
    const banned = createConsoleClient(server.url)
    await expect(banned.login('dora', password)).rejects.toThrow(/banned/)
    await choose('dora', 'Unban')
    await answer('Unban')
    await rowOf('dora').getByText('Active').waitFor()
    // The row says so before the server does.
    const enters = () =>
      banned.login('dora', password).then(
        () => true,
        () => false,
      )
    await expect.poll(enters).toBe(true)
  })

  it('may still change his mind', async () => {
    await add('emma')
    await choose('emma', 'Ban')
    await answer('Cancel')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await rowOf('emma').innerText()).toContain('Active')
  })

  it('finds users by keyword and group, page by page, and the address keeps it', async () => {
    for (let number = 1; number <= 11; number += 1) {
      await client.call(users.create, { body: { username: `many${number}`, password } })
    }
    await add('clubber', { group: 'svip' })
    await page.goto(`${server.url}/user`)
    await page.getByText(/^\d\d entries$/).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => page.url()).toContain('page=2')
    await expect.poll(() => rowOf('many11').count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search by ID, name or email' }).fill('MANY1')
    await page.getByText('3 entries').waitFor()
    await page.getByRole('searchbox', { name: 'Search by ID, name or email' }).fill('%')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByText(/^\d\d entries$/).waitFor()
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: 'svip', exact: true }).click()
    await page.getByText('1 entry').waitFor()
    expect(page.url()).toContain('group=svip')
    await page.reload()
    await page.getByText('1 entry').waitFor()
  })

  it('an administrator edits ordinary users only, and promotes nobody', async () => {
    await add('fanny')
    const id = await add('keeper')
    await client.call(users.manage, { body: { id, action: 'promote' } })
    const own = await pages.open(browser, `${server.url}/user?keyword=o`, { user: { username: 'keeper', password } })
    await openMenu('root', own)
    await own.getByRole('menuitem').first().waitFor()
    expect(await own.getByRole('menuitem').allInnerTexts()).toEqual(['Usage logs'])
    await own.keyboard.press('Escape')
    await own.goto(`${server.url}/user?keyword=fanny`)
    await openMenu('fanny', own)
    await own.getByRole('menuitem').first().waitFor()
    expect(await own.getByRole('menuitem').allInnerTexts()).toEqual(['Edit', 'Ban', 'Usage logs', 'Delete account'])
    await own.goto(`${server.url}/user/edit/1`)
    await own.getByText('You can only manage users with a lower role than yours').waitFor()
    await own.goto(`${server.url}/audit`)
    await own.waitForURL('**/personal')
  })

  it('cancels an account for good once its name is typed', async () => {
    // Another name at another try: what is cancelled stays in the list.
    cancelled += 1
    const name = `greta${cancelled}`
    await add(name)
    await choose(name, 'Delete account')
    const dialog = page.getByRole('alertdialog')
    const button = dialog.getByRole('button', { name: 'Delete account' })
    expect(await button.isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('textbox', { name: `Type “${name}” to confirm` }).fill(name)
    await button.click()
    await rowOf(name).getByText('Deleted').waitFor()
    await expect.poll(() => page.getByRole('button', { name: `Actions for ${name}` }).count()).toBe(0)
    await page.reload()
    await rowOf(name).getByText('Deleted').waitFor()
    await expect(createConsoleClient(server.url).login(name, password)).rejects.toThrow(/wrong username/i)
  })

  it('reads in the audit log who did all this', async () => {
    await client.call(users.manage, { body: { id: await add('hanna'), action: 'delete' } })
    await page.goto(`${server.url}/audit`)
    const row = page.getByRole('row').filter({ hasText: 'User deleted' })
    await row.first().getByText('User deleted').click()
    await drawer().getByText('Deleted', { exact: true }).last().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Area' }).click()
    await page.getByRole('option', { name: 'Setup' }).click()
    await page.getByText('System set up').waitFor()
    await page.getByText('1 entry').waitFor()
  })

  for (const look of looks) {
    it(`has forms and rows without faults, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const own = await pages.open(browser, `${server.url}/user`, { look })
      const words =
        look.language === 'zh'
          ? { add: '添加用户', create: '添加用户', missing: '请填写用户名' }
          : { add: 'Add user', create: 'Add user', missing: 'Enter a username' }
      await own.getByRole('button', { name: words.add }).click()
      await own.getByRole('dialog').getByRole('button', { name: words.create }).click()
      await own.getByText(words.missing).first().waitFor()
      await expect.poll(() => violationsOf(own)).toEqual([])
      await own.goto(`${server.url}/user/edit/1`)
      await own.getByRole('dialog').getByRole('button', { name: '-$100' }).click()
      await expect.poll(() => violationsOf(own)).toEqual([])
      expect(await scrollsSideways(own)).toBe(false)
    })
  }
})
