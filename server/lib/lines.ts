const lineFeed = 0x0a

/** Something came that is longer than a line may be. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
}

/** The lines of a text that comes in pieces, empty ones left out. Throws `LineTooLong`. */
export const linesOf = async function* (
  pieces: AsyncIterable<Buffer>,
  longestLine: number,
): AsyncGenerator<Buffer, void> {
  /** The beginning of a line that is not whole yet. */
  let cut: Buffer[] = []
  let cutLength = 0
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
      const rest = piece.subarray(start, end)
      const line = cutLength === 0 ? rest : Buffer.concat([...cut, rest])
      cut = []
      cutLength = 0
      start = end + 1
      if (!isEmpty(line)) yield line
    }
    if (start < piece.length) cut.push(piece.subarray(start))
    cutLength += piece.length - start
    if (cutLength > longestLine) throw new LineTooLong(`A line is longer than ${longestLine} bytes`)
  }
  const last = Buffer.concat(cut)
  if (!isEmpty(last)) yield last
}

const isEmpty = (line: Buffer): boolean => line.length < 3 && line.toString('latin1').trim() === ''
