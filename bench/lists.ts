import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Engine } from '#server/db/database.ts'
import { createPasswords } from '#server/domain/people/passwords.ts'
import { parseEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type Gateway, startGateway } from '#server/start.ts'
import { startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { startPostgres } from '#testing/postgres.ts'
import { channelChanges, measureChange } from './channel-changes.ts'
import { collectorId, fillLists, population } from './fill-lists.ts'
import { type ListCall, listCalls } from './list-calls.ts'
import { chatAnswer } from './requests.ts'
import { areShort, lineOfTimes } from './times.ts'

const callsWarm = 5
const callsMeasured = 100
/** Milliseconds. */
const longestCall = 100
const longestChange = 5

type Client = (method: 'GET' | 'POST', path: string, body?: object) => Promise<string>

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const bench = async (engine: Engine, folder: string, url: string | undefined): Promise<boolean> => {
  const environment = parseEnvironment({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    GLOBAL_API_RATE_LIMIT: '0',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  })
  if (!environment.ok) throw new Error(environment.faults.join('\n'))
  const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 } })
  const upstream = await startAnsweringUpstream((_call, response) => {
    response.setHeader('content-type', 'application/json').end(chatAnswer)
  })
  const gateway = await startGateway(environment.value, {
    clock: systemClock,
    log: createLog({ level: 'error' }),
    passwords,
  })
  try {
    const { accounts, database, domain, sessions, setup } = gateway.plane
    const account = { username: 'root', password: 'bench-password', repeatedPassword: 'bench-password' }
    await setup.perform({ ...account, selfUse: false, demo: false, local: true, code: '', address: '127.0.0.1' })
    const rootId = (
      await accounts.logIn('root', 'bench-password', { address: '', device: undefined, browser: undefined })
    ).id
    await fillLists(database, { vault: domain.vault, upstream: upstream.url })
    if (engine === 'postgres') await sql`vacuum analyze`.execute(database.query)
    await domain.pool.refresh(Array.from({ length: population.channels }, (_, place) => place + 1))
    const clientOf = async (userId: number): Promise<Client> => {
      const cookie = await sessions.begin({ userId, address: '127.0.0.1', agent: 'bench' })
      return createClient(gateway, userId, cookie)
    }
    const clients = { root: await clientOf(rootId), collector: await clientOf(collectorId) }
    print(`\n${engine}: p50, p95 and longest of ${callsMeasured} calls, in milliseconds`)
    let holds = true
    for (const call of listCalls) {
      const times = await measureCall(clients[call.by], call)
      print(lineOfTimes(call.name, times, longestCall))
      holds &&= areShort(times, longestCall)
    }
    print(`\n${engine}: the same of what a change costs the event loop; the relay goes by it at once`)
    const key = await createToken(clients.root)
    for (const change of channelChanges) {
      const times = await measureChange(gateway.plane, change, { url: gateway.url, key, upstream })
      print(lineOfTimes(change.name, times, longestChange))
      holds &&= areShort(times, longestChange)
    }
    return holds
  } finally {
    await gateway.close({ graceMs: 0 })
    await upstream.close()
  }
}

const createClient =
  (gateway: Gateway, userId: number, cookie: string): Client =>
  async (method, path, body) => {
    const headers = {
      cookie: `session=${cookie}`,
      'new-api-user': String(userId),
      ...(body === undefined ? {} : { 'content-type': 'application/json', origin: gateway.url }),
    }
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const text = await (await fetch(gateway.url + path, request)).text()
    if (!text.startsWith('{"success":true')) throw new Error(`${path}: ${text.slice(0, 200)}`)
    return text
  }

const created = z.object({ data: z.object({ key: z.string() }) })

const createToken = async (client: Client): Promise<string> => {
  const text = await client('POST', '/api/token/', { name: 'bench', unlimited_quota: true })
  return `sk-${created.parse(JSON.parse(text)).data.key}`
}

const measureCall = async (client: Client, { path }: ListCall): Promise<number[]> => {
  const times: number[] = []
  for (let number = 0; number < callsWarm + callsMeasured; number += 1) {
    const start = performance.now()
    await client('GET', path(number))
    if (number >= callsWarm) times.push(performance.now() - start)
  }
  return times
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

const numbers = Object.entries(population).map(([name, count]) => `${count} ${name}`)
print(`${numbers.join(', ')}; ${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}`)
const engines = { sqlite: onSqlite, postgres: onPostgres }
const only = process.argv[2]
for (const [engine, run] of Object.entries(engines)) {
  if (only !== undefined && only !== engine) continue
  if (!(await run())) process.exitCode = 1
}
