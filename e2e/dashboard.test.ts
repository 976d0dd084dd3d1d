import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { desk, looks, sharedBrowser } from '#testing/browser.ts'
import { operator, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { settlement } from '#testing/rows.ts'
import { paintedMarks } from '#testing/screen-facts.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const timezoneId = 'Europe/Berlin'
const now = Math.floor(Date.now() / 1000)
const [hour, day] = [3600, 86_400]

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  await setUp(server.url)
  await server.stop()
  await fill(sqliteFile(server.dataFolder))
  await server.restart()
})
afterAll(() => server.remove())

/** $7.10 of the large model in this hour, a little of eleven others two hours ago, and much of an old one last week. */
const fill = async (file: string): Promise<void> => {
  const database = await openDatabase({ url: undefined, file, clock: systemClock, log: createLog({ level: 'warn' }) })
  const call = (modelName: string, quota: number, createdAt: number) =>
    settlement({
      userId: 1,
      username: operator.username,
      modelName,
      quota,
      createdAt,
      tokenId: 0,
      tokenName: '',
      channelId: 0,
    })
  await database.settle([
    call('large', 3_550_000, now),
    ...Array.from({ length: 11 }, (_, index) => call(`small-${index}`, 10_000 + index, now - 2 * hour)),
    call('old', 9_000_000, now - 5 * day),
  ])
  await database.close()
}

const open = async (address: string): Promise<Page> => {
  const page = await pages.open(browser, `${server.url}${address}`, { timezoneId })
  await chartOf(page).waitFor()
  return page
}

const chartOf = (page: Page) => page.getByRole('slider', { name: 'Usage over time, by model' })
const marksOf = (page: Page) => paintedMarks(chartOf(page))
const choose = async (page: Page, name: string, choice: string) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: choice }).click()
}

/** By slot from left to right, how high the bars are. */
const heightsOf = async (page: Page): Promise<number[]> => {
  const marks = await marksOf(page)
  const slots = [...new Set(marks.map(({ slot }) => slot))].sort()
  return slots.map((slot) => marks.filter((mark) => mark.slot === slot).reduce((sum, mark) => sum + mark.height, 0))
}

describe('the chart of the dashboard', () => {
  it('paints the bars of what is asked for and no others, after every control', async () => {
    const page = await open('/detail?range=1d')
    const height = 224
    // Eleven small models: the ones with most have a colour of their own, the others one together.
    expect(new Set((await marksOf(page)).map(({ colour }) => colour)).size).toBe(10)
    const before = await heightsOf(page)
    expect(before).toHaveLength(2)
    // The same hours as a line beside each sum, without the one that is not over.
    const lines = await page.locator('polyline').evaluateAll((all) => all.map((line) => line.getAttribute('points')))
    expect(lines.map((points) => points?.split(' ').length)).toEqual([23, 23, 23, 23])
    for (const points of lines) expect(points?.match(/,0(?: |$)/g)).toHaveLength(1)
    // $7.10 of an axis up to $8.
    expect(before[1]).toBeCloseTo((7.1 / 8) * height, -1)
    await choose(page, 'Time range', 'Last 7 days')
    await expect.poll(() => marksOf(page).then((marks) => marks.some(({ width }) => width > 60))).toBe(true)
    const week = await marksOf(page)
    // Days begin where the reader is.
    for (const { slot } of week) expect([22 * hour, 23 * hour]).toContain(Number(slot) % day)
    // $18 on one day, on an axis that ends at $20.
    expect(Math.max(...(await heightsOf(page)))).toBeCloseTo((18 / 20) * height, -1)
    await choose(page, 'Metric', 'Requests')
    // Twelve calls of one day or, around midnight, of two.
    await expect.poll(() => page.getByText(/^Whole range 13$/).count()).toBe(1)
    const drawing = await chartOf(page).boundingBox()
    for (const { left, width, bottom, height: high } of await marksOf(page)) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual((drawing?.width ?? 0) + 1)
      expect(bottom + high).toBeLessThanOrEqual(height + 1)
    }
    await page.reload()
    await chartOf(page).waitFor()
    await expect.poll(() => page.getByText(/^Whole range 13$/).count()).toBe(1)
  })

  it('keeps what it shows in its own frame, dimmed, until the answer to the new question is here', async () => {
    const page = await open('/detail?range=1d')
    const before = await marksOf(page)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/data/**', async (route) => {
      await held
      await route.continue()
    })
    await choose(page, 'Time range', 'Last 30 days')
    await page.locator('[aria-busy=true] [role=slider]').waitFor()
    expect(await marksOf(page)).toEqual(before)
    letGo()
    await page.locator('[aria-busy=false] [role=slider]').waitFor()
    const after = await marksOf(page)
    expect(
      after.filter(({ slot }) => before.some((mark) => mark.slot === slot && Number(slot) % day < 22 * hour)),
    ).toEqual([])
  })

  it('is read with the mouse and the keys, and leads to the entries of what is read', async () => {
    const page = await open('/detail?range=1d')
    const chart = chartOf(page)
    await expect.poll(() => page.getByText(/^Whole range \$7\.32$/).count()).toBe(1)
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: \$7\.10$/)
    await expect.poll(() => page.getByText('not over yet').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText(/^Whole range \$7\.32$/).count()).toBe(1)
    await page.getByRole('button', { name: 'As a table' }).click()
    const table = page.getByRole('table', { name: 'Periods without usage' })
    expect(await table.getByRole('row').count()).toBe(3)
    await page.keyboard.press('Escape')
    const box = await chart.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 100)
    await page.waitForURL(/\/log\?/)
    const asked = new URL(page.url()).searchParams
    const start = Number(asked.get('start_timestamp'))
    expect([start % hour, Number(asked.get('end_timestamp')) - start]).toEqual([0, hour - 1])
    await page.getByText('large').first().waitFor()
  })

  it('is narrowed to the hours that the mouse is drawn over, whose bars alone it then paints, and widened by going back', async () => {
    const page = await open('/detail?range=1d')
    const chart = chartOf(page)
    const before = await marksOf(page)
    const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const draw = async (from: number, to: number) => {
      await page.mouse.move(x + from, y + 100)
      await page.mouse.down()
      await page.mouse.move(x + to, y + 100, { steps: 5 })
    }
    // Whoever lets go elsewhere did not mean it.
    await draw(4, width / 2)
    await page.mouse.move(x + width / 2, y - 60, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => page.getByText(/^Whole range \$7\.32$/).count()).toBe(1)
    expect(new URL(page.url()).search).toBe('?range=1d')
    // The last two hours, of which only the one that runs has a call.
    await draw(width - 4, width - (width / 24) * 1.5)
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/ – .*: \$7\.10$/)
    await page.mouse.up()
    await page.waitForURL(/start_timestamp=/)
    await expect.poll(() => page.getByText(/^Whole range \$7\.10$/).count()).toBe(1)
    const asked = new URL(page.url()).searchParams
    const [start, end] = [Number(asked.get('start_timestamp')), Number(asked.get('end_timestamp'))]
    expect([start % hour, end - start]).toEqual([0, 2 * hour - 1])
    const after = await marksOf(page)
    expect(after.map(({ slot }) => Number(slot))).toEqual([start + hour])
    // Two slots share the width.
    expect(after[0]?.width).toBeCloseTo(width * 0.38, -1)
    const fresh = await marksOf(await open(new URL(page.url()).pathname + new URL(page.url()).search))
    expect(fresh).toEqual(after)
    await page.goBack()
    await expect.poll(() => page.getByText(/^Whole range \$7\.32$/).count()).toBe(1)
    expect(await marksOf(page)).toEqual(before)
    await page.goForward()
    await page.getByRole('button', { name: 'Back to: Last 24 hours' }).click()
    await expect.poll(() => page.getByText(/^Whole range \$7\.32$/).count()).toBe(1)
    expect(await marksOf(page)).toEqual(before)
  })

  it('is narrowed by the keys too, to the hours of days that are read', async () => {
    const page = await open('/detail?range=7d')
    const chart = chartOf(page)
    const days = await marksOf(page)
    expect(Math.min(...days.map(({ width }) => width))).toBeGreaterThan(60)
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(/start_timestamp=/)
    await expect.poll(() => marksOf(page).then((marks) => marks.every(({ width }) => width < 60))).toBe(true)
    expect(await heightsOf(page)).toHaveLength(2)
    const asked = new URL(page.url()).searchParams
    const start = Number(asked.get('start_timestamp'))
    for (const { slot } of await marksOf(page)) {
      expect(Number(slot)).toBeGreaterThanOrEqual(start)
      expect(Number(slot)).toBeLessThanOrEqual(Number(asked.get('end_timestamp')))
    }
    await expect.poll(() => page.getByRole('combobox', { name: 'Granularity' }).innerText()).toBe('Hourly')
  })

  it('leaves a finger that moves over it to the page, which scrolls', async () => {
    const phone = looks.find(({ width, language }) => width < 500 && language === 'en') ?? desk
    const page = await pages.open(browser, `${server.url}/detail?range=1d`, {
      ...{ timezoneId, look: phone, hasTouch: true },
    })
    await chartOf(page).waitFor()
    const place = async () => (await chartOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await chartOf(page).scrollIntoViewIfNeeded()
    const { x, y, width } = await place()
    const session = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + 200 - up }],
      })
    await finger('touchStart', 0)
    for (let up = 20; up <= 200; up += 20) await finger('touchMove', up)
    await finger('touchEnd', 200)
    await expect.poll(async () => (await place()).y).toBeLessThan(y - 100)
    expect(new URL(page.url()).search).toBe('?range=1d')
  })

  it('reads at a first tap, and opens at a second one', async () => {
    const phone = looks.find(({ width, language }) => width < 500 && language === 'en') ?? desk
    const page = await pages.open(browser, `${server.url}/detail?range=1d`, { timezoneId, look: phone, hasTouch: true })
    const chart = chartOf(page)
    const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 }
    const position = { x: width - 4, y: height / 2 }
    await chart.tap({ position })
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: \$7\.10$/)
    expect(page.url()).toContain('/detail')
    expect(await scrollsSideways(page)).toBe(false)
    await chart.tap({ position })
    await page.waitForURL(/\/log\?/)
  })

  it('is free of accessibility faults, as a table too', async () => {
    const page = await open('/detail?range=30d&step=week')
    await page.getByRole('button', { name: 'As a table' }).click()
    await expect.poll(() => violationsOf(page)).toEqual([])
  })
})

describe('who costs what', () => {
  it('tells models, users, tokens, channels, groups and vendors apart, and leads to their entries', async () => {
    const page = await open('/detail?range=1d')
    const rows = () => page.getByRole('table', { name: 'Model' }).locator('tbody tr')
    await expect.poll(() => rows().count()).toBe(10)
    await expect.poll(() => rows().first().innerText()).toMatch(/^large\s+\$7\.10\s+97%\s+1\s.*new$/s)
    await page.getByText('2 more', { exact: true }).waitFor()
    for (const [part, by, first] of [
      ['User', 'user', operator.username],
      ['Token', 'token', 'Playground and tests'],
      ['Channel', 'channel', 'Deleted channel 0'],
      ['Provider', 'vendor', 'Deleted channels'],
      ['Group', 'group', 'default'],
    ] as const) {
      await page.getByRole('radio', { name: part }).click()
      const table = page.getByRole('table', { name: part })
      await table.getByText(first).waitFor()
      expect(await table.locator('tbody tr').count()).toBe(1)
      expect(new URL(page.url()).searchParams.get('by')).toBe(by)
    }
    await page.getByRole('radio', { name: 'User' }).click()
    const own = page.getByRole('link', { name: operator.username, exact: true })
    expect(await own.getAttribute('href')).toBe('/user/1')
    const entries = await page.getByRole('link', { name: `Entries of ${operator.username}` }).getAttribute('href')
    expect(entries).toContain(`/log?username=${operator.username}&`)
    await own.click()
    await page.getByRole('heading', { name: operator.username, level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('radio', { name: 'Model' }).click()
    await choose(page, 'Metric', 'Requests')
    await expect.poll(() => rows().first().innerText()).toMatch(/8\.3%/)
    await page.getByRole('link', { name: 'large' }).click()
    await page.waitForURL(/\/log\?/)
    expect(new URL(page.url()).searchParams.get('model_name')).toBe('large')
    await page.getByText('large').first().waitFor()
  })
})

/** What of the page stands on two lines, or beyond the border of what it stands in, which cuts it. */
const cutLabels = `[...document.querySelectorAll('main fieldset label, main [aria-hidden] > span.absolute')]
  .filter((label) => label.getClientRects().length > 0)
  .filter((label) => {
    const [own, around] = [label.getBoundingClientRect(), label.parentElement.getBoundingClientRect()]
    const isCut = label.localName === 'span' && own.right > around.right + 1
    return isCut || own.height > around.height + 1 || label.scrollHeight > label.clientHeight + 1
  })
  .map((label) => label.textContent)`

describe('the dashboard on a phone', () => {
  it.each(languageCodes)('cuts no day and no choice, %s', async (language) => {
    const look = { ...desk, width: 390, language }
    const page = await pages.open(browser, `${server.url}/detail?range=7d`, { timezoneId, look })
    await page.getByRole('slider').waitFor()
    await page.locator('main fieldset').waitFor()
    expect(await page.evaluate(cutLabels)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
  })
})

describe('the tables of the dashboard on paper', () => {
  it('are whole: they scroll nowhere, and are as wide as the paper', async () => {
    const page = await open('/detail?range=7d')
    await page.setViewportSize({ width: 700, height: 900 })
    await page.getByRole('button', { name: 'As a table' }).click()
    await expect.poll(() => page.locator('[role=group]:has(table)').count()).toBe(2)
    const cut = () =>
      page.evaluate(`[...document.querySelectorAll('[role=group]:has(table)')].map((part) => {
        const { overflow, maxHeight } = getComputedStyle(part)
        const isWide = part.querySelector('table').offsetWidth > part.clientWidth + 1
        return overflow !== 'visible' || maxHeight !== 'none' || isWide
      })`)
    expect(await cut()).toEqual([true, true])
    await page.emulateMedia({ media: 'print' })
    expect(await cut()).toEqual([false, false])
    await page.emulateMedia({ media: 'screen' })
  })
})
