import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sameAsReloaded } from './fresh-load.ts'

/** What narrows a list besides its search: a choice, or one more box; `isMore` stands behind "More filters". */
export type ListFilter = { name: string; text: string; isBox?: true; isMore?: true }

/** Rows of a page until somebody wants more. */
const pageSize = 10

const rows = (page: Page): Locator => page.locator('tbody tr[data-row]')
/** How long ago something was depends on when it is read: its time is read instead. */
const texts = (page: Page): Promise<string[]> =>
  rows(page).evaluateAll((all) =>
    all.map((row) => {
      const times = [...row.querySelectorAll('time')]
      const text = times.reduce((read, time) => read.replace(time.innerText, time.dateTime), row.innerText)
      return text.replace(/\s+/g, ' ').trim()
    }),
  )
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const pager = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' })
const format = (number: number): string => number.toLocaleString('en-US')

/** How many rows the list has, as its foot says. */
const totalOf = async (page: Page): Promise<number> => {
  const [, total = ''] = / of ([\d,]+)/.exec(await pager(page).innerText()) ?? []
  return Number(total.replaceAll(',', ''))
}

const isAtPage = async (page: Page, number: number, total: number): Promise<void> => {
  const [first, last] = [(number - 1) * pageSize + 1, Math.min(total, number * pageSize)]
  await expect.poll(() => pager(page).innerText()).toContain(`${format(first)}–${format(last)} of ${format(total)}`)
  await expect.poll(() => rows(page).count()).toBe(last - first + 1)
  await sameAsReloaded(page)
}

/** From the last page, which a list goes to by itself from one behind it: one back, on again, and with the browser back. */
export const pageThrough = async (page: Page): Promise<void> => {
  await pager(page).waitFor()
  const total = await totalOf(page)
  const pages = Math.ceil(total / pageSize)
  await isAtPage(page, pages, total)
  expect(await button(page, 'Next page').isDisabled()).toBe(true)
  expect(await button(page, 'Previous page').isDisabled()).toBe(pages === 1)
  if (pages === 1) return
  await button(page, 'Previous page').click()
  await isAtPage(page, pages - 1, total)
  await button(page, 'Next page').click()
  await isAtPage(page, pages, total)
  await page.goBack()
  await isAtPage(page, pages - 1, total)
}

const narrowed = async (page: Page, total: number): Promise<void> => {
  await expect.poll(() => totalOf(page)).toBeLessThan(total)
  expect(await totalOf(page)).toBeGreaterThan(0)
  await sameAsReloaded(page)
}

export const search = async (page: Page, name: string, text: string): Promise<void> => {
  const total = await totalOf(page)
  await page.getByRole('searchbox', { name, exact: true }).fill(text)
  await narrowed(page, total)
  await button(page, 'Clear filters').click()
  await isAtPage(page, 1, total)
}

export const narrow = async (page: Page, { name, text, isBox, isMore }: ListFilter): Promise<void> => {
  const total = await totalOf(page)
  if (isMore) await button(page, 'More filters').click()
  if (isBox) await page.getByRole('searchbox', { name, exact: true }).fill(text)
  else {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: text, exact: true }).click()
  }
  await narrowed(page, total)
  await button(page, 'Clear filters').click()
  // What somebody opened stays open, and a fresh load has it closed.
  if (isMore) await button(page, 'More filters').click()
  await isAtPage(page, 1, total)
}

/** By each of the orders that stand in its heads, or the first few: up, down, and as it came. */
export const sortEach = async (page: Page, most: number): Promise<string[]> => {
  const orders = await ordersOf(page)
  const before = await texts(page)
  for (const { head, press, mayTie } of orders.slice(0, most)) {
    const order = async (direction: 'ascending' | 'descending'): Promise<string[]> => {
      await press()
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction)
      await sameAsReloaded(page)
      return texts(page)
    }
    const up = await order('ascending')
    const down = await order('descending')
    // What stands in a column differs from row to row, but where it tells of several things that not every row has.
    if ((await totalOf(page)) <= pageSize)
      expect(mayTie ? down.toSorted() : down).toEqual(mayTie ? up.toSorted() : up.toReversed())
    else if (!mayTie) expect(down.filter((text) => up.includes(text))).toEqual([])
    await press()
    await expect.poll(() => texts(page)).toEqual(before)
    await expect.poll(() => head.getAttribute('aria-sort')).toBe(null)
  }
  await sameAsReloaded(page)
  return orders.map(({ name }) => name)
}

type Order = { name: string; head: Locator; press: () => Promise<void>; mayTie: boolean }

/** What each head offers, beside each other or in a menu of its own. */
const ordersOf = async (page: Page): Promise<readonly Order[]> => {
  const buttons = page.getByRole('columnheader').getByRole('button')
  const orders: Order[] = []
  for (const button of await buttons.all()) {
    const head = button.locator('xpath=ancestor::th')
    if ((await button.getAttribute('aria-haspopup')) !== 'menu') {
      orders.push({ name: await button.innerText(), head, press: () => button.click(), mayTie: false })
      continue
    }
    const entries = page.getByRole('menu').getByRole('menuitemradio')
    await button.click()
    await entries.first().waitFor()
    const names = await entries.allInnerTexts()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    for (const [place, name] of names.entries()) {
      const press = async () => {
        await button.click()
        await entries.nth(place).click()
      }
      orders.push({ name, head, press, mayTie: true })
    }
  }
  return orders
}

const selectedCount = (page: Page): Locator => page.locator('[data-bulk-bar] [role="status"]')

/** The page, all that match, one of them not, and none. Answers whether rows of the list can be selected. */
export const select = async (page: Page): Promise<boolean> => {
  const whole = page.getByRole('checkbox', { name: 'Select all rows of this page' })
  if ((await whole.count()) === 0) return false
  const total = await totalOf(page)
  const shows = async (count: number, elsewhere: number) => {
    const others = elsewhere === 0 ? '' : `, ${format(elsewhere)} of them on other pages`
    await expect.poll(() => selectedCount(page).innerText()).toBe(`${format(count)} selected${others}`)
    await sameAsReloaded(page)
  }
  await whole.click()
  await shows(Math.min(pageSize, total), 0)
  const matching = button(page, `Select all ${format(total)} that match`)
  expect(await matching.count()).toBe(total > pageSize ? 1 : 0)
  if (total > pageSize) {
    await matching.click()
    await shows(total, total - pageSize)
  }
  await rows(page).first().getByRole('checkbox').first().click()
  await shows(total - 1, Math.max(0, total - pageSize))
  await button(page, 'Clear selection').click()
  await expect.poll(() => selectedCount(page).count()).toBe(0)
  return true
}

/** What has come from elsewhere is there once the list is refreshed. */
export const refresh = async (page: Page, text: string): Promise<void> => {
  expect((await texts(page)).join('\n')).not.toContain(text)
  await button(page, 'Refresh').click()
  await expect.poll(async () => (await texts(page)).join('\n')).toContain(text)
  await sameAsReloaded(page)
}
