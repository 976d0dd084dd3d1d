import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database, Engine } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { freePort } from '#testing/local-service.ts'
import { startPostgres } from '#testing/postgres.ts'
import { findService, howToGet } from '#testing/services.ts'
import { fillLogs } from './fill-logs.ts'
import { type BenchGateway, startGateway } from './gateway.ts'
import { type LogCall, logCalls } from './log-calls.ts'
import { startPlainUpstream } from './nginx.ts'
import { run, stopAll } from './processes.ts'
import { areShort, lineOfTimes, timeAt } from './times.ts'

/** `node run.mjs bench:logs [rows] [engine]`: how quick the log's lists, sums and charts are among many rows. */
const [rows = 10_000_000, only] = [Number(process.argv[2] ?? 10_000_000), process.argv[3]]

const callsWarm = 5
const callsMeasured = 40
/** Milliseconds. */
const target = 100
const steadyRate = 100
/** Short turns, so that whatever else the machine does meets both kinds alike. */
const steadySeconds = 5
const steadyRounds = 9
/** How much longer calls of the relay may take while somebody looks at the log. */
const mostSlower = 1.5
/** From one question to the next, in milliseconds: quicker than any hand, and without a pause. */
const administrators = [
  { name: 'who asks ten times a second', pause: 100 },
  { name: 'who asks again with every answer', pause: 0 },
] as const

/** Ends the filling in; everything else ends with the programs that are asked. */
const stopped = new AbortController()
stopped.signal.addEventListener('abort', () => void stopAll())

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const bench = async (engine: Engine, nginx: string, folder: string, url: string | undefined): Promise<boolean> => {
  const until = Math.floor(Date.now() / 1000)
  print(`\n${engine}: filling in ${rows} rows`)
  await fill(sqliteFile(folder), url, until)
  const [plain, port] = [await freePort(), await freePort()]
  await startPlainUpstream(nginx, join(folder, 'upstream'), plain)
  const upstreams = { plain, streamed: plain }
  const gateway = await startGateway(folder, port, { upstreams, side: 'free', ...(url && { databaseUrl: url }) })
  const calls = await logCalls(until, (query) => countRows(gateway, query))
  const areQuick = await measureCalls(gateway, calls)
  const isCalm = await measureRelay(gateway, port, calls)
  return areQuick && isCalm
}

const fill = async (file: string, url: string | undefined, until: number): Promise<void> => {
  const database = await openDatabase({ url, file, clock: systemClock, log: createLog({ level: 'warn' }) })
  try {
    const begun = performance.now()
    await fillLogs(database, rows, until, stopped.signal)
    print(
      `  ${((performance.now() - begun) / 1000).toFixed(0)} s, ${((await sizeOf(database)) / rows).toFixed(0)} bytes a row`,
    )
    if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.query)
    const breaches = await findBrokenInvariants(database)
    if (breaches.length > 0) throw new Error(`The books do not add up: ${JSON.stringify(breaches[0])}`)
    print('  the books add up')
  } finally {
    await database.close()
  }
}

const sizeOf = async ({ engine, query }: Database): Promise<number> => {
  const size =
    engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows: sizes } = await size.execute(query)
  return sizes[0]?.bytes ?? 0
}

const page = z.object({ data: z.object({ total: z.int() }) })

const countRows = async (gateway: BenchGateway, query: string): Promise<number> =>
  page.parse(JSON.parse(await gateway.read(`/api/log/?p=1&page_size=1&${query}`))).data.total

const measureCalls = async (gateway: BenchGateway, calls: readonly LogCall[]): Promise<boolean> => {
  print(`  p50, p95 and longest of ${callsMeasured} calls, in milliseconds`)
  const all: number[] = []
  let areQuick = true
  for (const { name, path } of calls) {
    const times: number[] = []
    for (let number = 0; number < callsWarm + callsMeasured; number += 1) {
      const begun = performance.now()
      await gateway.read(path(number))
      if (number >= callsWarm) times.push(performance.now() - begun)
    }
    all.push(...times)
    areQuick &&= areShort(times, target)
    print(`  ${lineOfTimes(name, times, target)}`)
  }
  print(`  ${lineOfTimes('all of them', all, target)}`)
  return areQuick
}

/** Calls of the relay alone and beside administrators who ask for one thing after the other, in turns. */
const measureRelay = async ({ key, skim }: BenchGateway, port: number, calls: readonly LogCall[]): Promise<boolean> => {
  const steady = () => steadyCalls(port, key)
  await steady()
  const alone: number[] = []
  const beside = administrators.map((): number[] => [])
  const answered = administrators.map((): number[] => [])
  for (let round = 0; round < steadyRounds; round += 1) {
    alone.push(...(await steady()))
    for (const [place, { pause }] of administrators.entries()) {
      const asking = { on: true }
      const administrator = askAll(asking, pause, skim, calls)
      beside[place]?.push(...(await steady().finally(() => Object.assign(asking, { on: false }))))
      answered[place]?.push(...(await administrator))
    }
  }
  print(`  relay at ${steadyRate} calls/s, p50 and p99 in milliseconds: alone ${pair(alone)}`)
  const slower = beside.map((times) => timeAt(times, 0.99) / timeAt(alone, 0.99))
  for (const [place, { name }] of administrators.entries()) {
    const [times = [], answers = [], share = 0] = [beside[place], answered[place], slower[place]]
    const verdict = share > mostSlower ? '  too slow' : ''
    print(`  beside an administrator ${name} ${pair(times)}, p99 ${share.toFixed(2)} times as long${verdict}`)
    const perSecond = answers.length / (steadyRounds * steadySeconds)
    print(`    ${perSecond.toFixed(0)} answers a second, p95 of them ${timeAt(answers, 0.95).toFixed(1)}`)
  }
  return Math.max(...slower) <= mostSlower
}

const pair = (times: readonly number[]): string =>
  `${timeAt(times, 0.5).toFixed(2)} and ${timeAt(times, 0.99).toFixed(2)}`

const askAll = async (
  asking: { on: boolean },
  pause: number,
  skim: BenchGateway['skim'],
  calls: readonly LogCall[],
): Promise<number[]> => {
  const times: number[] = []
  for (let number = 0; ; number += 1) {
    for (const { path } of calls) {
      if (!asking.on) return times
      const begun = performance.now()
      const answer = skim(path(number)).then(() => times.push(performance.now() - begun))
      await Promise.all([answer, setTimeout(pause)])
    }
  }
}

const steadyCalls = async (port: number, key: string): Promise<number[]> => {
  const script = fileURLToPath(new URL('steady-calls.ts', import.meta.url))
  const words = [script, String(port), key, String(steadyRate), String(steadySeconds)]
  return z.array(z.number()).parse(JSON.parse(await run('free', process.execPath, words)))
}

const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-logs-'))
  try {
    return await work(folder)
  } finally {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

const onSqlite = (nginx: string) => inFolder((folder) => bench('sqlite', nginx, folder, undefined))
const onPostgres = async (nginx: string) => {
  const postgres = await startPostgres({ durable: true })
  try {
    const url = await postgres.createDatabase()
    return await inFolder((folder) => bench('postgres', nginx, folder, url))
  } finally {
    await postgres.stop()
  }
}

const nginx = findService('nginx')
if (nginx === undefined) {
  print(howToGet('nginx'))
  process.exitCode = 1
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  print(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
  for (const [engine, measure] of Object.entries({ sqlite: onSqlite, postgres: onPostgres })) {
    if (only !== undefined && only !== engine) continue
    if (!(await measure(nginx))) process.exitCode = 1
  }
}
