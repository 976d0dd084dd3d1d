/**
 * Pictures in an answer are megabytes of base64, which every dialect writes alike and nobody reads. While such an
 * answer is translated a short mark stands for each: taking the letters along holds everybody else up.
 */
export type ShortAnswer = {
  bytes: Buffer
  /** How many bytes a text of the short answer stands for. */
  sizeOf: (text: string) => number
  /** The runs back in place of their marks; undefined when one of them did not come through as it was. */
  restore: (translated: Buffer) => Promise<Buffer | undefined>
}

type Run = { start: number; end: number }

/** `id` must not stand in the answer. Undefined: nothing in it is long enough. */
export const setLongRunsAside = async (
  answer: Buffer,
  id: string,
  others: () => Promise<void>,
): Promise<ShortAnswer | undefined> => {
  const runs = await findRuns(answer, others)
  if (runs.length === 0) return undefined
  const prefix = `${id}run`
  const mark = (index: number) => Buffer.from(prefix + String(index).padStart(digits, '0'))
  const markLength = prefix.length + digits
  const short: Buffer[] = []
  let taken = 0
  for (const [index, { start, end }] of runs.entries()) {
    short.push(answer.subarray(taken, start), mark(index))
    taken = end
  }
  short.push(answer.subarray(taken))

  const runOf = (number: string): Run | undefined => runs[Number(number)]

  /** Whether what was left of a run still stands around its mark. */
  const isWhole = (translated: Buffer, at: number, { start, end }: Run): boolean => {
    const [head, tail] = [answer.subarray(start - keptOfRun, start), answer.subarray(end, end + keptOfRun)]
    const after = at + markLength
    return (
      translated.subarray(Math.max(0, at - keptOfRun), at).equals(head) &&
      translated.subarray(after, after + keptOfRun).equals(tail)
    )
  }

  return {
    bytes: Buffer.concat(short),
    sizeOf: (text) => {
      let size = Buffer.byteLength(text)
      for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + markLength)) {
        const run = runOf(text.slice(at + prefix.length, at + markLength))
        if (run !== undefined) size += run.end - run.start - markLength
      }
      return size
    },
    restore: async (translated) => {
      const pieces: Buffer[] = []
      const seen = new Set<Run>()
      let written = 0
      for (let at = translated.indexOf(prefix); at >= 0; at = translated.indexOf(prefix, written)) {
        const run = runOf(translated.toString('latin1', at + prefix.length, at + markLength))
        if (run === undefined || !isWhole(translated, at, run)) return undefined
        seen.add(run)
        pieces.push(translated.subarray(written, at), answer.subarray(run.start, run.end))
        written = at + markLength
      }
      if (seen.size < runs.length) return undefined
      pieces.push(translated.subarray(written))
      return join(pieces, others)
    },
  }
}

/** Shorter ones are worth no mark. */
const shortestRun = 256 * 1024
/** Of either end of a run so much stays in the answer: the head of a picture tells its kind, an escape keeps its sign. */
const keptOfRun = 64 * 1024
const digits = 6
/** So many bytes are looked at, or copied, before others have their turn. */
const bytesPerTurn = 2 * 1024 * 1024

const isBase64 = new Uint8Array(256)
for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-')) {
  isBase64[letter] = 1
}

/** Every run covers one of the places that are looked at: what lies between them is passed over. */
const findRuns = async (bytes: Buffer, others: () => Promise<void>): Promise<Run[]> => {
  const runs: Run[] = []
  let from = 0
  let looked = 0
  for (let probe = shortestRun - 1; probe < bytes.length; probe += shortestRun) {
    let start = probe
    while (start > from && isBase64[bytes[start - 1] ?? 0] === 1) start -= 1
    let end = probe
    while (end < bytes.length && isBase64[bytes[end] ?? 0] === 1) {
      end += 1
      if ((end - start) % bytesPerTurn === 0) await others()
    }
    if (end - start >= shortestRun) runs.push({ start: start + keptOfRun, end: end - keptOfRun })
    looked += end - start
    if (looked > bytesPerTurn) {
      looked = 0
      await others()
    }
    from = end
    probe = Math.max(probe, end)
  }
  return runs
}

const join = async (pieces: readonly Buffer[], others: () => Promise<void>): Promise<Buffer> => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const joined = Buffer.allocUnsafeSlow(length)
  let written = 0
  for (const piece of pieces) {
    for (let taken = 0; taken < piece.length; taken += bytesPerTurn) {
      const part = piece.subarray(taken, taken + bytesPerTurn)
      joined.set(part, written)
      written += part.length
      if (part.length === bytesPerTurn) await others()
    }
  }
  return joined
}
