import { availableParallelism, cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { channels } from '#contract/channels.ts'
import { logs } from '#contract/logs.ts'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import { sqliteFile } from '#server/db/open.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { lockFile } from '#testing/file-lock.ts'
import { startPacedUpstream } from '#testing/paced-upstream.ts'
import { startPostgres, type TestPostgres } from '#testing/postgres.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { startStallablePostgres } from '#testing/stallable-postgres.ts'
import { type LoadFigures, startLoad } from './stalled-load.ts'
import { timeAt } from './times.ts'

/** `npm run bench:stalls`: what calls, streams and the console notice of a database that stands still for seconds. */
const secondsAround = 2

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Stands still for so many seconds. */
type Stalling = (seconds: number) => Promise<void>
type Place = {
  databaseUrl: string | undefined
  stallingOf: (dataFolder: string) => Stalling
  close: () => Promise<void>
}

const lockedFile = async (): Promise<Place> => ({
  databaseUrl: undefined,
  stallingOf: (dataFolder) => async (seconds) => {
    const { letGo } = await lockFile(sqliteFile(dataFolder), seconds)
    await letGo()
  },
  close: async () => {},
})

/** Whoever asks for a user keeps his connection until it is over. */
const lockedTable = (postgres: TestPostgres) => async (): Promise<Place> => {
  const databaseUrl = await postgres.createDatabase()
  const stalling: Stalling = async (seconds) => {
    const other = new pg.Client({ connectionString: databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('lock table users in access exclusive mode')
    await pause(seconds * 1000)
    await other.end()
  }
  return { databaseUrl, stallingOf: () => stalling, close: async () => {} }
}

const pausedPostgres = (postgres: TestPostgres) => async (): Promise<Place> => {
  const way = await startStallablePostgres(await postgres.createDatabase())
  const stalling: Stalling = async (seconds) => {
    way.stall()
    await pause(seconds * 1000)
    way.goOn()
  }
  return { databaseUrl: way.url, stallingOf: () => stalling, close: way.close }
}

const measure = async (name: string, place: Place, seconds: number): Promise<boolean> => {
  const { databaseUrl, stallingOf, close } = place
  const upstream = await startPacedUpstream()
  const server = await startServerProcess({
    LOG_LEVEL: 'error',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  try {
    const root = await setUp(server.url)
    await root.call(channels.create, {
      body: { type: 1, name: 'paced', key: 'upstream', base_url: upstream.url, models: 'gpt', group: 'default' },
    })
    for (const key of ['ModelRatio', 'CompletionRatio']) {
      await root.call(optionCalls.update, { body: { key, value: JSON.stringify({ gpt: 1 }) } })
    }
    const { key } = await root.call(tokens.create, { body: { name: 'bench', unlimited_quota: true } })
    const load = await startLoad({ url: server.url, key: `sk-${key}`, upstream, root })
    await pause(secondsAround * 1000)
    load.mark()
    if (seconds > 0) await stallingOf(server.dataFolder)(seconds)
    else await pause(4000)
    const figures = await load.finish(secondsAround)
    const charged = await chargedWithin(root, figures.answered)
    print(lineOf(name, figures, charged))
    return figures.failed === 0 && charged !== undefined
  } finally {
    await server.remove()
    await upstream.close()
    await close()
  }
}

/** Seconds until every answered call has its row, and no more of them have. */
const chargedWithin = async (root: ConsoleClient, calls: number): Promise<number | undefined> => {
  const begun = performance.now()
  for (;;) {
    const waited = (performance.now() - begun) / 1000
    const { total } = await root.call(logs.list, { query: { p: 1, page_size: 1, type: 2 } })
    if (total === calls) return waited
    if (total > calls || waited > 60) return undefined
    await pause(50)
  }
}

const heads = ['gap p50', 'longest', 'call p50', 'p99', 'longest', 'failed', 'writes', 'refused', 'longest', 'charged']

const lineOf = (name: string, { gaps, calls, failed, writes, refused }: LoadFigures, charged?: number): string => {
  const figures = [
    ...[timeAt(gaps, 0.5), timeAt(gaps, 1), timeAt(calls, 0.5), timeAt(calls, 0.99), timeAt(calls, 1)],
    ...[failed, writes.length, refused, timeAt(writes, 1)],
  ].map((figure) => figure.toFixed(0))
  return row(name, [...figures, charged === undefined ? 'NEVER' : `${charged.toFixed(1)} s`])
}

const row = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(32)}${cells.map((cell) => cell.padStart(9)).join('')}`

print(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
print('While it stands still: milliseconds between words of 20 streams, of calls, and of writes of the console.')
print(row('', heads))
const postgres = await startPostgres({ durable: true })
const cases = [
  ...[0, 1, 4, 8].map((seconds) => ({ engine: 'SQLite, locked by another', open: lockedFile, seconds })),
  ...[0, 1, 4, 8].map((seconds) => ({ engine: 'PostgreSQL, paused', open: pausedPostgres(postgres), seconds })),
  ...[4, 8].map((seconds) => ({ engine: 'PostgreSQL, users locked', open: lockedTable(postgres), seconds })),
]
let holds = true
for (const { engine, open, seconds } of cases) {
  const name = seconds === 0 ? `${engine.split(',')[0]}, as always` : `${engine} ${seconds} s`
  holds = (await measure(name, await open(), seconds)) && holds
}
await postgres.stop()
process.exitCode = holds ? 0 : 1
