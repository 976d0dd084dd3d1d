import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, startService } from './local-service.ts'
import { findService, howToGet } from './services.ts'

const run = promisify(execFile)

/** A PostgreSQL cluster of our own, gone without a trace when stopped. */
export type TestPostgres = {
  url: (database: string) => string
  /** A new database, empty or a copy of `template`; its address. */
  createDatabase: (template?: string) => Promise<string>
  /** Ends the server as a crash would. */
  crash: () => Promise<void>
  /** Starts it again, at the same address and with the same data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a cluster. It does not wait for the disk unless `durable`, which is for tests of crashes. */
export const startPostgres = async ({ durable = false } = {}): Promise<TestPostgres> => {
  const programs = programFolder()
  const account = await serverAccount()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const asAccount = { ...account, cwd: folder }
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    asAccount,
  )
  const port = await freePort()
  const start = () =>
    startService({
      command: join(programs, 'postgres'),
      parameters: [
        ...['-D', data, '-p', String(port), '-k', folder],
        ...Object.entries(settings(durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      ready: /ready to accept connections/,
      ending: 'SIGINT',
      options: asAccount,
    })
  let service = await start()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  return {
    url,
    createDatabase: (template) => createPostgresDatabase(url('postgres'), template),
    crash: () => service.stop('SIGQUIT'),
    restart: async () => {
      service = await start()
    },
    stop: async () => {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let databases = 0

/** Makes a database on a running cluster, given the address of any of its databases; the address of the new one. */
export const createPostgresDatabase = async (adminUrl: string, template = 'template1'): Promise<string> => {
  databases += 1
  const name = `test_${process.pid}_${Date.now().toString(36)}_${databases}`
  // By its files: written to the journal first, it takes twice as long.
  await onServer(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  return new URL(`/${name}`, adminUrl).href
}

export const dropPostgresDatabase = (adminUrl: string, url: string): Promise<void> =>
  onServer(adminUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)

const onServer = async (adminUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const settings = (durable: boolean): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }),
})

/** The folder of initdb and postgres: as told, else wherever the machine has them. */
const programFolder = (): string => {
  const told = process.env.SLUICE_TEST_POSTGRES_BIN
  if (told !== undefined) return told
  const server = findService('postgres')
  if (server === undefined) throw new Error(`The tests need PostgreSQL: ${howToGet('postgres')}`)
  return dirname(server)
}

/** PostgreSQL refuses to run as root, so for root another account runs it. */
const serverAccount = async (): Promise<{ uid: number; gid: number } | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => undefined)
    if (ids !== undefined) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither an account postgres nor nobody')
}
