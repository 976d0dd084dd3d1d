import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copySqliteTemplate } from '#testing/database.ts'
import { createFailingDatabase } from '#testing/failing-database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { listenLocally } from '#testing/local-server.ts'
import type { Database } from './db/database.ts'
import { sqliteFile } from './db/open.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-files-'))
  await copySqliteTemplate(sqliteFile(folder))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (environment: Record<string, string> = {}, intercept = (database: Database) => database) =>
  startTestGateway({ place: { url: undefined, file: sqliteFile(folder) }, environment, intercept })

/** Files of the folder that this process has open. */
const openFiles = async (): Promise<string[]> => {
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return open.filter((file) => file.startsWith(folder))
}

describe('no file stays open of a node', () => {
  it('that cannot start, whatever it asked its database for in vain', async () => {
    const failing = createFailingDatabase()
    let refused = 0
    for (let call = 1; ; call += 1) {
      failing.failAt(call, 'before')
      const started = await start({}, failing.intercept).catch(() => undefined)
      const failed = failing.heal()
      await started?.close()
      expect([call, failed, await openFiles()]).toEqual([call, failed, []])
      if (started === undefined) refused += 1
      if (failed === undefined) break
    }
    expect(refused).toBeGreaterThan(2)
  })

  it('that cannot start, as no room can be set aside for charges', async () => {
    await mkdir(join(folder, 'charges.reserve'))
    await expect(start()).rejects.toThrow('No room for charges')
    expect(await openFiles()).toEqual([])
  })

  it('that cannot start, as another has its port', async () => {
    const other = await listenLocally(createServer())
    await expect(start({ PORT: String(other.port) })).rejects.toThrow('EADDRINUSE')
    await other.close()
    expect(await openFiles()).toEqual([])
  })

  it('that is stopped and cannot end what it did', async () => {
    const gateway = await start()
    expect(await openFiles()).toContain(join(folder, 'charges.reserve'))
    vi.spyOn(gateway.plane.domain.ledger, 'drain').mockRejectedValue(new Error('the database is away'))
    await expect(gateway.close()).rejects.toThrow('the database is away')
    expect(await openFiles()).toEqual([])
  })
})
