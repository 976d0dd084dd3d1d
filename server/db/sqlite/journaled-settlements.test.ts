import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import { patience } from '#testing/patience.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import type { Database } from '../database.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { openDatabase } from '../open.ts'
import type { Settlement } from '../settling/settlement.ts'
import { openChargeJournal } from './charge-journal.ts'
import { openJournaledSettlements } from './journaled-settlements.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A database with a journal, and whoever opens it next. */
const openJournaled = async () => {
  const { place, remove } = await openTestDatabase('sqlite')
  cleanups.push(remove)
  const journal = join(dirname(place.file), 'charges.journal')
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(line) })
  const openNext = async (isOn = true) => {
    const database = await openDatabase({ ...place, journal: { file: journal, isOn }, clock: systemClock, log })
    cleanups.push(database.close)
    return database
  }
  const database = await openNext()
  await addAccounts(database.query, 1, 1_000_000)
  return { database, openNext, journal, place, lines }
}

const ignored = { stored: () => {}, refused: async () => {} }

const quotaOf = async (database: Database): Promise<number> =>
  (await database.query.selectFrom('users').select('quota').executeTakeFirstOrThrow()).quota

const countOf = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from logs) + (select count(*) from charges) as total`.execute(database.query)
  return rows[0]?.total ?? 0
}

/** Whether the journal has no charge in it, now: nothing happens meanwhile. */
const isEmpty = (journal: string): boolean => readFileSync(journal).readUInt32LE(0) === 0

const leftInCopy = async (copy: string): Promise<readonly Settlement[]> => {
  const opened = await openChargeJournal(copy)
  await opened?.close()
  return opened?.left ?? []
}

/** Whatever may change something finds an empty journal. */
const beginChange = (database: Database) => database.transaction(async () => {})

describe('charges with a journal', () => {
  it('are in the journal when they are durable, and the outcome is told when the database has them', async () => {
    const { database, journal } = await openJournaled()
    const stored = Promise.withResolvers<void>()
    let isStored = false
    await database.settleSoon(settlement({ quota: 5 }), {
      ...ignored,
      stored: () => {
        isStored = true
        stored.resolve()
      },
    })
    expect([isStored, isEmpty(journal)]).toEqual([false, false])
    await stored.promise
    expect(await quotaOf(database)).toBe(999_995)
    await beginChange(database)
    expect(isEmpty(journal)).toBe(true)
  })

  it.each(['a list', 'a change', 'a transaction'])('are seen by %s that comes after them', async (what) => {
    const { database } = await openJournaled()
    for (let charges = 1; charges <= 20; charges += 1) {
      await database.settleSoon(settlement({ quota: 1 }), ignored)
      const seen = {
        'a list': () => quotaOf(database),
        'a change': async () => {
          const changed = await database.query
            .updateTable('users')
            .set({ display_name: 'changed' })
            .where('quota', '=', 1_000_000 - charges)
            .executeTakeFirstOrThrow()
          return changed.numUpdatedRows === 1n ? 1_000_000 - charges : 0
        },
        'a transaction': () =>
          database.transaction(
            async (transaction) =>
              (await transaction.selectFrom('users').select('quota').executeTakeFirstOrThrow()).quota,
          ),
      }[what]
      expect(await seen?.()).toBe(1_000_000 - charges)
    }
  })

  it('do not keep a transaction from ending that reads beside itself', async () => {
    const { database } = await openJournaled()
    const quota = await database.transaction(async () => {
      await database.settleSoon(settlement({ quota: 1 }), ignored)
      return quotaOf(database)
    })
    expect([quota, await quotaOf(database)]).toEqual([1_000_000, 999_999])
  })

  it('come whole and once when a crowd of them is more than the journal takes', async () => {
    const { database, journal } = await openJournaled()
    let stored = 0
    const outcome = { ...ignored, stored: () => (stored += 1) }
    const charges = Array.from({ length: 500 }, () => settlement({ quota: 3 }))
    await Promise.all(charges.map((charge) => database.settleSoon(charge, outcome)))
    expect(stored).toBeGreaterThan(400)
    expect([await quotaOf(database), await countOf(database), stored]).toEqual([998_500, 500, 500])
    const long = settlement({ quota: 1, content: 'x'.repeat(2_000_000) })
    await database.settleSoon(long, outcome)
    expect([await quotaOf(database), stored]).toEqual([998_499, 501])
    await beginChange(database)
    expect(isEmpty(journal)).toBe(true)
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('find room again soon after the journal was full, though nobody asks the database', async () => {
    const { database, journal } = await openJournaled()
    const content = 'x'.repeat(400_000)
    for (let charges = 0; charges < 3; charges += 1) {
      await database.settleSoon(settlement({ quota: 1, content }), ignored)
    }
    await vi.waitUntil(() => isEmpty(journal), patience)
    let small = 0
    // One that comes while the emptied journal is still being told so goes past it.
    await vi.waitUntil(async () => {
      await database.settleSoon(settlement({ quota: 1 }), ignored)
      small += 1
      return !isEmpty(journal)
    }, patience)
    expect(await quotaOf(database)).toBe(999_997 - small)
  })

  it('leave the journal before a change, so that what it deletes does not come back after a kill', async () => {
    const { database, openNext, journal } = await openJournaled()
    for (let charges = 0; charges < 3; charges += 1) {
      await database.settleSoon(settlement({ quota: 10 }), ignored)
      expect(await quotaOf(database)).toBe(999_990 - charges * 10)
    }
    await database.query.deleteFrom('logs').execute()
    expect(isEmpty(journal)).toBe(true)
    await database.close()
    expect(await quotaOf(await openNext())).toBe(999_970)
  })

  it('are not in the journal any more when a change deletes them, though others come all the time', async () => {
    const { database, journal } = await openJournaled()
    const stored = new Set<string>()
    let isOver = false
    const keepComing = async () => {
      while (!isOver) {
        const charge = settlement({ quota: 1 })
        await database.settleSoon(charge, { ...ignored, stored: () => stored.add(charge.requestId) })
      }
    }
    const coming = Promise.all([keepComing(), keepComing(), keepComing()])
    const copy = `${journal}-copy`
    for (let round = 1; round <= 20; round += 1) {
      await vi.waitUntil(() => stored.size > round * 30, patience)
      const before = [...stored]
      await database.transaction((transaction) => transaction.deleteFrom('logs').execute())
      copyFileSync(journal, copy)
      const left = new Set((await leftInCopy(copy)).map(({ requestId }) => requestId))
      expect(before.filter((requestId) => left.has(requestId))).toEqual([])
    }
    isOver = true
    await coming
  })

  it('I12: change nothing when they come again', async () => {
    const { database } = await openJournaled()
    const charge = settlement({ quota: 7 })
    await Promise.all([1, 2, 3].map(() => database.settleSoon(charge, ignored)))
    await database.settle([charge])
    await database.settleSoon(charge, ignored)
    expect([await quotaOf(database), await countOf(database)]).toEqual([999_993, 1])
  })

  it('are refused for a number that cannot be stored, and those after them go on as before', async () => {
    const { database, journal, lines } = await openJournaled()
    const odd = settlement({ quota: 0.5 })
    await expect(database.settleSoon(odd, ignored)).rejects.toThrow('holds a number that cannot be stored')
    await database.settleSoon(settlement({ quota: 5 }), ignored)
    expect(isEmpty(journal)).toBe(false)
    expect([await quotaOf(database), lines.join('')]).toEqual([999_995, ''])
  })

  it.each([true, false])(
    'F16: that were durable when the process was killed are stored by the next, each once: its own journal on: %s',
    async (isOn) => {
      const { database, openNext, journal, place, lines } = await openJournaled()
      await database.close()
      // It holds its own loop, so that nothing can bring the charges to the database before it is killed.
      const script = `
      import { openDatabase } from '${new URL('../open.ts', import.meta.url)}'
      import { settlement } from '${new URL('../../../testing/rows.ts', import.meta.url)}'
      import { writeSync } from 'node:fs'
      const clock = { now: Date.now, monotonic: () => performance.now() }
      const quiet = () => {}
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
      const [file, journal] = process.argv.slice(1)
      const database = await openDatabase({ url: undefined, file, journal: { file: journal, isOn: true }, clock, log })
      const outcome = { stored: () => writeSync(1, 'stored '), refused: async () => {} }
      await Promise.all([1, 2, 3].map((number) =>
        database.settleSoon(settlement({ requestId: 'charge-' + number, quota: 10 ** number }), outcome)))
      writeSync(1, 'durable')
      for (;;) {}`
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, place.file, journal])
      const exited = once(child, 'exit')
      let said = ''
      for await (const text of child.stdout) {
        said += text
        if (said.endsWith('durable')) child.kill('SIGKILL')
      }
      await exited
      expect(said).toBe('durable')
      expect(isEmpty(journal)).toBe(false)

      const next = await openNext(isOn)
      expect([await quotaOf(next), await countOf(next)]).toEqual([998_890, 3])
      expect(isEmpty(journal)).toBe(true)
      expect(lines.join('')).toContain('charges that an earlier process left in the journal are stored')
      await next.close()
      expect(await quotaOf(await openNext(isOn))).toBe(998_890)
    },
  )

  it('wait for the database where the journal is off, and leave nothing in it', async () => {
    const { database, openNext, journal } = await openJournaled()
    await database.close()
    const next = await openNext(false)
    let isStored = false
    await next.settleSoon(settlement({ quota: 4 }), { ...ignored, stored: () => (isStored = true) })
    expect([isStored, isEmpty(journal), await quotaOf(next)]).toEqual([true, true, 999_996])
  })

  it('F12: go where the caller keeps them when the database does not take them, and only then leave the journal', async () => {
    const { database, openNext, journal } = await openJournaled()
    await sql`alter table logs rename to hidden`.execute(database.query)
    const kept: Settlement[] = []
    const told = Promise.withResolvers<void>()
    const keeping = Promise.withResolvers<void>()
    const charge = settlement({ quota: 9 })
    await database.settleSoon(charge, {
      ...ignored,
      refused: async () => {
        told.resolve()
        await keeping.promise
        kept.push(charge)
      },
    })
    await told.promise
    expect(isEmpty(journal)).toBe(false)
    keeping.resolve()
    await beginChange(database)
    expect([kept, isEmpty(journal)]).toEqual([[charge], true])
    await sql`alter table hidden rename to logs`.execute(database.query)
    await database.close()
    expect(await quotaOf(await openNext())).toBe(1_000_000)
  })

  it('F12: stay in the journal when nobody can keep them, and it takes no more', async () => {
    const { database, openNext, journal, lines } = await openJournaled()
    await sql`alter table logs rename to hidden`.execute(database.query)
    const refused = () => Promise.reject(new Error('the disk is full'))
    await database.settleSoon(settlement({ quota: 9 }), { ...ignored, refused })
    await sql`alter table hidden rename to logs`.execute(database.query)
    expect(lines.join('')).toContain('the journal of charges is not used any more')
    let isStored = false
    await database.settleSoon(settlement({ quota: 2 }), { ...ignored, stored: () => (isStored = true) })
    expect([isStored, await quotaOf(database), isEmpty(journal)]).toEqual([true, 999_998, false])
    await database.close()
    expect(await quotaOf(await openNext())).toBe(999_989)
  })

  it('stay where they are when the next process cannot store them either, which goes on without the journal', async () => {
    const { database, openNext, journal, lines } = await openJournaled()
    await sql`alter table logs rename to hidden`.execute(database.query)
    const refused = () => Promise.reject(new Error('the disk is full'))
    await database.settleSoon(settlement({ quota: 9 }), { ...ignored, refused })
    await database.close()
    const next = await openNext()
    expect(lines.join('')).toContain('the database refuses a charge of the journal')
    await sql`alter table hidden rename to logs`.execute(next.query)
    await next.settleSoon(settlement({ quota: 2 }), ignored)
    expect([await quotaOf(next), isEmpty(journal)]).toEqual([999_998, false])
    await next.close()
    expect(await quotaOf(await openNext())).toBe(999_989)
  })

  it('wait for the database where the journal cannot be opened', async () => {
    const { database, openNext, journal, lines } = await openJournaled()
    await database.close()
    await rm(journal)
    await mkdir(journal)
    const next = await openNext()
    expect(lines.join('')).toContain('the journal of charges cannot be opened')
    let isStored = false
    await next.settleSoon(settlement({ quota: 4 }), { ...ignored, stored: () => (isStored = true) })
    expect([isStored, await quotaOf(next)]).toEqual([true, 999_996])
  })

  it('wait for the database where another process has the journal', async () => {
    const { openNext, lines } = await openJournaled()
    const second = await openNext()
    expect(lines.join('')).toContain('another process has the journal of charges')
    let isStored = false
    await second.settleSoon(settlement({ quota: 4 }), { ...ignored, stored: () => (isStored = true) })
    expect([isStored, await quotaOf(second)]).toEqual([true, 999_996])
  })
})

/** The same with a database that takes a charge when the test says so, in the order they come. */
const openHeld = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journaled-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'charges.journal')
  const taken: { requestIds: string[]; end: () => void }[] = []
  const settle = (settlements: readonly Settlement[]) =>
    new Promise<void>((resolve) => {
      taken.push({ requestIds: settlements.map(({ requestId }) => requestId), end: resolve })
    })
  const log = createLog({ level: 'silent' })
  const journaled = await openJournaledSettlements(
    { file, isOn: true },
    { settle, tellingSlow: (commit) => commit, log },
  )
  if (journaled === undefined) throw new Error('there is no journal')
  const charge = (requestId: string) => journaled.settleSoon(settlement({ requestId }), ignored)
  return { journaled, file, taken, charge }
}

const idsLeftIn = async (file: string): Promise<string[]> => {
  copyFileSync(file, `${file}-copy`)
  return (await leftInCopy(`${file}-copy`)).map(({ requestId }) => requestId)
}

describe('charges of a journal whose database is slow', () => {
  it('F16: are not cleared away with those of before while they are being written', async () => {
    const { journaled, file, taken, charge } = await openHeld()
    await charge('first')
    await vi.waitUntil(() => taken.length === 1, patience)
    const second = charge('second')
    // Comes right after the writing has begun, and would empty the journal behind it.
    setImmediate(() => taken[0]?.end())
    await second
    await charge('third')
    expect(await idsLeftIn(file)).toEqual(['first', 'second', 'third'])

    const closing = journaled.close()
    await vi.waitUntil(() => taken.length === 3, patience)
    for (const { end } of taken) end()
    await closing
    expect(await idsLeftIn(file)).toEqual([])
  })

  it('F16: are waited for at the end also when they came during it', async () => {
    const { journaled, file, taken, charge } = await openHeld()
    await charge('first')
    let isClosed = false
    const closing = journaled.close().then(() => {
      isClosed = true
    })
    await vi.waitUntil(() => taken.length === 1, patience)
    await charge('second')
    taken[0]?.end()
    await vi.waitUntil(() => taken.length === 2, patience)
    expect([taken[1]?.requestIds, isClosed]).toEqual([['second'], false])
    taken[1]?.end()
    await closing
    expect(await idsLeftIn(file)).toEqual([])
  })
})
