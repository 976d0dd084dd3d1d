import { FramingBroken } from '#protocols/protocol.ts'
import type { Unframing } from './provider.ts'

const lineFeed = 0x0a
const openBrace = 0x7b
const prefix = Buffer.from('data: ')
const ending = Buffer.from('\n\n')
const longestLine = 10 * 1024 * 1024

class LineTooLong extends FramingBroken {
  override readonly name = 'LineTooLong'
}

/** A stream of JSON values, one a line, as events. One that is made of events already passes as it is. */
export const unframeJsonLines = (): Unframing => {
  let rest: Buffer = Buffer.alloc(0)
  let isLines: boolean | undefined

  const writeLines = (bytes: Buffer): Buffer | undefined => {
    const events: Buffer[] = []
    for (const line of linesOf(bytes)) if (line.includes(openBrace)) events.push(prefix, line, ending)
    return events.length === 0 ? undefined : Buffer.concat(events)
  }

  return {
    push: (chunk) => {
      isLines ??= beginsWithBrace(chunk)
      if (isLines === false) return chunk
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(lineFeed) + 1
      rest = bytes.subarray(end)
      if (rest.length > longestLine) throw new LineTooLong(`a line is longer than ${longestLine} bytes`)
      return writeLines(bytes.subarray(0, end))
    },
    end: () => {
      const left = rest
      rest = Buffer.alloc(0)
      return writeLines(left)
    },
  }
}

/** Undefined as long as there is nothing but white space. */
const beginsWithBrace = (bytes: Buffer): boolean | undefined => {
  for (const byte of bytes) if (byte > 0x20) return byte === openBrace
  return undefined
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  let start = 0
  while (start < bytes.length) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found < 0 ? bytes.length : found
    yield bytes.subarray(start, bytes[end - 1] === 0x0d ? end - 1 : end)
    start = end + 1
  }
}
