import { usualBytesOfSecond } from './sound-size.ts'

/** How long a frame or a page is, and how much of the sound is in it. */
export type SoundFrame = { length: number; seconds: number }

/** Reads what begins at a place: 'short' where more bytes are needed for that, undefined where nothing of its kind does. */
export type FrameReader = (bytes: Buffer, at: number) => SoundFrame | 'short' | undefined

const layerThreeRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const layerThreeLowRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]

/** MP3: every frame tells its own rate. A tag before or behind them is no sound. */
export const readMpegFrame: FrameReader = (bytes, at) => {
  if (bytes.length - at < 10) return 'short'
  if (bytes[at] === 0x49 && bytes.toString('latin1', at, at + 3) === 'ID3') {
    return { length: 10 + lengthOfTag(bytes, at), seconds: 0 }
  }
  const second = bytes[at + 1] ?? 0
  const third = bytes[at + 2] ?? 0
  if (bytes[at] !== 0xff || (second & 0xe6) !== 0xe2 || (second & 0x18) === 0x08) return undefined
  const isFirstVersion = (second & 0x18) === 0x18
  const halving = isFirstVersion ? 1 : (second & 0x18) === 0x10 ? 2 : 4
  const rate = (isFirstVersion ? layerThreeRates : layerThreeLowRates)[third >> 4] ?? 0
  const sampleRate = (sampleRates[(third >> 2) & 0x03] ?? 0) / halving
  if (rate === 0 || sampleRate === 0) return undefined
  const samples = isFirstVersion ? 1152 : 576
  const padding = (third >> 1) & 1
  return { length: Math.floor((samples * rate * 125) / sampleRate) + padding, seconds: samples / sampleRate }
}

const lengthOfTag = (bytes: Buffer, at: number): number =>
  [6, 7, 8, 9].reduce((length, place) => length * 128 + ((bytes[at + place] ?? 0) & 0x7f), 0)

const adtsRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/** AAC as a stream. */
export const readAdtsFrame: FrameReader = (bytes, at) => {
  if (bytes.length - at < 7) return 'short'
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0) return undefined
  const rate = adtsRates[((bytes[at + 2] ?? 0) >> 2) & 0x0f]
  const length = (bytes.readUInt32BE(at + 3) >>> 13) & 0x1fff
  if (rate === undefined || length < 7) return undefined
  return { length, seconds: (((bytes[at + 6] ?? 0) & 0x03) + 1) * (1024 / rate) }
}

/** Ogg: a page tells how many samples there were up to its end; Opus always counts 48,000 of them a second. */
export const createOggReader = (): FrameReader => {
  let rate = 48_000
  let told = 0
  return (bytes, at) => {
    const segments = bytes[at + 26]
    if (segments === undefined || bytes.length - at < 27 + segments) return 'short'
    if (bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined
    let length = 27 + segments
    for (let place = at + 27; place < at + 27 + segments; place += 1) length += bytes[place] ?? 0
    if (((bytes[at + 5] ?? 0) & 0x02) !== 0) {
      // The first page of a track says what its samples are.
      if (bytes.length - at < Math.min(length, 27 + segments + 16)) return 'short'
      const isVorbis = bytes.toString('latin1', at + 28 + segments, at + 34 + segments) === 'vorbis'
      rate = isVorbis ? bytes.readUInt32LE(at + 27 + segments + 12) : 48_000
      told = 0
    }
    const samples = Number(bytes.readBigInt64LE(at + 6))
    const seconds = rate > 0 && samples > told ? (samples - told) / rate : 0
    told = Math.max(told, samples)
    return { length, seconds }
  }
}

const blockSizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768]
const longestFlacHead = 16

/** FLAC: frames do not tell how long they are, but their heads can hardly be taken for anything else. */
export const createFlacReader = (): FrameReader => {
  let rate = 0
  let isMarked = false
  let isHead = true
  return (bytes, at) => {
    if (isHead) {
      if (bytes.length - at < 22) return 'short'
      if (!isMarked) {
        isMarked = true
        return { length: 4, seconds: 0 }
      }
      const mark = bytes[at] ?? 0
      if ((mark & 0x7f) === 0) rate = bytes.readUInt32BE(at + 14) >>> 12
      isHead = (mark & 0x80) === 0
      return { length: 4 + bytes.readUIntBE(at + 1, 3), seconds: 0 }
    }
    if (bytes.length - at < longestFlacHead) return 'short'
    const samples = bytes[at] === 0xff ? samplesOfFlacFrame(bytes, at) : undefined
    if (samples !== undefined) return { length: longestFlacHead, seconds: rate > 0 ? samples / rate : 0 }
    const next = bytes.indexOf(0xff, at + 1)
    return { length: (next < 0 ? bytes.length : next) - at, seconds: 0 }
  }
}

const samplesOfFlacFrame = (bytes: Buffer, at: number): number | undefined => {
  if (((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) return undefined
  const sizes = bytes[at + 2] ?? 0
  const first = bytes[at + 4] ?? 0
  // The frame's number is written as a sign of UTF-8 is, in up to seven bytes.
  let end = at + 5 + (first < 0x80 ? 0 : Math.max(0, Math.clz32(~(first << 24)) - 1))
  const code = sizes >> 4
  const told = code === 6 ? (bytes[end] ?? 0) + 1 : code === 7 ? bytes.readUInt16BE(end) + 1 : blockSizes[code]
  end += code === 6 ? 1 : code === 7 ? 2 : 0
  const rateCode = sizes & 0x0f
  end += rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0
  const isSound = checksum(bytes, at, end) === bytes[end] && told !== undefined && told > 0
  return isSound ? told : undefined
}

const checksum = (bytes: Buffer, from: number, to: number): number => {
  let sum = 0
  for (let place = from; place < to; place += 1) {
    sum ^= bytes[place] ?? 0
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x80) === 0 ? (sum << 1) & 0xff : ((sum << 1) ^ 0x07) & 0xff
  }
  return sum
}

/** As much as is looked through for the next frame. */
export const mostRubbish = 65_536

/** By its samples, as whoever plays it counts; a head may claim any number of bytes. */
export const bytesOfWaveSecond = (bytes: Buffer, format: number): number => {
  const samples = bytes.readUInt16LE(format + 2) * bytes.readUInt32LE(format + 4)
  const bits = format + 16 <= bytes.length ? bytes.readUInt16LE(format + 14) : 0
  return Math.floor((samples * bits) / 8) || bytes.readUInt32LE(format + 8) || usualBytesOfSecond
}

/** The same for a sound that is there as a whole; undefined where its frames make up less than most of it. */
export const framedSeconds = (bytes: Buffer, read: FrameReader): number | undefined => {
  let at = 0
  let framed = 0
  let seconds = 0
  let rubbish = 0
  while (at < bytes.length && rubbish <= mostRubbish) {
    const frame = read(bytes, at)
    if (frame === 'short') break
    if (frame === undefined) {
      at += 1
      rubbish += 1
    } else {
      at += frame.length
      framed += frame.length
      seconds += frame.seconds
    }
  }
  return seconds > 0 && framed * 2 > bytes.length ? seconds : undefined
}
