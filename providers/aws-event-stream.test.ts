import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { AwsFrameBroken, createAwsFrames } from './aws-event-stream.ts'

const frame = Buffer.from(
  'AAAAewAAAEsKLpavCzpldmVudC10eXBlBwAFY2h1bmsNOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcA' +
    'BWV2ZW50eyJieXRlcyI6ImV5SjBlWEJsSWpvaWNHbHVaeUo5In2gH1bE',
  'base64',
)
const message = {
  headers: { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
  payload: '{"bytes":"eyJ0eXBlIjoicGluZyJ9"}',
}

const told = (frames: ReturnType<typeof createAwsFrames>, bytes: Buffer) =>
  frames.push(bytes).map(({ headers, payload }) => ({ headers, payload: payload.toString() }))

/** A frame of these headers and nothing else. */
const withChecksums = (headers: Buffer): Buffer => {
  const bytes = Buffer.alloc(headers.length + 16)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(headers.length, 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8)
  headers.copy(bytes, 12)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}

describe('a binary event stream', () => {
  it('is read frame by frame', () => {
    const frames = createAwsFrames()
    expect(told(frames, Buffer.concat([frame, frame]))).toEqual([message, message])
    expect(frames.isEmpty()).toBe(true)
  })

  it('is read alike wherever the network cut it', () => {
    for (let cut = 1; cut < frame.length; cut += 1) {
      const frames = createAwsFrames()
      expect(told(frames, frame.subarray(0, cut))).toEqual([])
      expect(frames.isEmpty()).toBe(false)
      expect(told(frames, frame.subarray(cut))).toEqual([message])
    }
  })

  it('is refused when a byte of it was changed', () => {
    for (const place of [0, 5, 9, 20, 100, frame.length - 1]) {
      const changed = Buffer.from(frame)
      changed[place] = (changed[place] ?? 0) ^ 0x01
      expect(() => createAwsFrames().push(changed), `byte ${place}`).toThrow(AwsFrameBroken)
    }
  })

  it('is refused when its headers end in the middle of one', () => {
    const headers = frame.subarray(12, 12 + frame.readUInt32BE(4))
    const ends = new Set<string>()
    for (let length = 0; length <= headers.length; length += 1) {
      const cut = withChecksums(headers.subarray(0, length))
      try {
        ends.add(String(createAwsFrames().push(cut).length))
      } catch (error) {
        ends.add(error instanceof AwsFrameBroken ? 'refused' : String(error))
      }
    }
    expect([...ends]).toEqual(['1', 'refused'])
  })
})
