import {
  bytesOfWaveSecond,
  createFlacReader,
  createOggReader,
  type FrameReader,
  mostRubbish,
  readAdtsFrame,
  readMpegFrame,
  type SoundFrame,
} from './sound-frames.ts'
import { heldAgainstSize, usualBytesOfSecond } from './sound-size.ts'

/** Counts how long a sound is while it passes. */
export type SoundMeter = {
  push: (bytes: Buffer) => void
  /** Of what came so far: by what its format says, and where that cannot be read by its size. */
  seconds: () => number
}

/** 24,000 samples a second of two bytes each, in one channel: what is sent where plain samples are asked for. */
const bytesOfPlainSecond = 48_000
/** Enough to tell every format by. */
const longestMark = 16

/** `asked` is the format that was asked for: samples without a head are known by nothing else. */
export const createSoundMeter = (asked: unknown): SoundMeter => {
  let total = 0
  let waiting: Buffer = nothing
  /** Bytes of the frame before that have not come yet. */
  let skip = 0
  let counted = 0
  let rubbish = 0
  let reader: FrameReader | undefined
  /** Set where every second has as many bytes; bytes before `from` are no sound. */
  let flat: { bytesOfSecond: number; from: number } | undefined

  const recognise = (bytes: Buffer): void => {
    const mark = bytes.toString('latin1', 0, 4)
    if (mark === 'RIFF')
      reader = createWaveReader((rate, from) => {
        flat = { bytesOfSecond: rate, from }
      })
    else if (mark === 'fLaC') reader = createFlacReader()
    else if (mark === 'OggS') reader = createOggReader()
    else if (asked === 'pcm' && !mark.startsWith('ID3')) flat = { bytesOfSecond: bytesOfPlainSecond, from: 0 }
    else if (isFrame(readAdtsFrame(bytes, 0))) reader = readAdtsFrame
    else if (isFrame(readMpegFrame(bytes, 0))) reader = readMpegFrame
    else flat = { bytesOfSecond: usualBytesOfSecond, from: 0 }
  }

  const walk = (read: FrameReader, bytes: Buffer): void => {
    let at = 0
    while (flat === undefined && at < bytes.length) {
      const frame = read(bytes, at)
      if (frame === 'short') break
      if (frame === undefined) {
        at += 1
        rubbish += 1
        if (rubbish > mostRubbish) flat = { bytesOfSecond: usualBytesOfSecond, from: 0 }
      } else {
        at += frame.length
        counted += frame.seconds
      }
    }
    skip = Math.max(0, at - bytes.length)
    waiting = at < bytes.length && flat === undefined ? Buffer.from(bytes.subarray(at)) : nothing
  }

  return {
    push: (bytes) => {
      total += bytes.length
      if (flat !== undefined) return
      const passed = Math.min(skip, bytes.length)
      skip -= passed
      const left = bytes.subarray(passed)
      const joined = waiting.length === 0 ? left : Buffer.concat([waiting, left])
      if (reader === undefined) {
        waiting = joined
        if (joined.length < longestMark) return
        recognise(joined)
      }
      if (reader !== undefined && skip === 0) walk(reader, joined)
    },
    seconds: () => {
      if (total === 0) return 0
      const rate = flat?.bytesOfSecond ?? (counted > 0 ? undefined : usualBytesOfSecond)
      const seconds = rate === undefined ? counted : Math.max(0, total - (flat?.from ?? 0)) / rate
      return heldAgainstSize(seconds, total)
    },
  }
}

const nothing: Buffer = Buffer.alloc(0)

const isFrame = (frame: SoundFrame | 'short' | undefined): boolean => typeof frame === 'object'

/** A stream is written before its end is known, so what it claims of its length is not asked. */
const createWaveReader = (found: (bytesOfSecond: number, from: number) => void): FrameReader => {
  let place = 0
  let rate = usualBytesOfSecond
  const go = (length: number): SoundFrame => {
    place += length
    return { length, seconds: 0 }
  }
  return (bytes, at) => {
    if (bytes.length - at < 8) return 'short'
    if (place === 0) return go(12)
    const name = bytes.toString('latin1', at, at + 4)
    if (name === 'data') {
      found(rate, place + 8)
      return go(8)
    }
    const length = bytes.readUInt32LE(at + 4)
    if (name === 'fmt ') {
      if (bytes.length - at < 24) return 'short'
      rate = bytesOfWaveSecond(bytes, at + 8)
    }
    return go(8 + length + (length % 2))
  }
}
