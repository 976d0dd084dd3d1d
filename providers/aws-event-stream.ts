import { crc32 } from 'node:zlib'
import { FramingBroken } from '#protocols/protocol.ts'

export type AwsMessage = { headers: Readonly<Record<string, string>>; payload: Buffer }

export class AwsFrameBroken extends FramingBroken {
  override readonly name = 'AwsFrameBroken'
}

/** Far above what the service sends: a frame that claims more is none. */
const longestFrame = 24 * 1024 * 1024
const preludeLength = 12

/** Cuts a binary event stream into messages, however the network cut it; both checksums of each are checked. */
export const createAwsFrames = (): { push: (chunk: Buffer) => AwsMessage[]; isEmpty: () => boolean } => {
  let rest: Buffer = Buffer.alloc(0)
  return {
    push: (chunk) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const messages: AwsMessage[] = []
      let position = 0
      while (bytes.length - position >= preludeLength) {
        const length = readLength(bytes, position)
        if (bytes.length - position < length) break
        messages.push(readMessage(bytes.subarray(position, position + length)))
        position += length
      }
      rest = bytes.subarray(position)
      return messages
    },
    isEmpty: () => rest.length === 0,
  }
}

const readLength = (bytes: Buffer, position: number): number => {
  const length = bytes.readUInt32BE(position)
  if (crc32(bytes.subarray(position, position + 8)) !== bytes.readUInt32BE(position + 8)) {
    throw new AwsFrameBroken('the head of a frame does not match its checksum')
  }
  if (length < preludeLength + 4 || length > longestFrame) throw new AwsFrameBroken('a frame has an impossible length')
  return length
}

const readMessage = (frame: Buffer): AwsMessage => {
  const end = frame.length - 4
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) {
    throw new AwsFrameBroken('a frame does not match its checksum')
  }
  const headersEnd = preludeLength + frame.readUInt32BE(4)
  if (headersEnd > end) throw new AwsFrameBroken('the headers of a frame are longer than it')
  return { headers: readHeaders(frame.subarray(preludeLength, headersEnd)), payload: frame.subarray(headersEnd, end) }
}

/** How long values of each type are; bytes and texts tell it themselves. */
const valueLengths = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16]
const textType = 7

const readHeaders = (bytes: Buffer): Record<string, string> => {
  const headers: [string, string][] = []
  let position = 0
  while (position < bytes.length) {
    const nameEnd = position + 1 + bytes.readUInt8(position)
    const name = bytes.toString('utf8', position + 1, nameEnd)
    const type = bytes[nameEnd] ?? endless()
    const fixed = valueLengths[type]
    const start = nameEnd + (fixed === undefined ? 3 : 1)
    if (start > bytes.length) endless()
    const end = start + (fixed ?? bytes.readUInt16BE(nameEnd + 1))
    if (type === textType) headers.push([name, bytes.toString('utf8', start, end)])
    position = end
  }
  return Object.fromEntries(headers)
}

const endless = (): never => {
  throw new AwsFrameBroken('a header is longer than all of them')
}
