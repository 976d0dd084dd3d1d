import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { tokens } from '#contract/tokens.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { openVault } from '#server/lib/vault.ts'
import { desk, openContext, startBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { logIn, type SignedIn } from '#testing/log-in.ts'
import { addManyLogs } from '#testing/many-logs.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { fillLists } from './fill-lists.ts'
import { pageClock, readPace, readTouches, usefulPaint } from './page-clock.ts'
import { timeAt } from './times.ts'

/** `npm run bench:pages`: how soon the console's pages show what is theirs on a slow computer, among much of everything. */
const rows = 1_000_000
/** The reader's computer, in the unit of `readPace`: four times slower than an ordinary desktop. */
const readersPace = 500
const visits = 9
const quietMilliseconds = 400
/** Milliseconds. */
const longestPaint = 1000
const longestTouch = 100
/** Of the touches of a key or a button, how many have to be so short. */
const mostTouches = 0.75

const paths = [
  ...[
    '/',
    '/about',
    '/pricing',
    '/status',
    '/playground',
    '/detail',
    '/token',
    '/log',
    '/midjourney',
    '/task',
    '/video',
  ],
  ...[
    '/batch',
    '/topup',
    '/personal',
    '/redemption',
    '/channel',
    '/user',
    '/price',
    '/group',
    '/setting',
    '/audit',
    '/start',
  ],
  ...['/channel/1', '/user/2'],
]

type Reader = { url: string; state: SignedIn; pacePage: Page }

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const fill = async (dataFolder: string): Promise<void> => {
  const [clock, log] = [systemClock, createLog({ level: 'warn' })]
  const database = await openDatabase({ url: undefined, file: sqliteFile(dataFolder), clock, log })
  const vault = await openVault({ file: join(dataFolder, 'secret') })
  await fillLists(database, { vault, upstream: 'http://127.0.0.1:9' })
  await addManyLogs(database, rows, Math.floor(Date.now() / 1000))
  await database.close()
}

/** Tokens of others are shown to nobody. */
const ownTokenPage = async (client: ConsoleClient): Promise<string> => {
  await client.call(tokens.create, { body: { name: 'own' } })
  const { items } = await client.call(tokens.list, { query: { p: 1, page_size: 1 } })
  return `/token/${items[0]?.id}`
}

/** A page, and what slows it down to the reader's computer from the pace that its own has at the moment. */
type SlowPage = { page: Page; slowDown: () => Promise<void>; rates: number[] }

/** What it loaded before is kept, as at a second visit. */
const openSlowPage = async (browser: Browser, { state, pacePage }: Reader): Promise<SlowPage> => {
  const context = await openContext(browser, desk, { storageState: state })
  await context.addInitScript(pageClock)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const rates: number[] = []
  const slowDown = async () => {
    // What the page still does would make the machine look slower than it is.
    await page.waitForTimeout(quietMilliseconds)
    const rate = Math.max(1, (await readPace(pacePage)) / readersPace)
    rates.push(rate)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
  }
  return { page, slowDown, rates }
}

/** `act` answers whether there was anything to touch. */
const touch = async (page: Page, times: number, act: (time: number) => Promise<boolean>): Promise<number[]> => {
  const before = (await readTouches(page)).length
  let made = 0
  while (made < times && (await act(made))) {
    made += 1
    await page.waitForTimeout(150)
  }
  const touches = (await readTouches(page)).slice(before)
  // What is shorter than a frame is not told.
  return [...touches, ...Array.from({ length: Math.max(0, made - touches.length) }, () => 8)]
}

const type = async (page: Page): Promise<number[]> => {
  const box = page.locator('main input[type="search"]').first()
  if ((await box.count()) === 0) return []
  await box.click()
  return touch(page, 12, async (time) => {
    await page.keyboard.press('riverstone12'.charAt(time))
    return true
  })
}

const turnPages = async (page: Page): Promise<number[]> => {
  const next = page.getByRole('button', { name: 'Next page', exact: true })
  if ((await next.count()) === 0) return []
  return touch(page, 16, async () => {
    if (!(await next.isEnabled())) return false
    // By the mouse alone, which is on the button before it is pressed: a click by name would look for the name within the
    // time that is measured.
    await next.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await next.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.waitForTimeout(300)
    await page.mouse.down()
    await page.mouse.up()
    return true
  })
}

const measure = async (browser: Browser, reader: Reader, path: string): Promise<boolean> => {
  const { page, slowDown, rates } = await openSlowPage(browser, reader)
  const paints: number[] = []
  for (let visit = 0; visit <= visits; visit += 1) {
    await slowDown()
    await page.goto(reader.url + path, { waitUntil: 'commit' })
    paints.push(await usefulPaint(page))
  }
  const [first = 0, ...later] = paints
  const again = timeAt(later, mostTouches)
  const touches: number[] = []
  for (const act of [turnPages, type]) {
    await slowDown()
    touches.push(timeAt(await act(page), mostTouches))
  }
  await page.context().close()
  const holds = again <= longestPaint && touches.every((ms) => ms <= longestTouch)
  const figures = [first, again, ...touches].map((ms) => (ms === 0 ? '-' : ms.toFixed(0)).padStart(9)).join('')
  const slowed = `${Math.min(...rates).toFixed(1)} to ${Math.max(...rates).toFixed(1)}`.padStart(13)
  print(`${path.padEnd(14)}${figures}${slowed}${holds ? '' : '  too slow'}`)
  return holds
}

const server = await startServerProcess()
const browser = await startBrowser()
try {
  const pacePage = await browser.newPage()
  print(`${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}`)
  const client = await setUp(server.url)
  await server.stop()
  await fill(server.dataFolder)
  await server.restart()
  print(
    `${rows} log rows; milliseconds: first visit, p75 of ${visits} later ones, of turning pages, of typing; how many times slowed down`,
  )
  const held: boolean[] = []
  const reader = { url: server.url, state: await logIn(browser, server.url), pacePage }
  for (const path of [...paths, await ownTokenPage(client)]) held.push(await measure(browser, reader, path))
  const all = held.every((holds) => holds)
  print(
    `at most ${longestPaint} until a page shows what is its own, ${longestTouch} for a touch: ${all ? 'holds' : 'DOES NOT HOLD'}`,
  )
  if (!all) process.exitCode = 1
} finally {
  await browser.close()
  await server.remove()
}
