import { channels } from '#contract/channels.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { startBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { logIn } from '#testing/log-in.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { fillLogs } from './fill-logs.ts'
import { measurePage, type PageCall } from './page-times.ts'

/** `node run.mjs bench:pages [rows] [channels]`: how soon each page can be used where there is much of everything. */
const [rows = 1_000_000, channelCount = 5000] = process.argv.slice(2).map(Number)

/** Milliseconds. */
const most = { paint: 1000, typing: 100, paging: 100 }
const rowsOf = 'tbody tr:nth-child(2)'

const visited: readonly PageCall[] = [
  { path: '/login', shown: 'input[type=password]' },
  { path: '/detail', shown: rowsOf },
  { path: '/log', shown: rowsOf, pages: true },
  { path: '/channel', shown: rowsOf, searches: true, pages: true },
  { path: '/user', shown: rowsOf, searches: true, pages: true },
  { path: '/token', shown: 'h1', searches: true },
  { path: '/redemption', shown: 'h1', searches: true },
  { path: '/audit', shown: rowsOf, searches: true, pages: true },
  { path: '/pricing', shown: 'h1' },
  { path: '/setting', shown: 'main input', searches: true },
  { path: '/personal', shown: 'main h2' },
  { path: '/topup', shown: 'main h2' },
  { path: '/playground', shown: 'textarea' },
]

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const fill = async (folder: string): Promise<void> => {
  const log = createLog({ level: 'warn' })
  const database = await openDatabase({ url: undefined, file: sqliteFile(folder), clock: systemClock, log })
  try {
    await fillLogs(database, rows, Math.floor(Date.now() / 1000), new AbortController().signal)
  } finally {
    await database.close()
  }
}

const addChannels = async (client: ConsoleClient): Promise<void> => {
  for (let number = 1; number <= channelCount; number += 1) {
    const name = `winter channel ${number}`
    const models = Array.from({ length: 10 }, (_, place) => `model-${(number + place) % 300}`).join(',')
    const body = { name, type: 1, key: `sk-${number}`, base_url: 'http://127.0.0.1:9', models, group: 'default' }
    await client.call(channels.create, { body })
  }
}

const cell = (value: number | undefined, limit: number): string =>
  value === undefined ? '–'.padStart(10) : `${value.toFixed(0)}${value > limit ? ' !' : ''}`.padStart(10)

const server = await startServerProcess()
const browser = await startBrowser()
try {
  await server.stop()
  await fill(server.dataFolder)
  await server.restart()
  await addChannels(await setUp(server.url))
  const state = await logIn(browser, server.url)
  print(`${rows} log rows, ${channelCount} channels; milliseconds at a quarter of the speed`)
  print(`${'page'.padEnd(14)}${'paint'.padStart(10)}${'typing p75'.padStart(12)}${'paging p75'.padStart(12)}`)
  for (const call of visited) {
    const { paint, typing, paging } = await measurePage(
      browser,
      server.url,
      call,
      call.path === '/login' ? undefined : state,
    )
    print(
      `${call.path.padEnd(14)}${cell(paint, most.paint)}  ${cell(typing, most.typing)}  ${cell(paging, most.paging)}`,
    )
    const isSlow = paint > most.paint || (typing ?? 0) > most.typing || (paging ?? 0) > most.paging
    if (isSlow) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.remove()
}
