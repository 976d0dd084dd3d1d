import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { openTestDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import type { Database } from '../database.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { openDatabase } from '../open.ts'
import { storeLeftInJournal } from './charges-left-in-journal.ts'
import { takeProcessLock } from './process-lock.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A data folder that a gateway of an earlier version left, and whoever opens it next. */
const makeFolder = async () => {
  const { database, place, remove } = await openTestDatabase('sqlite')
  cleanups.push(remove)
  await addAccounts(database.query, 1, 1_000_000)
  const folder = dirname(place.file)
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(line) })
  const open = async () => {
    const opened = await openDatabase({ ...place, clock: systemClock, log })
    cleanups.push(opened.close)
    return opened
  }
  return { database, folder, journal: join(folder, 'charges.journal'), open, lines, log }
}

type Frame = { age: number; text: string }

const frameOf = ({ age, text }: Frame): Buffer => {
  const length = Buffer.byteLength(text)
  const frame = Buffer.alloc(Math.ceil((12 + length) / 512) * 512)
  frame.writeUInt32LE(length, 0)
  frame.writeUInt32LE(age, 8)
  frame.write(text, 12)
  frame.writeUInt32LE(crc32(frame.subarray(8, 12 + length)), 4)
  return frame
}

/** As an earlier version wrote it: a file of one megabyte, with frames of whole blocks at its beginning. */
const writeJournal = (journal: string, frames: readonly Buffer[]): Promise<void> => {
  const bytes = Buffer.alloc(1 << 20)
  Buffer.concat(frames).copy(bytes)
  return writeFile(journal, bytes)
}

const chargesOf = (age: number, ...charges: readonly object[]) => frameOf({ age, text: JSON.stringify(charges) })

const quotaOf = async (database: Database): Promise<number> =>
  (await database.query.selectFrom('users').select('quota').executeTakeFirstOrThrow()).quota

const isThere = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => name.startsWith('charges.journal'))

describe('charges that an earlier version left in its journal', () => {
  it('F16: are stored once by whoever opens the database next, and the file goes', async () => {
    const { database, folder, journal, open, lines } = await makeFolder()
    const [known, ...unknown] = [100, 10, 1].map((quota) => settlement({ quota }))
    if (known === undefined) throw new Error('there is no charge')
    // The earlier process came so far.
    await database.settle([known])
    const ofBefore = chargesOf(6, settlement({ quota: 1000 }))
    await writeJournal(journal, [chargesOf(7, known), chargesOf(7, ...unknown), ofBefore])
    const next = await open()
    expect([await quotaOf(next), await isThere(folder)]).toEqual([999_889, false])
    expect(await findBrokenInvariants(next)).toEqual([])
    expect(lines.join('')).toContain('charges that an earlier version left in its journal are stored')
    await next.close()
    expect(await quotaOf(await open())).toBe(999_889)
  })

  it('F16: are stored up to the one that was written in part', async () => {
    const { folder, journal, open } = await makeFolder()
    const torn = chargesOf(7, settlement({ quota: 10 }))
    torn.fill(0, 200)
    await writeJournal(journal, [chargesOf(7, settlement({ quota: 1 })), torn])
    expect([await quotaOf(await open()), await isThere(folder)]).toEqual([999_999, false])
  })

  it('are none where that version was stopped cleanly: the file goes without a word', async () => {
    const { folder, journal, open, lines } = await makeFolder()
    await writeJournal(journal, [])
    takeProcessLock(`${journal}-lock`)?.release()
    expect([await quotaOf(await open()), await isThere(folder), lines]).toEqual([1_000_000, false, []])
  })

  it('are stored once by two that open the database at once', async () => {
    const { folder, journal, open } = await makeFolder()
    await writeJournal(journal, [chargesOf(7, settlement({ quota: 5 }), settlement({ quota: 6 }))])
    const [first] = await Promise.all([open(), open()])
    expect([await quotaOf(first), await isThere(folder)]).toEqual([999_989, false])
  })

  it('are left to a process that has them', async () => {
    const { folder, journal, open, lines } = await makeFolder()
    await writeJournal(journal, [chargesOf(7, settlement({ quota: 5 }))])
    const lock = takeProcessLock(`${journal}-lock`)
    const beside = await open()
    expect([await quotaOf(beside), await isThere(folder)]).toEqual([1_000_000, true])
    expect(lines.join('')).toContain('another process has the journal of charges')
    lock?.release()
    expect([await quotaOf(await open()), await isThere(folder)]).toEqual([999_995, false])
  })

  it('stay when the database refuses one, are told, and go when it takes it', async () => {
    const { database, folder, journal, open, lines } = await makeFolder()
    await writeJournal(journal, [chargesOf(7, settlement({ quota: 5 }), settlement({ quota: 6 }))])
    const before = await readFile(journal)
    await sql`alter table logs rename to hidden`.execute(database.query)
    await open()
    expect(lines.join('')).toContain('the database refuses a charge of the journal')
    expect((await readFile(journal)).equals(before)).toBe(true)
    await sql`alter table hidden rename to logs`.execute(database.query)
    expect([await quotaOf(await open()), await isThere(folder)]).toEqual([999_989, false])
  })

  it('F12: keep a node from starting while the database cannot be reached, and stay', async () => {
    const { folder, journal, open, log } = await makeFolder()
    await writeJournal(journal, [chargesOf(7, settlement({ quota: 5 }))])
    const before = await readFile(journal)
    const away = new ApplicationError('storage_unavailable')
    await expect(storeLeftInJournal(folder, { settle: () => Promise.reject(away), log })).rejects.toBe(away)
    expect((await readFile(journal)).equals(before)).toBe(true)
    expect([await quotaOf(await open()), await isThere(folder)]).toEqual([999_995, false])
  })

  it('keep a node from starting that cannot read them, and stay', async () => {
    const { journal, open } = await makeFolder()
    await writeJournal(journal, [chargesOf(7, { ...settlement(), quota: 0.5 })])
    const before = await readFile(journal)
    await expect(open()).rejects.toThrow('charges that this version cannot read')
    expect((await readFile(journal)).equals(before)).toBe(true)
  })

  it('are told of where the file cannot be read, and the node starts', async () => {
    const { journal, open, lines } = await makeFolder()
    await mkdir(journal)
    expect(await quotaOf(await open())).toBe(1_000_000)
    expect(lines.join('')).toContain('the journal of charges cannot be opened')
    await rm(journal, { recursive: true })
  })
})
