import { noRank, type TokenRanks } from './token-ranks.ts'

/** Counts the tokens of a text. `pieces` cuts it into words and what stands between them. */
export const createByteCounter = (ranks: TokenRanks, pieces: RegExp): ((text: string) => number) => {
  const encoder = new TextEncoder()
  let scratch = new Uint8Array(1024)

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
      tokens += ranks.rankOf(scratch, 0, length) === noRank ? mergePairs(ranks, scratch.subarray(0, length)) : 1
    }
    return tokens
  }
}

/** How many tokens are left when again and again the two neighbours with the lowest rank have become one. */
const mergePairs = (ranks: TokenRanks, bytes: Uint8Array): number => {
  /** Where each part begins, and the end of all. */
  const starts = Int32Array.from({ length: bytes.length + 1 }, (_, index) => index)
  /** What each part and the next one would be together. */
  const together = new Int32Array(bytes.length + 1).fill(noRank)
  let parts = bytes.length
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
