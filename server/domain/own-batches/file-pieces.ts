import type { Database } from '../../db/database.ts'
import { batchLinesAfter, findPiece, insertPieces, readBatchLines } from '../../db/own-files.ts'
import type { Vault } from '../../lib/vault.ts'

type Parts = { database: Database; vault: Vault }

/**
 * So much of a file stands in memory at a time, while it comes and while it is read. With more, what a piece becomes on
 * its way (encrypted, written as a text) would be too large for where short-lived values are cleared away cheaply, and
 * the remains of many pieces would gather.
 */
const pieceBytes = 64 * 1024
/** Written in one statement: a commit for each would wait for the disk more often. */
const piecesAtOnce = 4

/** Takes lines one by one, of any length, and holds no more of them than a few pieces. */
export type PieceWriter = {
  add: (line: Buffer) => Promise<void>
  /** How many bytes there were. */
  finish: () => Promise<number>
}

export const writePieces = ({ database: { query }, vault }: Parts, fileId: string): PieceWriter => {
  const room = Buffer.allocUnsafeSlow(pieceBytes)
  let sealed: string[] = []
  let [filled, place, written] = [0, 0, 0]

  const seal = (): void => {
    if (filled > 0) sealed.push(vault.sealBytes(room.subarray(0, filled)))
    written += filled
    filled = 0
  }
  const store = async (): Promise<void> => {
    const pieces = sealed.map((content, index) => ({ file_id: fileId, place: place + index + 1, content }))
    place += pieces.length
    sealed = []
    if (pieces.length > 0) await insertPieces(query, pieces)
  }
  const add = async (bytes: Buffer): Promise<void> => {
    let rest = bytes
    while (rest.length > pieceBytes - filled) {
      const length = wholeSigns(rest, pieceBytes - filled)
      filled += rest.copy(room, filled, 0, length)
      rest = rest.subarray(length)
      seal()
      if (sealed.length >= piecesAtOnce) await store()
    }
    filled += rest.copy(room, filled)
  }

  return {
    add: async (line) => {
      await add(line)
      await add(lineEnd)
    },
    finish: async () => {
      seal()
      await store()
      return written
    },
  }
}

const lineEnd = Buffer.from('\n')

/** At most so many bytes of a text in UTF-8 that end with a whole sign: nodes of an older version read pieces as texts. */
const wholeSigns = (bytes: Buffer, most: number): number =>
  [0, 1, 2, 3].map((back) => Math.max(0, most - back)).find((length) => !isWithinSign(bytes[length])) ?? most

const isWithinSign = (byte = 0): boolean => (byte & 0xc0) === 0x80

export const readPieces = async function* (parts: Parts, fileId: string): AsyncGenerator<Buffer, void> {
  for (let place = 1; ; place += 1) {
    const piece = await openPiece(parts, fileId, place)
    if (piece === undefined) return
    yield piece
  }
}

/** Apart, so that nothing keeps it sealed while its reader is at it. */
const openPiece = async ({ database: { query }, vault }: Parts, fileId: string, place: number) => {
  const content = await findPiece(query, fileId, place)
  return content === undefined ? undefined : vault.openBytes(content)
}

type Results = { batchId: string; isAnswered: boolean | undefined }

/** What became of all calls, where they stood in the batch itself. */
export const readLines = async function* (parts: Parts, results: Results): AsyncGenerator<Buffer, void> {
  const { query } = parts.database
  for (let after = 0; ; ) {
    const sizes = await batchLinesAfter(query, { ...results, after, limit: linesAtOnce })
    const last = lastWithin(sizes, pieceBytes)
    if (last === undefined) return
    yield await openLines(parts, { ...results, after, last })
    after = last
  }
}

const linesAtOnce = 64

/** The last line of those that together take at most so many bytes; the first in any case. */
const lastWithin = (sizes: readonly { line: number; bytes: number }[], most: number): number | undefined => {
  let [last, sum] = [sizes[0]?.line, 0]
  for (const { line, bytes } of sizes) {
    sum += bytes
    if (sum > most) break
    last = line
  }
  return last
}

const openLines = async ({ database: { query }, vault }: Parts, which: Results & { after: number; last: number }) => {
  const lines = await readBatchLines(query, which)
  return Buffer.concat(lines.flatMap(({ content }) => [vault.openBytes(content), lineEnd]))
}
