import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Engine } from '#server/db/database.ts'
import { createPasswords } from '#server/domain/passwords.ts'
import { parseEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type Gateway, startGateway } from '#server/start.ts'
import { startPostgres } from '#testing/postgres.ts'
import { collectorId, fillLists, population } from './fill-lists.ts'
import { type ListCall, listCalls } from './list-calls.ts'

const callsWarm = 5
const callsMeasured = 100
/** Milliseconds. */
const target = 100

type Figures = { p50: number; p95: number; most: number }
type Client = (path: string) => Promise<void>

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const bench = async (engine: Engine, folder: string, url: string | undefined): Promise<boolean> => {
  const environment = parseEnvironment({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  })
  if (!environment.ok) throw new Error(environment.faults.join('\n'))
  const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 } })
  const gateway = await startGateway(environment.value, {
    clock: systemClock,
    log: createLog({ level: 'error' }),
    passwords,
  })
  try {
    const { accounts, database, domain, sessions, setup } = gateway.plane
    const account = { username: 'root', password: 'bench-password', repeatedPassword: 'bench-password' }
    await setup.perform({ ...account, selfUse: false, demo: false, address: '127.0.0.1' })
    const rootId = (await accounts.logIn('root', 'bench-password')).id
    await fillLists(database, domain.vault)
    if (engine === 'postgres') await sql`vacuum analyze`.execute(database.query)
    const clientOf = async (userId: number): Promise<Client> => {
      const cookie = await sessions.begin({ userId, address: '127.0.0.1', agent: 'bench' })
      return createClient(gateway, userId, cookie)
    }
    const clients = { root: await clientOf(rootId), collector: await clientOf(collectorId) }
    const rows: [ListCall, Figures][] = []
    for (const call of listCalls) rows.push([call, await measure(clients[call.by], call)])
    print(`\n${engine}: p50, p95 and longest of ${callsMeasured} calls, in milliseconds`)
    for (const [{ name }, { p50, p95, most }] of rows) {
      const figures = [p50, p95, most].map((figure) => figure.toFixed(1).padStart(8)).join('')
      print(`${name.padEnd(56)}${figures}${p95 > target ? '  too slow' : ''}`)
    }
    return rows.every(([, { p95 }]) => p95 <= target)
  } finally {
    await gateway.close({ graceMs: 0 })
  }
}

const envelope = z.object({ success: z.boolean(), message: z.string() })

const createClient =
  (gateway: Gateway, userId: number, cookie: string): Client =>
  async (path) => {
    const headers = { cookie: `session=${cookie}`, 'new-api-user': String(userId) }
    const answer = envelope.parse(await (await fetch(gateway.url + path, { headers })).json())
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
  }

const measure = async (client: Client, { path }: ListCall): Promise<Figures> => {
  const times: number[] = []
  for (let number = 0; number < callsWarm + callsMeasured; number += 1) {
    const start = performance.now()
    await client(path(number))
    if (number >= callsWarm) times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), most: times.at(-1) ?? 0 }
}

const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-lists-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const onSqlite = () => inFolder((folder) => bench('sqlite', folder, undefined))
const onPostgres = async () => {
  const postgres = await startPostgres()
  try {
    const url = await postgres.createDatabase()
    return await inFolder((folder) => bench('postgres', folder, url))
  } finally {
    await postgres.stop()
  }
}

const { users, tokens, channels } = population
print(
  `${users} users, ${tokens} tokens, ${channels} channels; ${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}`,
)
const engines = { sqlite: onSqlite, postgres: onPostgres }
const only = process.argv[2]
for (const [engine, run] of Object.entries(engines)) {
  if (only !== undefined && only !== engine) continue
  if (!(await run())) process.exitCode = 1
}
