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
})
