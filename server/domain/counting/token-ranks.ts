/**
 * The tokens of a vocabulary and their ranks, as a table of bytes: two hundred thousand strings in a map take twenty
 * times as much memory.
 */
export type TokenRanks = {
  /** The rank of the bytes from `start` to `end`, or `noRank` where they are no token. */
  rankOf: (bytes: Uint8Array, start: number, end: number) => number
}

/** Higher than any. */
export const noRank = 0x7fff_ffff

/** Reads the lines of a vocabulary: the bytes of a token in base64, a space, and its rank. */
export const readTokenRanks = (file: Buffer): TokenRanks => {
  const count = countLines(file)
  const letters = Buffer.alloc(file.length)
  const ends = new Uint32Array(count + 1)
  const ranks = new Int32Array(count)
  let token = 0
  let written = 0
  for (let start = 0; start < file.length; token += 1) {
    const [space, line] = [file.indexOf(spaceMark, start), file.indexOf(lineEnd, start)]
    const end = line < 0 ? file.length : line
    if (space < 0 || space > end) throw new TypeError(`line ${token + 1} of the vocabulary has no rank`)
    written += letters.write(file.toString('latin1', start, space), written, 'base64')
    ranks[token] = Number(file.toString('latin1', space + 1, end))
    ends[token + 1] = written
    start = end + 1
  }
  return tableOf(new Uint8Array(letters.subarray(0, written)), ends, ranks)
}

const spaceMark = 0x20
const lineEnd = 0x0a

const countLines = (file: Buffer): number => {
  let lines = file.at(-1) === lineEnd ? 0 : 1
  for (let at = file.indexOf(lineEnd); at >= 0; at = file.indexOf(lineEnd, at + 1)) lines += 1
  return lines
}

/** Token `n` is the letters from `ends[n]` to `ends[n + 1]`. */
const tableOf = (letters: Uint8Array, ends: Uint32Array, ranks: Int32Array): TokenRanks => {
  const places = 2 ** Math.ceil(Math.log2(ranks.length * 2))
  /** The number of a token and one, at the place of its hash or behind it. */
  const tokens = new Int32Array(places)
  const last = places - 1

  const isToken = (token: number, bytes: Uint8Array, start: number, end: number): boolean => {
    const first = ends[token] ?? 0
    if ((ends[token + 1] ?? 0) - first !== end - start) return false
    for (let at = start; at < end; at += 1) {
      if (letters[first + at - start] !== bytes[at]) return false
    }
    return true
  }

  for (let token = 0; token < ranks.length; token += 1) {
    let place = hash(letters, ends[token] ?? 0, ends[token + 1] ?? 0) & last
    while (tokens[place] !== 0) place = (place + 1) & last
    tokens[place] = token + 1
  }

  return {
    rankOf: (bytes, start, end) => {
      for (let place = hash(bytes, start, end) & last; ; place = (place + 1) & last) {
        const token = (tokens[place] ?? 0) - 1
        if (token < 0) return noRank
        if (isToken(token, bytes, start, end)) return ranks[token] ?? noRank
      }
    },
  }
}

const hash = (bytes: Uint8Array, start: number, end: number): number => {
  let mixed = 0x811c9dc5
  for (let at = start; at < end; at += 1) mixed = Math.imul(mixed ^ (bytes[at] ?? 0), 0x01000193)
  return mixed ^ (mixed >>> 15)
}
