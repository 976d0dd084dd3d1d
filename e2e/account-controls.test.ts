import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redemptionBatches } from '#contract/redemption-batches.ts'
import { redemptions } from '#contract/redemptions.ts'
import { users } from '#contract/users.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { sameAsReloaded } from '#testing/fresh-load.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { refusal, startVendor, type Vendor } from '#testing/vendor-server.ts'

const pages = freshPages()
const ann = { username: 'ann', password: 'stone-river-1' }
const models = Array.from({ length: 12 }, (_, place) => `model-${place + 10}`)

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let vendor: Vendor

beforeAll(async () => {
  browser = await sharedBrowser()
  vendor = await startVendor(() => ({ ...refusal(429, 'Slow down'), headers: { 'retry-after': '600' } }))
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: vendor.url, models })
  await client.call(users.create, { body: ann })
  for (const [name, count] of [
    ['spring', 3],
    ['autumn', 2],
  ] as const) {
    await client.call(redemptions.create, { body: { name, quota: 500_000, count } })
  }
})
afterAll(async () => {
  await server.remove()
  await vendor.close()
})

const open = (path: string, user?: typeof ann) =>
  pages.open(browser, server.url + path, {
    ...(user && { user }),
    unlikeReloaded: 'it is compared by hand, after there and back',
  })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('tbody tr[data-row]')
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) })
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const choose = async (page: Page, name: string, action: string) => {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const pick = async (page: Page, box: string, option: string) => {
  await page.getByRole('combobox', { name: box, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const copied = async (page: Page) => String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
const keysOf = async (name: string) => {
  const { items } = await client.call(redemptions.list, { query: { page_size: 100 } })
  return items.flatMap((code) => (code.name === name ? code.key : [])).toSorted()
}

describe('Redemption codes', () => {
  it('of a batch are shown, copied, written to a file, switched and deleted', async () => {
    const page = await open('/redemption?layout=batches')
    await expect.poll(() => rows(page).count()).toBe(2)
    for (const [name, count] of [
      ['spring', 3],
      ['autumn', 2],
    ] as const) {
      const keys = await keysOf(name)
      await choose(page, name, 'Copy codes')
      await told(page, `${count} codes copied`)
      expect((await copied(page)).toSorted()).toEqual(keys)
      const begun = page.waitForEvent('download')
      await choose(page, name, 'Export as a file')
      const download = await begun
      expect(download.suggestedFilename()).toBe('codes.csv')
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
      expect(lines.toSorted()).toEqual(['\ufeff"Name","Code"', ...keys.map((key) => `"${name}","${key}"`)].toSorted())

      await choose(page, name, 'Show codes')
      await expect.poll(() => rows(page).count()).toBe(count)
      await expect.poll(() => rowOf(page, name).count()).toBe(count)
      expect(new URL(page.url()).searchParams.get('batch')).toMatch(/^\d+$/)
      await sameAsReloaded(page)
      await rows(page).first().getByTitle(`Copy code of ${name}`).click()
      await expect.poll(async () => keys.includes((await copied(page))[0] ?? '')).toBe(true)
      await page.goBack()
      await expect.poll(() => rows(page).count()).toBe(2)
    }
    const cells = async () => (await rowOf(page, 'spring').getByRole('cell').allInnerTexts()).join(' ')
    const before = await cells()
    await choose(page, 'spring', 'Disable')
    await button(page.getByRole('alertdialog'), 'Disable').click()
    await told(page, '3 codes disabled')
    await expect.poll(cells).not.toBe(before)
    await choose(page, 'spring', 'Enable')
    await told(page, '3 codes enabled')
    await expect.poll(cells).toBe(before)
    await choose(page, 'autumn', 'Delete')
    await button(page.getByRole('alertdialog'), 'Cancel').click()
    await choose(page, 'autumn', 'Delete')
    await page.getByText(/^Its 2 codes are deleted/).waitFor()
    await button(page.getByRole('alertdialog'), 'Delete').click()
    await told(page, '2 codes deleted')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await keysOf('autumn')).toEqual([])
    await sameAsReloaded(page)
  })

  it('are narrowed to a batch by its name, and back', async () => {
    await client.call(redemptions.create, { body: { name: 'winter', quota: 500_000, count: 1 } })
    const { items } = await client.call(redemptionBatches.list)
    const total = items.reduce((sum, { count }) => sum + count, 0)
    const page = await open('/redemption')
    await expect.poll(() => rows(page).count()).toBe(total)
    await button(page, 'More filters').click()
    for (const { id, name, count } of items) {
      await pick(page, 'Batch', `${name} #${id}`)
      await expect.poll(() => rows(page).count()).toBe(count)
      await sameAsReloaded(page)
    }
    await button(page, 'Clear filters').click()
    await expect.poll(() => rows(page).count()).toBe(total)
  })
})

describe('Users', () => {
  it('are narrowed by role and status, banned for a reason that they are told, and unbanned', async () => {
    const page = await open('/user')
    const names = (wanted: readonly string[]) =>
      expect
        .poll(async () => (await rows(page).getByRole('link').allInnerTexts()).map((name) => name.trim()))
        .toEqual(wanted.map((name) => expect.stringContaining(name)))
    await names(['ann', 'root'])
    for (const [role, wanted] of [
      ['Super admin', ['root']],
      ['Regular user', ['ann']],
    ] as const) {
      await pick(page, 'Role', role)
      await names(wanted)
      await sameAsReloaded(page)
    }
    await button(page, 'Clear Role').click()
    await names(['ann', 'root'])
    await pick(page, 'Status', 'Banned')
    await told(page, 'Nothing matches')
    await button(page, 'Clear Status').click()

    const dialog = page.getByRole('alertdialog')
    const ban = async (action: string, reason: string) => {
      await choose(page, 'ann', action)
      await dialog.getByLabel(/^Reason/).fill(reason)
      const tell = dialog.getByRole('switch', { name: 'Tell the user, with the reason' })
      expect(await tell.getAttribute('aria-checked')).toBe('false')
      await tell.click()
      expect(await tell.getAttribute('aria-checked')).toBe('true')
      await button(dialog, action).click()
    }
    await ban('Ban', 'Sold the key')
    await told(page, '“ann” banned')
    await rowOf(page, 'ann').getByText('Banned').waitFor()
    await pick(page, 'Status', 'Banned')
    await names(['ann'])
    await sameAsReloaded(page)
    await pick(page, 'Status', 'Active')
    await names(['root'])
    await button(page, 'Clear Status').click()
    await names(['ann', 'root'])
    await ban('Unban', 'It was somebody else')
    await told(page, '“ann” unbanned')
    await rowOf(page, 'ann').getByText('Active').waitFor()
    await page.getByRole('link', { name: 'ann', exact: true }).click()
    await page.getByRole('heading', { name: 'ann', level: 1, exact: true }).waitFor()
    const changes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Changes', exact: true }) })
    const acts = changes.locator('tbody tr')
    for (const [place, reason] of ['It was somebody else', 'Sold the key'].entries()) {
      await acts
        .getByRole('button', { name: /^Show details of/ })
        .nth(place)
        .click()
      await changes.getByText(reason).waitFor()
    }
  })
})

describe('What is personal', () => {
  it('makes access tokens of which the last one counts, and shows all models and few', async () => {
    const page = await open('/personal')
    await page.getByRole('heading', { name: 'Available models' }).waitFor()
    const list = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Available models' }) })
    for (const _turn of ['first', 'second']) {
      await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toEqual(models.slice(0, 10))
      await button(list, 'Show all 12').click()
      expect(await list.getByRole('listitem').allInnerTexts()).toEqual(models)
      await button(list, 'model-21').click()
      await expect.poll(() => copied(page)).toEqual(['model-21'])
      await button(list, 'Show less').click()
    }
    await sameAsReloaded(page)

    await page.goto(`${server.url}/personal?tab=security`)
    const works = async (token: string) => {
      const answer = await fetch(`${server.url}/api/user/self`, {
        headers: { authorization: token, 'new-api-user': '1' },
      })
      return (await answer.text()).includes('"success":true')
    }
    const made: string[] = []
    for (const _turn of ['first', 'second']) {
      const generate = button(page.getByRole('main'), 'Generate')
      await generate.click()
      await button(page.getByRole('alertdialog'), 'Cancel').click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await generate.click()
      await button(page.getByRole('alertdialog'), 'Generate').click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await told(page, 'New access token copied')
      await expect.poll(async () => made.includes((await copied(page))[0] ?? '')).toBe(false)
      const [token = ''] = await copied(page)
      await page.getByRole('main').getByText(token).waitFor()
      made.push(token)
    }
    expect(await Promise.all(made.map(works))).toEqual([false, true])
  })

  it('keeps the secret of a webhook, and removes it', async () => {
    const page = await open('/personal?tab=notification', ann)
    const save = async () => {
      await button(page, 'Save settings').click()
      await told(page, 'Saved')
    }
    const own = createConsoleClient(server.url)
    await own.login(ann.username, ann.password)
    await page.getByRole('tab', { name: 'Notifications' }).click()
    await page.getByLabel('Webhook', { exact: true }).check()
    await page.getByLabel('Webhook address').fill('https://hooks.example.com/sluice')
    const secret = page.getByLabel(/^Webhook secret/)
    await secret.fill('hook-secret')
    await save()
    await button(page, 'Remove secret').waitFor()
    expect(await secret.getAttribute('placeholder')).toBe('Set. Type to replace it')
    await button(page, 'Remove secret').click()
    await told(page, 'The secret is removed when you save.')
    await button(page, 'Keep secret').click()
    await expect.poll(() => page.getByText('The secret is removed when you save.').count()).toBe(0)
    expect(await secret.getAttribute('placeholder')).toBe('Set. Type to replace it')
    await button(page, 'Remove secret').click()
    await save()
    await expect.poll(() => button(page, 'Remove secret').count()).toBe(0)
    await expect.poll(() => secret.getAttribute('placeholder')).toBe('Not set')
  })
})

describe('The dashboard', () => {
  it('counts in other steps, is refreshed, and ends the rest of a channel', async () => {
    const { key } = await addToken(client)
    const page = await open('/detail')
    await told(page, 'No channel is auto-disabled or cooling down')
    const refuse = async () => {
      const asked = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: models[0], messages: [{ role: 'user', content: 'Hello' }] }),
      })
      await asked.text()
      expect(asked.status).toBe(429)
    }
    const steps = page.getByRole('combobox', { name: 'Granularity' })
    await pick(page, 'Time range', 'Last 3 days')
    for (const step of ['Daily', 'Hourly', 'Daily']) {
      await pick(page, 'Granularity', step)
      await expect.poll(() => steps.innerText()).toBe(step)
    }
    await sameAsReloaded(page)
    for (const _turn of ['first', 'second']) {
      await refuse()
      await button(page, 'Refresh').click()
      await told(page, '1 cooling down')
      await button(page, 'Resume requests to upstream').click()
      await told(page, 'Requests resumed')
      await told(page, 'No channel is auto-disabled or cooling down')
    }
    await sameAsReloaded(page)
  })
})
