import type { KyselyPlugin } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import { lineOutcomes } from '../../db/own-files.ts'
import { openVault, type Vault } from '../../lib/vault.ts'
import { createBatchLines } from './batch-lines.ts'
import { readLines, readPieces, writePieces } from './file-pieces.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const kibibyte = 1024
const mostAtOnce = 64 * kibibyte
/** Where V8 begins to keep a value apart from those that are cleared away cheaply. */
const largeValue = 128 * kibibyte

/** A database, and a vault that tells what went through it. */
const openPlace = async () => {
  const { database, remove } = await openTestDatabase('sqlite')
  cleanups.push(remove)
  const vault = await openVault({ secret: 'a secret of at least some length', file: '' })
  const [sealed, opened, texts]: [number[], number[], number[]] = [[], [], []]
  const watched: Vault = {
    ...vault,
    sealBytes: (bytes) => {
      sealed.push(bytes.length)
      const text = vault.sealBytes(bytes)
      texts.push(text.length)
      return text
    },
    openBytes: (text) => {
      const bytes = vault.openBytes(text)
      opened.push(bytes.length)
      return bytes
    },
  }
  return { database, vault, parts: { database, vault: watched }, sealed, opened, texts }
}

/** Notes of how many rows each answer is. */
const countingRows = (counts: number[]): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    counts.push(result.rows.length)
    return result
  },
})

const sumOf = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0)

describe('a file that is kept here', () => {
  const lines = [
    ...Array.from({ length: 600 }, (_, place) => `${place} ${'word '.repeat(400)}`),
    // A call with a picture, and what has no place to be cut at nearby.
    'x'.repeat(300 * kibibyte),
    ...Array.from({ length: 40 }, (_, place) => '字🙂'.repeat(1000 + place)),
    'the last',
  ].map((line) => Buffer.from(line))
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''))

  it('is sealed in pieces of a bounded size while it comes, however long a line is, and nothing of it is kept', async () => {
    const { parts, sealed, texts } = await openPlace()
    const writer = writePieces(parts, 'file-1')
    let came = 0
    for (const line of lines) {
      await writer.add(line)
      came += line.length + 1
      expect(came - sumOf(sealed)).toBeLessThanOrEqual(mostAtOnce)
    }
    const { stored } = await parts.database.query
      .selectFrom('own_file_pieces')
      .select(({ fn }) => fn.countAll<number>().as('stored'))
      .executeTakeFirstOrThrow()
    expect(sealed.length - stored).toBeLessThan(4)
    expect(await writer.finish()).toBe(whole.length)
    expect(Math.max(...sealed)).toBeLessThanOrEqual(mostAtOnce)
    expect(Math.max(...texts)).toBeLessThan(largeValue)
    // Hardly a piece is smaller than it may be.
    expect(sealed.length).toBeLessThanOrEqual(Math.ceil(whole.length / (mostAtOnce - 4)))
  })

  it('is read piece by piece when it is asked for more, and each is a text by itself', async () => {
    const { parts, vault, opened } = await openPlace()
    const writer = writePieces(parts, 'file-1')
    for (const line of lines) await writer.add(line)
    await writer.finish()
    const came: Buffer[] = []
    for await (const piece of readPieces(parts, 'file-1')) {
      came.push(piece)
      expect(opened.length).toBe(came.length)
    }
    expect(Buffer.concat(came).equals(whole)).toBe(true)
    expect(Math.max(...opened)).toBeLessThanOrEqual(mostAtOnce)
    const stored = await parts.database.query.selectFrom('own_file_pieces').select('content').orderBy('place').execute()
    expect(stored.map(({ content }) => vault.open(content)).join('')).toBe(whole.toString())
  })

  it('is read as it was also where its pieces are as large as they once were', async () => {
    const { database, vault, parts } = await openPlace()
    const once = 256 * kibibyte
    for (let place = 1; (place - 1) * once < whole.length; place += 1) {
      const content = vault.sealBytes(whole.subarray((place - 1) * once, place * once))
      await database.query.insertInto('own_file_pieces').values({ file_id: 'file-1', place, content }).execute()
    }
    const came: Buffer[] = []
    for await (const piece of readPieces(parts, 'file-1')) came.push(piece)
    expect(Buffer.concat(came).equals(whole)).toBe(true)
  })
})

describe('what became of the calls of a batch', () => {
  const sizes = [
    ...Array.from({ length: 300 }, () => 200),
    100_000,
    100_000,
    ...Array.from({ length: 50 }, () => 20_000),
  ]
  const added = async () => {
    const place = await openPlace()
    const batchLines = createBatchLines(place.database, place.vault)
    for (const [index, size] of sizes.entries()) {
      const outcome = index % 10 === 0 ? 'failed' : 'answered'
      await batchLines.add('batch-1', [{ line: index + 1, outcome, content: `${index} `.padEnd(size, 'said ') }])
    }
    return { ...place, batchLines }
  }
  const contentOf = (index: number): string => `${index} `.padEnd(sizes[index] ?? 0, 'said ')

  it('is read so many bytes at a time, however much each answer is, or one answer', async () => {
    const { parts, opened } = await added()
    for (const [isAnswered, wanted] of [
      [undefined, () => true],
      [true, (index: number) => index % 10 !== 0],
      [false, (index: number) => index % 10 === 0],
    ] as const) {
      const came: string[] = []
      for await (const piece of readLines(parts, { batchId: 'batch-1', isAnswered })) {
        const lines = piece.toString().split('\n').slice(0, -1)
        expect(opened.splice(0).length).toBe(lines.length)
        expect(lines.length === 1 || piece.length <= mostAtOnce).toBe(true)
        came.push(...lines)
      }
      expect(came).toEqual([...sizes.keys()].filter(wanted).map(contentOf))
    }
  })

  it('is counted a thousand lines at a time by whoever goes on with it', async () => {
    const { database, batchLines } = await added()
    const rows = Array.from({ length: 2500 }, (_, place) => ({
      ...{ batch_id: 'batch-2', line: place + 1, bytes: 10, content: '' },
      outcome: place % 2 === 0 ? lineOutcomes.answered : lineOutcomes.failed,
    }))
    for (let from = 0; from < rows.length; from += 500)
      await database.query
        .insertInto('batch_lines')
        .values(rows.slice(from, from + 500))
        .execute()
    const read: number[] = []
    const watched = { ...database, query: database.query.withPlugin(countingRows(read)) }
    const { vault } = await openPlace()
    const sum = await createBatchLines(watched, vault).done('batch-2')
    expect(sum).toMatchObject({ answered: 1250, failed: 1250, answeredBytes: 12_500, otherBytes: 12_500 })
    expect(sum.done.size).toBe(2500)
    expect(Math.max(...read)).toBe(1000)
    expect((await batchLines.done('batch-1')).done.size).toBe(sizes.length)
  })
})
