import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canWatch, eachPowerCut, watchProcess } from '#testing/power-cuts.ts'
import { createRandom } from '#testing/seeded-random.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { openDatabase, sqliteFile } from '../open.ts'
import { openReserve } from './reserve.ts'

const script = join(import.meta.dirname, '../../../testing/charging-process.ts')
const log = createLog({ level: 'silent' })

const requestsIn = (file: string, table: string): string[] => {
  const database = new DatabaseSync(file)
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return database
      .prepare(`select request_id from ${table}`)
      .all()
      .map(({ request_id }) => String(request_id))
  } finally {
    database.close()
  }
}

/** The charges that the next process would find, wherever they are. */
const chargesIn = async (folder: string): Promise<Set<string>> => {
  const reserve = await openReserve(join(folder, 'charges.reserve'))
  await reserve.close()
  return new Set([
    ...requestsIn(sqliteFile(folder), 'logs'),
    ...requestsIn(join(folder, 'spool.sqlite'), 'settlements'),
    ...reserve.left.map(({ requestId }) => requestId),
  ])
}

/** Opens them as the next process does. */
const brokenBooksIn = async (folder: string) => {
  const database = await openDatabase({ url: undefined, file: sqliteFile(folder), clock: systemClock, log })
  try {
    return await findBrokenInvariants(database)
  } finally {
    await database.close()
  }
}

describe.skipIf(!canWatch())('a power cut', () => {
  let parent = ''
  let steps: ReturnType<typeof watchProcess> = []
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'sluice-power-'))
    steps = watchProcess(script, parent)
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  it('F18: takes no charge that was said to be durable, at whatever write it comes', async () => {
    let cuts = 0
    let most = 0
    for (const { write, said } of eachPowerCut(steps, createRandom(18))) {
      if (said.length === 0) continue
      const folder = join(parent, `cut-${cuts}`)
      write(folder)
      const charges = await chargesIn(folder)
      expect(
        said.filter((requestId) => !charges.has(requestId)),
        `lost by cut ${cuts}`,
      ).toEqual([])
      if (cuts % 10 === 0) expect(await brokenBooksIn(folder)).toEqual([])
      rmSync(folder, { recursive: true })
      cuts += 1
      most = said.length
    }
    expect([most, cuts > 60]).toEqual([40, true])
  })
})
