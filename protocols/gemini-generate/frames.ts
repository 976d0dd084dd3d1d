import { EventSplitter, EventTooLong, eachEvent, eventData } from '../sse.ts'

/** Cuts a stream into its answers' JSON, wherever the network has cut it. */
export type FrameReader = {
  push: (chunk: Buffer) => string[]
  end: () => string[]
}

/** Google streams events, or one JSON array to those who did not ask for events: the first byte tells which. */
export const createFrameReader = (): FrameReader => {
  let reader: FrameReader | undefined
  return {
    push: (chunk) => {
      if (reader === undefined) {
        const first = firstSignificant(chunk)
        if (first === undefined) return []
        reader = first === bracket || first === open ? arrayReader() : eventReader()
      }
      return reader.push(chunk)
    },
    end: () => reader?.end() ?? [],
  }
}

const bracket = 0x5b
const open = 0x7b
const close = 0x7d
const quote = 0x22
const backslash = 0x5c

const eventReader = (): FrameReader => {
  const splitter = new EventSplitter()
  const read = (whole: Buffer | undefined): string[] => {
    const frames: string[] = []
    if (whole === undefined) return frames
    for (const event of eachEvent(whole)) {
      const data = eventData(event)
      if (data !== undefined) frames.push(data)
    }
    return frames
  }
  return { push: (chunk) => read(splitter.push(chunk)), end: () => read(splitter.end()) }
}

const longestFrame = 10 * 1024 * 1024

/** Finds the objects of an array; each byte is looked at once, however small the pieces are. */
const arrayReader = (): FrameReader => {
  let kept: Buffer[] = []
  let keptLength = 0
  let depth = 0
  let inText = false
  let escaped = false

  const take = (end: Buffer): string => {
    const frame = Buffer.concat([...kept, end]).toString('utf8')
    kept = []
    keptLength = 0
    return frame
  }

  const keep = (piece: Buffer) => {
    keptLength += piece.length
    if (keptLength > longestFrame) throw new EventTooLong(`an answer is longer than ${longestFrame} bytes`)
    kept.push(piece)
  }

  return {
    push: (chunk) => {
      const frames: string[] = []
      let start = depth > 0 ? 0 : -1
      for (let position = 0; position < chunk.length; position += 1) {
        const byte = chunk[position]
        if (inText) {
          if (escaped) escaped = false
          else if (byte === backslash) escaped = true
          else if (byte === quote) inText = false
        } else if (byte === quote) {
          inText = depth > 0
        } else if (byte === open) {
          if (depth === 0) start = position
          depth += 1
        } else if (byte === close && depth > 0) {
          depth -= 1
          if (depth === 0) {
            frames.push(take(chunk.subarray(start, position + 1)))
            start = -1
          }
        }
      }
      if (start >= 0) keep(chunk.subarray(start))
      return frames
    },
    end: () => [],
  }
}

const firstSignificant = (bytes: Buffer): number | undefined => {
  for (const byte of bytes) if (byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return byte
  return undefined
}
