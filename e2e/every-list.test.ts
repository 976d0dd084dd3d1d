import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { channels } from '#contract/channels.ts'
import { languageCodes } from '#contract/languages.ts'
import { redemptions } from '#contract/redemptions.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import type { Database } from '#server/db/database.ts'
import { desk, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { crowdRows } from '#testing/crowded-rows.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { fillEveryList, finishedWork, openServersDatabase, workOf } from '#testing/list-rows.ts'
import { type ListFilter, narrow, pageThrough, refresh, search, select, sortEach } from '#testing/list-steps.ts'
import { overlapsOf } from '#testing/overlaps.ts'
import { settlement } from '#testing/rows.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'
import { speak } from '#testing/speak.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

/** Whatever changes a list while a page shows it: another client, or another node with the same database. */
type Elsewhere = { client: ConsoleClient; database: Database; now: number }
type ListRow = {
  /** Below web/features. */
  file: string
  address: string
  search: { box: string; text: string }
  filter?: ListFilter
  canSort?: true
  canSelect?: true
  /** On a phone what is told first is longer than what narrows it. */
  hasBanner?: true
  /** Lets one of its rows tell more than the others, and answers the way back. */
  crowd?: (elsewhere: Elsewhere) => Promise<() => Promise<unknown>>
  /** Changes the first page, mostly by a new row, and answers a text that stands there then. */
  change: (elsewhere: Elsewhere) => Promise<string>
}

const upstream = { type: 1, key: 'sk-elsewhere', base_url: 'http://127.0.0.1:9', group: 'default' }
const addWork =
  (kind: keyof typeof workOf): ListRow['change'] =>
  async ({ database, now }) => {
    await database.query
      .insertInto('tasks')
      .values(finishedWork(`elsewhere-${kind}`, now - 300, workOf[kind]))
      .execute()
    return `elsewhere-${kind}`
  }
const ofChannel: ListFilter = { name: 'Channel ID', text: '2', isBox: true, isMore: true }

/** What a list has besides this is taken from its page. */
const lists: readonly ListRow[] = [
  {
    ...{ file: 'tokens/token-list.tsx', address: '/token', canSort: true, canSelect: true },
    search: { box: 'Search by name', text: 'north' },
    // A user may make fewer tokens than are here.
    change: async ({ client }) => {
      const [newest] = (await client.call(tokens.list)).items
      if (newest === undefined) throw new Error('there is no token')
      return (await client.call(tokens.update, { body: { id: newest.id, name: 'elsewhere' } })).name
    },
  },
  {
    ...{ file: 'users/user-list.tsx', address: '/user', canSort: true, canSelect: true },
    search: { box: 'Search by ID, name or email', text: 'river' },
    filter: { name: 'Group', text: 'vip' },
    change: async ({ client }) => {
      const body = { username: 'elsewhere', password: 'stone-river-1' }
      return (await client.call(users.create, { body })).username
    },
  },
  {
    ...{ file: 'channels/list/channel-list.tsx', address: '/channel', canSort: true, canSelect: true },
    search: { box: 'Search by ID, name or key', text: 'north' },
    filter: { name: 'Group', text: 'vip' },
    change: async ({ client }) => {
      const body = { ...upstream, name: 'elsewhere', models: 'gpt-elsewhere', priority: 10_000 }
      return (await client.call(channels.create, { body })).name
    },
    crowd: async ({ database, now }) => {
      const set = (status: number, info: object) =>
        database.query
          .updateTable('channels')
          .set({ status, other_info: JSON.stringify(info) })
          .where('id', '=', 2)
          .execute()
      await set(3, { status_reason: 'status 401: the key was taken back by whoever made it', status_time: now })
      return () => set(1, {})
    },
  },
  {
    ...{ file: 'redemptions/redemption-list.tsx', address: '/redemption', canSort: true, canSelect: true },
    search: { box: 'Search by name or ID', text: 'north' },
    change: async ({ client }) => {
      await client.call(redemptions.create, { body: { name: 'elsewhere', quota: 500_000, count: 1 } })
      return 'elsewhere'
    },
  },
  {
    ...{ file: 'redemptions/batch-list.tsx', address: '/redemption?layout=batches', canSort: true, canSelect: true },
    search: { box: 'Search by name or ID', text: 'north' },
    change: async ({ client }) => {
      await client.call(redemptions.create, { body: { name: 'elsewhere together', quota: 500_000, count: 2 } })
      return 'elsewhere together'
    },
  },
  {
    ...{ file: 'logs/log-list.tsx', address: '/log' },
    search: { box: 'Request ID', text: 'call-2' },
    filter: { name: 'Model name', text: 'river-model', isBox: true, isMore: true },
    change: async ({ database, now }) => {
      const call = { requestId: 'call-elsewhere', createdAt: now - 300, username: 'root', tokenId: 0 }
      await database.settle([settlement({ ...call, modelName: 'elsewhere-model' })])
      return 'elsewhere-model'
    },
  },
  {
    ...{ file: 'audit/audit-list.tsx', address: '/audit' },
    search: { box: 'Search by username', text: 'stone' },
    filter: { name: 'Area', text: 'System settings' },
    change: async ({ client }) => {
      const body = { username: 'audited', password: 'stone-river-1' }
      return `#${(await client.call(users.create, { body })).id} audited`
    },
  },
  {
    ...{ file: 'drawings/drawing-list.tsx', address: '/midjourney' },
    search: { box: 'Task ID', text: 'drawing-2' },
    ...{ filter: ofChannel, change: addWork('drawing') },
  },
  {
    ...{ file: 'songs/song-list.tsx', address: '/task' },
    search: { box: 'Task ID', text: 'song-2' },
    ...{ filter: ofChannel, change: addWork('song') },
  },
  {
    ...{ file: 'videos/video-list.tsx', address: '/video' },
    search: { box: 'Video ID', text: 'video-2' },
    ...{ filter: ofChannel, change: addWork('video') },
  },
  {
    ...{ file: 'batches/batch-list.tsx', address: '/batch' },
    search: { box: 'Batch ID', text: 'batch-2' },
    ...{ filter: ofChannel, change: addWork('batch') },
  },
  {
    ...{ file: 'pricing/pricing-list.tsx', address: '/pricing', canSelect: true, canSort: true, hasBanner: true },
    search: { box: 'Search models', text: 'river' },
    filter: { name: 'Vendor', text: 'Anthropic Claude' },
    change: async ({ client }) => {
      const model = 'gpt-another'
      await client.call(channels.create, { body: { ...upstream, name: 'more models', models: model } })
      return model
    },
  },
]

const pages = freshPages()
/** Where it is about noon: what was an hour ago was today. */
const hoursToNoon = 12 - new Date().getUTCHours()
const timezoneId = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`

/** The controls over the rows that are seen, by their names; those that are folded away are unfolded first. */
const controlsOf = async (page: Page, ...folds: readonly string[]): Promise<string[]> => {
  for (const name of folds) {
    const fold = page.getByRole('button', { name, exact: true, expanded: false })
    if ((await fold.count()) > 0) await fold.click()
  }
  const bar = page
    .getByRole('button', { name: 'Refresh', exact: true })
    .locator('xpath=ancestor::div[contains(@class, "print:hidden")]')
  return bar
    .locator('button, input, [role=combobox]')
    .filter({ visible: true })
    .evaluateAll((all) => all.flatMap((each) => each.getAttribute('aria-label') || each.textContent || []))
}

/** Where the columns of a table are as close as they come. */
const narrowDesk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const smallPhone = 360
/** The rows take more than half of it. */
const mostAbove = 0.45

const few = 3

it('Every list of the console has a row here', () => {
  const features = join(import.meta.dirname, '../web/features')
  // A file of that name that defines no list draws a few things of a page, and is none.
  const defining = globSync('**/*-list.tsx', { cwd: features }).filter((file) =>
    readFileSync(join(features, file), 'utf8').includes('ListDefinition<'),
  )
  expect(lists.map(({ file }) => file).toSorted()).toEqual(defining.toSorted())
})

describe.each([
  { count: few, mostOrders: Number.POSITIVE_INFINITY },
  { count: 3000, mostOrders: 2 },
])('A list of $count rows shows after each step what a fresh load shows', ({ count, mostOrders }) => {
  let browser: Browser
  let server: ServerProcess
  let elsewhere: Elsewhere

  beforeAll(async () => {
    browser = await sharedBrowser()
    server = await startServerProcess()
    await setUp(server.url)
    await server.stop()
    await fillEveryList(server.dataFolder, count)
    await server.restart()
    const client = createConsoleClient(server.url)
    await client.login(operator.username, operator.password)
    const database = await openServersDatabase(server.dataFolder)
    elsewhere = { client, database, now: Math.floor(Date.now() / 1000) }
  })
  afterAll(async () => {
    await elsewhere?.database.close()
    await server?.remove()
  })

  it.each(lists)('at $address', async (list) => {
    const unlikeReloaded = 'each step is compared by hand, before its rows are read'
    const address = `${server.url}${list.address}${list.address.includes('?') ? '&' : '?'}page=999`
    const page = await pages.open(browser, address, { timezoneId, unlikeReloaded })
    await settled(page)
    await pageThrough(page)
    await search(page, list.search.box, list.search.text)
    if (list.filter) await narrow(page, list.filter)
    expect((await sortEach(page, mostOrders)).length > 0).toBe(list.canSort ?? false)
    expect(await select(page)).toBe(list.canSelect ?? false)
    await refresh(page, await list.change(elsewhere))
  })

  it.each(count === few ? lists : [])('has rows of one height, and low ones of another: $address', async (list) => {
    const unlikeReloaded = 'how high rows are is kept'
    const makeRoom = await list.crowd?.(elsewhere)
    if (makeRoom) onTestFinished(async () => void (await makeRoom()))
    const page = await pages.open(browser, server.url + list.address, { timezoneId, unlikeReloaded })
    await page.setViewportSize(narrowDesk)
    await settled(page)
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    for (const { height, pixels } of [
      { height: 'Compact', pixels: 40 },
      { height: 'Comfortable', pixels: 52 },
    ]) {
      await page.getByText(height, { exact: true }).click()
      await settled(page)
      const rows = await page.locator('tbody tr[data-row]').all()
      expect(rows.length).toBeGreaterThan(0)
      const heights = await Promise.all(
        rows.map((row) => row.boundingBox().then((box) => Math.round(box?.height ?? 0))),
      )
      expect([height, new Set(heights)]).toEqual([height, new Set([pixels])])
    }
  })

  // How many there are makes no difference to it.
  it.each(count === few ? lists : [])(
    'on a phone begins high up, with all it has at a desk: $address',
    async (list) => {
      const unlikeReloaded = 'what is unfolded is not kept'
      const look = { ...desk, width: phone.width }
      const page = await pages.open(browser, server.url + list.address, {
        ...{ timezoneId, unlikeReloaded, look, hasTouch: true },
      })
      await page.setViewportSize(phone)
      await settled(page)
      const row = page.locator('li[data-row]').first()
      await row.waitFor()
      if (!list.hasBanner) expect((await row.boundingBox())?.y).toBeLessThan(phone.height * mostAbove)
      const small = await controlsOf(page, 'Filters', 'More')
      expect([await scrollsSideways(page), await violationsOf(page)]).toEqual([false, []])
      await page.setViewportSize({ width: desk.width, height: phone.height })
      await settled(page)
      const large = await controlsOf(page, 'More filters')
      expect(large.length).toBeGreaterThan(3)
      // Cards have no columns to choose.
      expect(large.filter((name) => !small.includes(name) && !['More filters', 'Columns'].includes(name))).toEqual([])
    },
  )

  it.each(count === few ? lists : [])(
    'on a phone has cards on which nothing lies over anything else, in any language: $address',
    async (list) => {
      const unlikeReloaded = 'what its rows say is made up'
      const look = { ...desk, width: phone.width }
      const page = await pages.open(browser, `${server.url}/about`, {
        timezoneId,
        unlikeReloaded,
        look,
        hasTouch: true,
      })
      await crowdRows(page)
      await page.goto(server.url + list.address)
      await page.locator('li[data-row]').first().waitFor()
      const faults: string[] = []
      for (const language of languageCodes) {
        await speak(page, language)
        for (const width of [phone.width, smallPhone]) {
          await page.setViewportSize({ ...phone, width })
          await settled(page)
          const found = await overlapsOf(page, 'li[data-row]')
          faults.push(...found.map((fault) => `${language}, ${width} px: ${fault}`))
        }
      }
      expect(faults).toEqual([])
    },
  )
})
