import { noRank, type TokenRanks } from './token-ranks.ts'

/** A longer run without a break takes time by the square of its length: it is counted in parts, which are rather more. */
export const longestRun = 128

/**
 * Counts the tokens of a text. `pieces` cuts it into words and what stands between them; where one is a long run, no more
 * than so many bytes of it are taken together.
 */
export const createByteCounter = (
  ranks: TokenRanks,
  pieces: RegExp,
  mostBytes: number = Number.POSITIVE_INFINITY,
): ((text: string) => number) => {
  const encoder = new TextEncoder()
  let scratch = new Uint8Array(1024)

  /** In parts where it is long: tokens are bytes, so a part may end within a sign. */
  const merge = (length: number): number => {
    if (length <= mostBytes) return mergePairs(ranks, scratch.subarray(0, length))
    let tokens = 0
    for (let start = 0; start < length; start += mostBytes) {
      tokens += mergePairs(ranks, scratch.subarray(start, Math.min(start + mostBytes, length)))
    }
    return tokens
  }

  /** Writes a piece where it is counted; answers how many bytes it is. */
  const write = (piece: string): number => {
    if (piece.length * 3 > scratch.length) scratch = new Uint8Array(piece.length * 3)
    for (let index = 0; index < piece.length; index += 1) {
      const code = piece.charCodeAt(index)
      if (code > 0x7f) return encoder.encodeInto(piece, scratch).written
      scratch[index] = code
    }
    return piece.length
  }

  return (text) => {
    let tokens = 0
    for (const [piece] of text.matchAll(pieces)) {
      const length = write(piece)
      tokens += ranks.rankOf(scratch, 0, length) === noRank ? merge(length) : 1
    }
    return tokens
  }
}

/** How many tokens are left when again and again the two neighbours with the lowest rank have become one. */
const mergePairs = (ranks: TokenRanks, bytes: Uint8Array): number => {
  if (bytes.length >= starts.length) makeRoom(bytes.length)
  let parts = bytes.length
  for (let part = 0; part <= parts; part += 1) starts[part] = part
  const look = (part: number): void => {
    if (part < 0) return
    const end = part + 2 > parts ? undefined : starts[part + 2]
    together[part] = end === undefined ? noRank : ranks.rankOf(bytes, starts[part] ?? 0, end)
  }
  for (let part = 0; part < parts; part += 1) look(part)
  for (;;) {
    let [lowest, place] = [noRank, -1]
    for (let part = 0; part < parts; part += 1) {
      const rank = together[part] ?? noRank
      if (rank < lowest) [lowest, place] = [rank, part]
    }
    if (place < 0) return parts
    starts.copyWithin(place + 1, place + 2, parts + 1)
    together.copyWithin(place, place + 1, parts)
    parts -= 1
    look(place)
    look(place - 1)
  }
}

/** Where each part begins, and the end of all. */
let starts = new Int32Array(0)
/** What each part and the next one would be together. */
let together = new Int32Array(0)

const makeRoom = (bytes: number): void => {
  starts = new Int32Array(2 * bytes + 2)
  together = new Int32Array(2 * bytes + 2)
}
