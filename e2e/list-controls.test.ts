import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import type { Database } from '#server/db/database.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { desk, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { sameAsReloaded } from '#testing/fresh-load.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { openServersDatabase } from '#testing/list-rows.ts'
import { settlement } from '#testing/rows.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { violationsOf } from '#testing/violations.ts'

// What every list has comes from web/ui/list and web/ui/table-page.tsx, and is used here on two of them: the log has a
// time range and is told of new rows, the tokens are ordered and are a file.

const pages = freshPages()
const now = Math.floor(Date.now() / 1000)
/** Where it is about noon: what was an hour ago was today. */
const hoursToNoon = 12 - new Date().getUTCHours()
const timezoneId = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`
const day = 86_400

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let database: Database

const call = (number: number, fields: Partial<Settlement>) =>
  settlement({
    ...{ requestId: `call-${number}`, username: 'root', tokenId: 0, tokenName: 'laptop', modelName: 'plain' },
    ...{ createdAt: now - 600 - number },
    ...fields,
  })
const many = (count: number, from: number, fields: (place: number) => Partial<Settlement>) =>
  Array.from({ length: count }, (_, place) => call(from + place, fields(place)))

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  for (const [place, name] of ['north', 'river', 'stone', '=1+1'].entries()) {
    await client.call(tokens.create, { body: { name, remain_quota: (place + 1) * 500_000 } })
  }
  database = await openServersDatabase(server.dataFolder)
  await database.settle([
    ...many(8, 0, () => ({})),
    ...many(4, 8, () => ({ tokenName: 'phone', modelName: 'fancy', channelId: 2, group: 'vip' })),
    ...many(3, 20, (place) => ({ createdAt: now - 80_000 - place })),
    ...many(2, 30, (place) => ({ createdAt: now - 5 * day - place })),
    ...many(1, 40, () => ({ createdAt: now - 20 * day })),
  ])
})
afterAll(async () => {
  await database?.close()
  await server?.remove()
})

const open = (path: string) =>
  pages.open(browser, server.url + path, { timezoneId, unlikeReloaded: 'it is compared by hand, after there and back' })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('tbody tr[data-row]')
/** A head with two orders says both in one line. */
const headings = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
/** As the foot of the list says, and the rows are as many. */
const shows = async (page: Page, range: string, count: number) => {
  await expect.poll(() => page.getByRole('navigation', { name: 'Pages' }).innerText()).toContain(range)
  await expect.poll(() => rows(page).count()).toBe(count)
}
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const pick = async (page: Page, box: string, option: string) => {
  await page.getByRole('combobox', { name: box, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const choose = async (page: Page, menu: string, entry: string) => {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

describe('A list', () => {
  it('is narrowed to ranges that have a name and to any moments, and back', async () => {
    const page = await open('/log')
    const range = page.getByRole('button', { expanded: false }).filter({ has: page.locator('.lucide-calendar-clock') })
    const dialog = page.getByRole('dialog', { name: 'Time range' })
    await shows(page, '1–10 of 12', 10)
    for (const [name, total] of [
      ['Yesterday', 3],
      ['Last hour', 12],
      ['Last 24 hours', 15],
      ['Last 7 days', 17],
      ['Last 30 days', 18],
      ['Today', 12],
    ] as const) {
      await range.click()
      await button(dialog, name).click()
      await shows(page, `1–${Math.min(total, 10)} of ${total}`, Math.min(total, 10))
      expect(await range.innerText()).toBe(name)
      if (name === 'Yesterday') await sameAsReloaded(page)
    }
    expect(search(page)).toEqual({})
    const moment = (seconds: number) => new Date((seconds + hoursToNoon * 3600) * 1000).toISOString().slice(0, 19)
    const between = async (from: string, to: string) => {
      await range.click()
      await dialog.getByLabel('From').fill(from)
      await dialog.getByLabel('To', { exact: true }).fill(to)
    }
    await between(moment(now - 3 * day), moment(now - 6 * day))
    await dialog.getByText('The first moment must be before the last').waitFor()
    expect(await button(dialog, 'Apply').isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await between(moment(now - 6 * day), moment(now - 3 * day))
    await button(dialog, 'Apply').click()
    await shows(page, '1–2 of 2', 2)
    expect(search(page)).toEqual({
      start_timestamp: String(now - 6 * day),
      end_timestamp: String(now - 3 * day),
    })
    await sameAsReloaded(page)
    await between(moment(now - 6 * day), '')
    await button(dialog, 'Apply').click()
    await shows(page, '1–10 of 17', 10)
    expect(await range.innerText()).toMatch(/^Since /)
    await button(page, 'Clear filters').click()
    await shows(page, '1–10 of 12', 10)
    expect(await range.innerText()).toBe('Today')
    await sameAsReloaded(page)
  })

  it.each(['/user?status=active', '/audit?actor=root'])(
    'stays where it is while it is narrowed: %s',
    async (narrowed) => {
      const [path = ''] = narrowed.split('?')
      const page = await open(path)
      await page.setViewportSize({ width: 1280, height: 900 })
      const top = async () => (await page.getByRole('table').boundingBox())?.y
      await rows(page).first().waitFor()
      const before = await top()
      await page.goto(server.url + narrowed)
      await button(page, 'Clear filters').waitFor()
      await rows(page).first().waitFor()
      expect(await top()).toBe(before)
    },
  )

  it('is narrowed by boxes, by what a cell holds, and back', async () => {
    const page = await open('/log')
    await shows(page, '1–10 of 12', 10)
    await button(page, 'More filters').click()
    for (const [box, text] of [
      ['Token name', 'phone'],
      ['Group', 'vip'],
      ['Channel ID', '2'],
    ] as const) {
      await page.getByRole('searchbox', { name: box, exact: true }).fill(text)
      await shows(page, '1–4 of 4', 4)
      await sameAsReloaded(page)
      await button(page, `Clear ${box}`).click()
      await shows(page, '1–10 of 12', 10)
    }
    const channel = page.getByRole('searchbox', { name: 'Channel ID', exact: true })
    await channel.fill('two')
    await page.getByText('Enter a whole number above 0').waitFor()
    await channel.fill('')
    const only = async (label: string, value: string) => {
      const cell = rows(page).filter({ hasText: value }).first().getByRole('cell').filter({ hasText: value }).first()
      await cell.hover()
      await button(cell, `Only ${label}: ${value}`).click()
    }
    await only('Token', 'phone')
    await shows(page, '1–4 of 4', 4)
    expect(search(page)).toEqual({ token_name: 'phone' })
    expect(await page.getByRole('searchbox', { name: 'Token name', exact: true }).inputValue()).toBe('phone')
    await only('Model', 'fancy')
    await shows(page, '1–4 of 4', 4)
    await sameAsReloaded(page)
    await button(page, 'Clear filters').click()
    await shows(page, '1–10 of 12', 10)
    await only('Model', 'plain')
    await shows(page, '1–8 of 8', 8)
    await button(page, 'Clear filters').click()
    await shows(page, '1–10 of 12', 10)
  })

  it('has as many rows on a page as somebody wants, and keys that lead from page to page', async () => {
    const page = await open('/log')
    await shows(page, '1–10 of 12', 10)
    for (const _turn of ['first', 'second']) {
      await page.keyboard.press(']')
      await shows(page, '11–12 of 12', 2)
      // There is none behind the last.
      await page.keyboard.press(']')
      await shows(page, '11–12 of 12', 2)
      await sameAsReloaded(page)
      await page.keyboard.press('[')
      await shows(page, '1–10 of 12', 10)
    }
    await page.keyboard.press(']')
    await shows(page, '11–12 of 12', 2)
    await pick(page, 'Rows per page', '20')
    await shows(page, '1–12 of 12', 12)
    expect(search(page)).toEqual({ size: '20' })
    await sameAsReloaded(page)
    // It is kept for other lists.
    await page.goto(`${server.url}/token`)
    await expect.poll(() => page.getByRole('combobox', { name: 'Rows per page' }).innerText()).toBe('20')
    await pick(page, 'Rows per page', '10')
    await page.goto(`${server.url}/log`)
    await shows(page, '1–10 of 12', 10)
  })

  it('tells of new rows while it is followed, shows them when they are asked for, and is left alone again', async () => {
    const page = await open('/log')
    await shows(page, '1–10 of 12', 10)
    const live = page.getByRole('button', { name: 'Live', exact: true })
    await live.click()
    expect(await live.getAttribute('aria-pressed')).toBe('true')
    await sameAsReloaded(page)
    for (const [place, told] of ['1 new row', '2 new rows'].entries()) {
      const model = `newest-${place}`
      await database.settle(
        many(place + 1, 100 + 10 * place, () => ({ modelName: model, createdAt: now - 300 + place })),
      )
      await button(page, told).waitFor()
      expect(await page.getByText(model).count()).toBe(0)
      await button(page, told).click()
      await rows(page).first().getByText(model).waitFor()
      await expect.poll(() => button(page, told).count()).toBe(0)
      await sameAsReloaded(page)
    }
    await live.click()
    expect(await live.getAttribute('aria-pressed')).toBe('false')
    expect(search(page)).toEqual({})
    await sameAsReloaded(page)
  })

  it('has the columns and the height of rows that somebody wants, and those it had', async () => {
    const page = await open('/token')
    await expect.poll(() => rows(page).count()).toBe(4)
    const all = await headings(page)
    const popover = page.getByRole('dialog', { name: 'Columns' })
    const boxes = popover.getByRole('checkbox')
    const height = async () => (await rows(page).first().boundingBox())?.height
    const [roomy = 0, usual] = [await height(), await headings(page)]
    await button(page, 'Columns').click()
    await boxes.first().waitFor()
    const names = await boxes.evaluateAll((inputs) => inputs.map((input) => input.closest('label')?.textContent ?? ''))
    for (const name of names) await popover.getByLabel(name, { exact: true }).uncheck()
    await expect.poll(async () => (await headings(page)).length).toBeLessThan(all.length - 2)
    await button(popover, 'Select all').click()
    await expect.poll(async () => (await headings(page)).length).toBeGreaterThanOrEqual(all.length)
    const whole = await headings(page)
    const heads = whole.map((heading) => heading.split(' / ')[0])
    for (const name of names) expect(heads).toContain(name)
    await popover.getByLabel('Status', { exact: true }).uncheck()
    await expect.poll(() => headings(page)).not.toContain('Status')
    await button(popover, 'Close').click()
    await sameAsReloaded(page)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(4)
    expect(await headings(page)).not.toContain('Status')
    await button(page, 'Columns').click()
    await button(popover, 'Reset').click()
    await expect.poll(() => headings(page)).toEqual(usual)
    await popover.getByRole('radio', { name: 'Compact' }).check()
    await expect.poll(height).toBeLessThan(roomy)
    await popover.getByRole('radio', { name: 'Comfortable' }).check()
    await expect.poll(height).toBe(roomy)
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'detached' })
    await sameAsReloaded(page)
  })

  it('is a file: all of it in its order, what matches, and what is selected', async () => {
    const page = await open('/token?sort=remain_quota&direction=desc')
    await expect.poll(() => rows(page).count()).toBe(4)
    const file = async (name: string) => {
      const begun = page.waitForEvent('download')
      await button(page, name).click()
      const download = await begun
      expect(download.suggestedFilename()).toBe('tokens.csv')
      const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
      return { head: head.replace(/^\ufeff/, ''), lines }
    }
    const shown = (await headings(page)).filter((heading) => !['', 'Key', 'Actions'].includes(heading))
    const all = await file('Export CSV')
    expect(all.head).toBe(shown.map((heading) => `"${heading.split(' / ')[0]}"`).join(','))
    expect(all.lines.map((line) => /north|river|stone|'=1\+1/.exec(line)?.[0])).toEqual([
      "'=1+1",
      'stone',
      'river',
      'north',
    ])
    for (const name of ['river', 'north']) {
      await page.getByRole('checkbox', { name: `Select row ${name}`, exact: true }).check()
    }
    const some = await file('Export selected as CSV')
    expect(some).toEqual({ head: all.head, lines: expect.arrayContaining(all.lines.slice(2)) })
    expect(some.lines).toHaveLength(2)
    await button(page, 'Clear selection').click()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('stone')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect((await file('Export CSV')).lines).toEqual([all.lines[1]])
  })

  it('is ordered and its page selected on a phone too, where it has no head', async () => {
    const page = await pages.open(browser, `${server.url}/token`, {
      ...{ timezoneId, hasTouch: true, look: { ...desk, width: 390 } },
      unlikeReloaded: 'it is compared by hand, after there and back',
    })
    const cards = page.locator('li[data-row]')
    const names = () => cards.locator('[data-open]').allInnerTexts()
    await expect.poll(names).toEqual(['=1+1', 'stone', 'river', 'north'])
    const order = async (shown: string) => {
      await page.getByRole('button', { name: /^Sort by/ }).tap()
      await page.getByRole('menuitemradio', { name: 'Quota', exact: true }).tap()
      await button(page, shown).waitFor()
    }
    await order('Sort by: Quota ↑')
    await expect.poll(names).toEqual(['north', 'river', 'stone', '=1+1'])
    await order('Sort by: Quota ↓')
    await expect.poll(names).toEqual(['=1+1', 'stone', 'river', 'north'])
    await order('Sort by')
    expect(search(page)).toEqual({})
    const whole = page.getByLabel('Select all rows of this page')
    for (const _turn of ['first', 'second']) {
      await whole.tap()
      await page.getByText('4 selected').waitFor()
      await whole.tap()
      await page.getByText('4 selected').waitFor({ state: 'detached' })
    }
    await sameAsReloaded(page)
  })

  it('is looked into on a phone from the menu of a card, and turned over like elsewhere', async () => {
    const page = await pages.open(browser, `${server.url}/token`, {
      ...{ timezoneId, hasTouch: true, look: { ...desk, width: 390 } },
      unlikeReloaded: 'it is looked at without a reload, so that the focus can be told',
    })
    await button(page, 'Actions for stone').tap()
    await page.getByRole('menuitem', { name: 'View details' }).tap()
    await page.getByRole('dialog', { name: 'stone' }).waitFor()
    await button(page, 'Next row').tap()
    await page.getByRole('dialog', { name: 'river' }).waitFor()
    await button(page, 'Previous row').tap()
    await page.getByRole('dialog', { name: 'stone' }).waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await button(page.getByRole('dialog'), 'Close').tap()
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Actions for stone')
    expect(search(page)).toEqual({})
    await button(page, 'Open navigation').tap()
    await button(page.getByRole('dialog'), 'Search').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await button(page.getByRole('dialog'), 'Search').tap()
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Usage logs')
    await page.getByRole('option', { name: 'Usage logs' }).waitFor()
  })

  it('keeps views, opens them, and forgets them', async () => {
    const page = await open('/log')
    const dialog = page.getByRole('dialog')
    await shows(page, '1–10 of ', 10)
    const save = async (name: string) => {
      await choose(page, 'Views', 'Save this view…')
      expect(await button(dialog, 'Save').isDisabled()).toBe(true)
      await dialog.getByLabel('Name').fill(name)
      await button(dialog, 'Save').click()
      await page.getByText(`View “${name}” saved`).first().waitFor()
      await dialog.waitFor({ state: 'detached' })
    }
    await save('All of today')
    await page.goto(`${server.url}/log?range=week&type=2`)
    await shows(page, '1–10 of ', 10)
    await button(page, 'Columns').click()
    await dialog.getByLabel('Retry', { exact: true }).uncheck()
    await button(dialog, 'Close').click()
    await dialog.waitFor({ state: 'detached' })
    await save('Of the week')
    await choose(page, 'Views', 'All of today')
    await expect.poll(() => headings(page)).toContain('Retry')
    expect(search(page)).toEqual({ hidden: '-', size: '10' })
    await sameAsReloaded(page)
    await choose(page, 'Views', 'Of the week')
    await expect.poll(() => headings(page)).not.toContain('Retry')
    expect(search(page)).toEqual({ range: 'week', type: '2', hidden: 'retry', size: '10' })
    await sameAsReloaded(page)
    await page.goto(`${server.url}/log?range=week`)
    await shows(page, '1–10 of ', 10)
    // One of the same name takes its place.
    await choose(page, 'Views', 'Save this view…')
    await dialog.getByLabel('Name').fill('All of today')
    await dialog.getByText('A view of this name is replaced').waitFor()
    await button(dialog, 'Cancel').click()
    await button(page.getByRole('alertdialog'), 'Discard').click()
    await dialog.waitFor({ state: 'detached' })
    await choose(page, 'Views', 'All of today')
    await choose(page, 'Views', 'Delete views…')
    for (const name of ['Of the week', 'All of today']) {
      await button(dialog, `Delete view ${name}`).click()
      await expect.poll(() => dialog.getByText(name, { exact: true }).count()).toBe(0)
    }
    await dialog.getByText('No views are saved').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Views').click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Save this view…'])
    await page.keyboard.press('Escape')
  })
})
