import { LineTooLong } from './lines.ts'

const lineFeed = 0x0a

/**
 * Cuts a text that comes in pieces into its lines and hands each over when it is whole; `cut` is the beginning of one
 * that came before. Throws `LineTooLong`.
 */
export const createLineCutter = (
  take: (line: Buffer) => void,
  { longest, cut: before }: { longest: number; cut: Buffer },
) => {
  let cut: Buffer[] = before.length === 0 ? [] : [before]
  let length = before.length
  const hand = (line: Buffer) => {
    if (line.length > 2 || line.toString('latin1').trim() !== '') take(line)
  }
  return {
    push: (piece: Buffer): void => {
      let start = 0
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        const rest = piece.subarray(start, end)
        hand(cut.length === 0 ? rest : Buffer.concat([...cut, rest]))
        cut = []
        length = 0
        start = end + 1
      }
      if (start < piece.length) cut.push(Buffer.from(piece.subarray(start)))
      length += piece.length - start
      if (length > longest) throw new LineTooLong(`A line is longer than ${longest} bytes`)
    },
    /** What has come of a line that is not whole. */
    rest: (): Buffer => Buffer.concat(cut),
    /** No more comes: what is left is a line. */
    end: (): void => {
      hand(Buffer.concat(cut))
      cut = []
    },
  }
}
