import { readFile } from 'node:fs/promises'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels, isChannelTag } from '#contract/channels.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { sameAsReloaded } from '#testing/fresh-load.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { chatAnswer, refusal, startVendor, type Vendor, type VendorCall } from '#testing/vendor-server.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let vendor: Vendor
/** What the vendor says a channel may spend in all, in dollars. */
let limit = 12

/** Tells balances, has no time for one model, and answers everything else. */
const answerAsVendor = ({ path, text, body }: VendorCall) => {
  if (path.endsWith('/subscription')) return { body: { has_payment_method: true, hard_limit_usd: limit } }
  if (path.includes('/usage')) return { body: { total_usage: 200 } }
  if (text.includes('"busy"')) return { ...refusal(429, 'Slow down'), headers: { 'retry-after': '600' } }
  return body.stream === true ? { type: 'text/event-stream', body: chatEvents(['Hello.']) } : chatAnswer()
}

beforeAll(async () => {
  browser = await sharedBrowser()
  vendor = await startVendor(answerAsVendor)
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: vendor.url, models: ['busy'], fields: { name: 'third', priority: 2, weight: 2 } })
  const add = (name: string, models: string, fields: object) =>
    client.call(channels.create, { body: { name, models, key: 'sk-key', base_url: vendor.url, ...fields } })
  await add('second', 'rare-model', { priority: 3, weight: 1 })
  await add('first', 'plain', { priority: 1, weight: 3, tag: 'fast' })
  await add('keyed', 'plain', { key: 'sk-one\nsk-two\nsk-three', priority: 4 })
  await add('claude', 'claude-x', { type: 14, priority: 5 })
})
afterAll(async () => {
  await server.remove()
  await vendor.close()
})

const idOf = async (name: string): Promise<number> => {
  const { items } = await client.call(channels.list, { query: { keyword: name } })
  const found = items
    .flatMap((row) => (isChannelTag(row) ? row.children : row))
    .find((channel) => channel.name === name)
  if (found === undefined) throw new Error(`no channel ${name}`)
  return found.id
}
/** Each comes to be as a fresh load once it is done with a control and back, which is when it is compared. */
const open = (path: string) =>
  pages.open(browser, server.url + path, { unlikeReloaded: 'it is compared by hand, after there and back' })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string) =>
  page.locator('tbody tr[data-row]').filter({ has: page.getByText(name, { exact: true }) })
const names = async (page: Page) =>
  (await page.locator('tbody tr[data-row]').getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0])
const namesAre = (page: Page, wanted: readonly string[]) => expect.poll(() => names(page)).toEqual(wanted)
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const answer = (page: Page, action: string) => button(page.getByRole('alertdialog'), action).click()
const choose = async (page: Page, name: string, action: string) => {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const pick = async (page: Page, box: Locator, option: string) => {
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const textOf = async (download: Download) => readFile(await download.path(), 'utf8')
const byPriority = ['claude', 'keyed', 'second', 'third', 'first']

describe('The list of channels', () => {
  it('is laid out and narrowed by each of its controls, and back', async () => {
    const page = await open(`/channel`)
    await namesAre(page, byPriority)
    await button(page, 'Sort by ID').click()
    await namesAre(page, ['claude', 'keyed', 'first', 'second', 'third'])
    await sameAsReloaded(page)
    await button(page, 'Sort by ID').click()
    await namesAre(page, byPriority)

    const status = page.getByRole('combobox', { name: 'Status', exact: true })
    await pick(page, status, 'Disabled (any)')
    await told(page, 'Nothing matches')
    await pick(page, status, 'Enabled')
    await namesAre(page, byPriority)
    await button(page, 'Clear Status').click()
    expect(new URL(page.url()).search).toBe('')

    const narrow = async (box: string, text: string, wanted: readonly string[]) => {
      await page.getByRole('searchbox', { name: box, exact: true }).fill(text)
      await namesAre(page, wanted)
      await button(page, `Clear ${box}`).click()
      await namesAre(page, byPriority)
    }
    await narrow('Model keyword', 'rare', ['second'])
    await narrow('Model keyword', 'plain', ['keyed', 'first'])
    await button(page, 'More filters').click()
    await narrow('Tag', 'fast', ['first'])
    const type = page.getByRole('combobox', { name: 'Type', exact: true })
    await pick(page, type, 'Anthropic Claude')
    await namesAre(page, ['claude'])
    await sameAsReloaded(page)
    await pick(page, type, 'OpenAI')
    await namesAre(page, byPriority.slice(1))
    await button(page, 'Clear Type').click()
    await namesAre(page, byPriority)
    await button(page, 'Query').click()
    await namesAre(page, byPriority)
    await button(page, 'More filters').click()
    await sameAsReloaded(page)
  })

  it('tells all of a channel in its card on a phone, and takes its priority there', async () => {
    const page = await pages.open(browser, `${server.url}/channel`, {
      ...{ hasTouch: true, look: { width: 390, language: 'en', scheme: 'light' } },
      unlikeReloaded: 'it is compared by hand, after there and back',
    })
    const card = page.locator('li[data-row]').filter({ has: page.getByText('first', { exact: true }) })
    for (const text of ['OpenAI', 'fast', 'default', 'Enabled', 'Untested', '$0.00'])
      await card.getByText(text, { exact: true }).first().waitFor()
    expect([await scrollsSideways(page), await violationsOf(page)]).toEqual([false, []])
    const priority = card.getByRole('textbox', { name: 'Priority of first', exact: true })
    for (const value of ['9', '1']) {
      await priority.fill(value)
      await priority.press('Enter')
      await expect
        .poll(async () => (await client.call(channels.read, { params: { id: String(await idOf('first')) } })).priority)
        .toBe(Number(value))
    }
    await sameAsReloaded(page)
  })

  it('asks what is left to spend, and again', async () => {
    const page = await open(`/channel`)
    await rowOf(page, 'first').waitFor()
    await button(page, 'Check the balance of first').click()
    await told(page, 'Balance of “first”: $10.00')
    await rowOf(page, 'first').getByText('$10.00').waitFor()
    limit = 7
    await button(page, 'Update the balance of first').click()
    await told(page, 'Balance of “first”: $5.00')
    await rowOf(page, 'first').getByText('$5.00').waitFor()
    expect(await rowOf(page, 'first').getByText('$10.00').count()).toBe(0)
    await sameAsReloaded(page)
  })

  it('says that a channel rests, and ends that', async () => {
    const { key } = await addToken(client)
    const refuse = async () => {
      const asked = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'busy', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      await asked.text()
      return asked.status
    }
    const page = await open('/channel')
    for (const _turn of ['first', 'second']) {
      expect(await refuse()).toBe(429)
      await button(page, 'Refresh').click()
      await rowOf(page, 'third').getByText('Cooling down').waitFor()
      await choose(page, 'third', 'Resume requests')
      await told(page, 'Requests resumed')
      await rowOf(page, 'third').getByText('Enabled').waitFor()
      await expect.poll(() => rowOf(page, 'third').getByText('Cooling down').count()).toBe(0)
    }
    await sameAsReloaded(page)
  })

  it('disables, enables, tests, gives values and takes tags of what is selected', async () => {
    const page = await open(`/channel`)
    const bulk = page.locator('[data-bulk-bar]')
    const dialog = page.getByRole('dialog')
    const undo = () => button(page, 'Undo').last().click()
    const chosen = async () => {
      for (const name of ['first', 'second']) {
        const box = page.getByRole('checkbox', { name: `Select row ${name}`, exact: true })
        if (!(await box.isChecked())) await box.check()
      }
    }
    const both = async (read: (name: string) => Promise<string>, wanted: readonly string[]) =>
      expect.poll(() => Promise.all(['first', 'second'].map(read))).toEqual(wanted)
    const statusOf = async (name: string) => /Enabled|Disabled/.exec(await rowOf(page, name).innerText())?.[0] ?? ''
    const weightOf = (name: string) =>
      page.getByRole('textbox', { name: `Weight of ${name}`, exact: true }).inputValue()
    const tagOf = async (name: string) => /fast|slow/.exec(await rowOf(page, name).innerText())?.[0] ?? ''

    await rowOf(page, 'first').waitFor()
    await chosen()
    await button(bulk, 'Disable').click()
    await told(page, '2 channels disabled')
    await both(statusOf, ['Disabled', 'Disabled'])
    await chosen()
    await button(bulk, 'Enable').click()
    await told(page, '2 channels enabled')
    await both(statusOf, ['Enabled', 'Enabled'])

    for (const _turn of ['first', 'second']) {
      await chosen()
      await button(bulk, 'Test').click()
      await answer(page, 'Test')
      await told(page, 'Testing 2 channels…')
      await told(page, /^2 channels tested, 0 failed/)
      for (const name of ['first', 'second'])
        await rowOf(page, name)
          .getByText(/^\d+(?:\.\d)? m?s$/)
          .waitFor()
    }

    const setValues = async (value: string) => {
      await chosen()
      await button(bulk, 'Set values').click()
      await pick(page, dialog.getByRole('combobox').first(), 'Weight')
      await dialog.getByRole('textbox', { name: /^Weight/ }).fill(value)
    }
    await setValues('3')
    await dialog.getByText('1 of 2 channels will change').waitFor()
    await dialog.getByText('1 of 2 already has it').waitFor()
    await dialog.getByText('1 → 3: 1 channel').waitFor()
    await button(dialog, 'Save').click()
    await told(page, '1 channel changed')
    await both(weightOf, ['3', '3'])
    await undo()
    await told(page, '1 channel changed back')
    await both(weightOf, ['3', '1'])
    await setValues('8')
    await dialog.getByText('2 of 2 channels will change').waitFor()
    await button(dialog, 'Save').click()
    await both(weightOf, ['8', '8'])

    const tag = async (press: () => Promise<void>, wanted: readonly string[]) => {
      await chosen()
      await button(bulk, 'Set tag').click()
      await press()
      await dialog.waitFor({ state: 'detached' })
      await both(tagOf, wanted)
    }
    const remove = () => button(dialog, 'Remove tag').click()
    await tag(remove, ['', ''])
    await undo()
    await both(tagOf, ['fast', ''])
    await tag(async () => {
      await dialog.getByRole('textbox', { name: /^Tag/ }).fill('slow')
      await button(dialog, 'Save').click()
    }, ['slow', 'slow'])
    await tag(remove, ['', ''])
    await sameAsReloaded(page)
  })

  it('enables all keys of a channel from its menu and from below its row', async () => {
    const page = await open(`/channel/${await idOf('keyed')}`)
    const disableTwo = async () => {
      for (const place of [1, 2]) {
        await button(page, `Disable key ${place}`).click()
        await button(page, `Enable key ${place}`).waitFor()
      }
    }
    await disableTwo()
    await page.getByText('1 of 3 keys in use').first().waitFor()
    expect(await page.getByText(/^Disabled by an admin · /).count()).toBe(2)
    await button(page, 'Enable key 2').click()
    await told(page, 'Key 2 enabled')
    await page.getByText('2 of 3 keys in use').first().waitFor()
    await sameAsReloaded(page)
    await button(page, 'Disable key 2').click()
    await told(page, 'Key 2 disabled')
    await page.getByText('1 of 3 keys in use').first().waitFor()
    await button(page, 'Disable key 3').click()
    await expect.poll(() => button(page, 'Enable key 3').count()).toBe(0)

    await page.goto(`${server.url}/channel`)
    await rowOf(page, 'keyed').getByText('1/3 keys').waitFor()
    await choose(page, 'keyed', 'Enable all keys')
    await rowOf(page, 'keyed').getByText('3 keys', { exact: true }).waitFor()
    await page.goto(`${server.url}/channel/${await idOf('keyed')}`)
    await disableTwo()
    await page.goto(`${server.url}/channel`)
    await button(page, 'Show details of keyed').click()
    await button(page, 'Enable all keys').click()
    await told(page, 'Keys enabled')
    await page.getByText('3 of 3 keys in use').waitFor()
    await rowOf(page, 'keyed').getByText('3 keys', { exact: true }).waitFor()
    expect(await button(page, 'Enable all keys').count()).toBe(0)
    await sameAsReloaded(page)
  })

  it('deletes for a reason that is kept, or for none', async () => {
    for (const name of ['short-lived', 'shorter']) {
      await client.call(channels.create, { body: { name, key: 'sk-key', base_url: vendor.url, models: 'gone' } })
    }
    const page = await open(`/channel?keyword=short`)
    await choose(page, 'shorter', 'Delete')
    await answer(page, 'Cancel')
    await choose(page, 'shorter', 'Delete')
    await answer(page, 'Delete')
    await namesAre(page, ['short-lived'])
    await choose(page, 'short-lived', 'Delete')
    await page
      .getByRole('alertdialog')
      .getByLabel(/^Reason/)
      .fill('The account was closed')
    await answer(page, 'Delete')
    await told(page, 'Nothing matches')
    await page.goto(`${server.url}/audit`)
    await page
      .getByRole('button', { name: /^Show details of/ })
      .first()
      .click()
    await told(page, 'The account was closed')
  })
})

describe('The form of a channel', () => {
  it('finds providers, adds all known models and keeps what each model costs', async () => {
    const page = await open(`/channel`)
    const drawer = page.getByRole('dialog')
    await button(page, 'Add channel').first().click()
    const box = drawer.getByRole('searchbox', { name: 'Search providers' })
    const providers = drawer.getByRole('group', { name: 'Choose a provider' }).getByRole('button')
    await providers.first().waitFor()
    const common = await providers.count()
    const show = (which: string) => drawer.getByRole('radio', { name: which, exact: true }).click()
    await show('All')
    await expect.poll(() => providers.count()).toBeGreaterThan(common)
    await show('Common')
    await expect.poll(() => providers.count()).toBe(common)
    await show('All')
    await expect.poll(() => providers.count()).toBeGreaterThan(common)
    const all = await providers.count()
    await box.fill('deepsee')
    await expect.poll(() => providers.allInnerTexts()).toEqual(['DeepSeek'])
    await box.fill('no such provider')
    await drawer.getByText('No provider of this name').waitFor()
    await button(drawer, 'Clear Search providers').click()
    await expect.poll(() => providers.count()).toBe(all)
    await box.fill('deepsee')
    await button(drawer, 'DeepSeek').click()
    await button(drawer, 'Change').click()
    await expect.poll(() => providers.count()).toBe(common)
    await button(drawer, 'OpenAI').click()

    const known = await client.call(channels.models)
    const chips = drawer.getByRole('button', { name: /^Remove (?!default)/ })
    for (const _turn of ['first', 'second']) {
      await button(drawer, 'Clear').click()
      await expect.poll(() => chips.count()).toBe(0)
      await button(drawer, 'Add all known models').click()
      await expect.poll(() => chips.count()).toBe(known.length)
    }
    await page.keyboard.press('Escape')
    await answer(page, 'Discard')

    const openCosts = async () => {
      await page.goto(`${server.url}/channel/edit/${await idOf('second')}`)
      const advanced = button(drawer, 'Advanced')
      if ((await advanced.getAttribute('aria-expanded')) === 'false') await advanced.click()
    }
    const cell = (name: string) => drawer.getByRole('textbox', { name, exact: true })
    const save = async () => {
      await button(drawer, 'Save').click()
      await told(page, 'Channel updated')
      await drawer.waitFor({ state: 'detached' })
    }
    await openCosts()
    await cell('New: Model').fill('rare-model')
    await cell('New: Model').press('Enter')
    await cell('New: Model').fill('rare-model')
    await cell('New: Model').press('Enter')
    await drawer.getByText('rare-model is already in the table').waitFor()
    await cell('New: Model').fill('*')
    const costs = drawer.getByRole('group', { name: 'Cost to us' })
    await button(costs, 'Add').click()
    for (const [column, price] of [
      ['Input', '2.5'],
      ['Output', '10'],
    ] as const) {
      for (const model of ['rare-model', '*']) await cell(`${column} of ${model}`).fill(price)
    }
    await button(drawer, 'Edit as JSON: Cost to us').click()
    expect(
      JSON.parse(
        await drawer
          .getByLabel(/^Cost to us/)
          .first()
          .inputValue(),
      ),
    ).toEqual({
      'rare-model': { input: 2.5, output: 10 },
      '*': { input: 2.5, output: 10 },
    })
    await button(drawer, 'Edit as a table: Cost to us').click()
    await save()
    await openCosts()
    expect(await cell('Output of rare-model').inputValue()).toBe('10')
    await button(costs, 'Remove *').click()
    await cell('Input of rare-model').fill('3')
    await save()
    await openCosts()
    expect(await cell('Input of rare-model').inputValue()).toBe('3')
    expect(await cell('Input of *').count()).toBe(0)
    await button(costs, 'Remove rare-model').click()
    await costs.getByText('Nothing here yet').waitFor()
    await save()
    const { costs: kept } = await client.call(channels.read, { params: { id: String(await idOf('second')) } })
    expect(kept).toBe('')
  })
})

describe('The capability card of a channel', () => {
  it('is made and made again, and is a file', async () => {
    const page = await open(`/channel/${await idOf('second')}`)
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Capability card' }) })
    await card.getByText('Not tried yet').waitFor()
    for (const times of [1, 2]) {
      await button(card, 'Try every model').click()
      await answer(page, 'Try every model')
      await expect.poll(() => page.getByText('Channel models tried').count()).toBe(times)
      const row = card.locator('tbody tr').filter({ hasText: 'chat' }).first()
      await expect.poll(() => row.innerText()).toContain('rare-model')
      expect(await row.getByText('Can', { exact: true }).count()).toBeGreaterThan(1)
      await row.getByText('Responded, but did not do it').first().waitFor()
      await card.getByText(/^Tried on .* by root$/).waitFor()
      await sameAsReloaded(page)
    }
    for (const _turn of ['first', 'second']) {
      const begun = page.waitForEvent('download')
      await button(card, 'Export CSV').click()
      const download = await begun
      expect(download.suggestedFilename()).toBe('second capabilities.csv')
      const [head, ...lines] = (await textOf(download)).trimEnd().split('\r\n')
      expect(head).toBe('\ufeff"Model","API format","Call","Result","Duration (s)","Reason","Tried","Tried by"')
      expect(lines[0]).toMatch(/^"rare-model","[^"]+","Text","Can",[\d.]+,"","[^"]+","root"$/)
      expect(lines).toHaveLength((await card.locator('tbody tr').count()) * 6)
    }
  })
})
