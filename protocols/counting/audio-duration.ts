import { bytesOfWaveSecond, framedSeconds, readAdtsFrame, readMpegFrame } from './sound-frames.ts'
import { heldAgainstSize, usualBytesOfSecond } from './sound-size.ts'

/**
 * How long a recording is, read from its head: WAV, MP3, MP4 and M4A, Ogg, FLAC, WebM. What a file claims is held
 * against its size, so that a few bytes cannot claim a year, nor a long recording a second; what cannot be read is
 * estimated by its size, usually as so many bytes a second.
 */
export const audioSeconds = (bytes: Buffer, bytesOfUnread: number = usualBytesOfSecond): number => {
  const claimed = claimedSeconds(bytes)
  return claimed === undefined ? bytes.length / bytesOfUnread : heldAgainstSize(claimed, bytes.length)
}

/** Whether its head tells how long a recording is. */
export const tellsLength = (bytes: Buffer): boolean => claimedSeconds(bytes) !== undefined

const claimedSeconds = (bytes: Buffer): number | undefined => {
  const claimed = readSeconds(bytes)
  return claimed === undefined || !Number.isFinite(claimed) || claimed <= 0 ? undefined : claimed
}

const readSeconds = (bytes: Buffer): number | undefined => {
  const mark = bytes.toString('latin1', 0, 4)
  try {
    if (mark === 'RIFF') return waveSeconds(bytes)
    if (mark === 'fLaC') return flacSeconds(bytes)
    if (mark === 'OggS') return oggSeconds(bytes)
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return movieSeconds(bytes)
    if (bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return matroskaSeconds(bytes)
    return framedSeconds(bytes, readAdtsFrame) ?? framedSeconds(bytes, readMpegFrame) ?? mpegSeconds(bytes)
  } catch (error) {
    // A head that ends in the middle of a number: the file is cut or only looks like this kind.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const waveSeconds = (bytes: Buffer): number | undefined => {
  let position = 12
  let bytesOfSecond = 0
  for (let chunk = 0; chunk < 64 && position + 8 <= bytes.length; chunk += 1) {
    const name = bytes.toString('latin1', position, position + 4)
    const length = bytes.readUInt32LE(position + 4)
    if (name === 'fmt ') bytesOfSecond = bytesOfWaveSecond(bytes, position + 8)
    // A stream that was written before its end was known claims more than there is.
    if (name === 'data') return Math.min(length, bytes.length - position - 8) / bytesOfSecond
    position += 8 + length + (length % 2)
  }
  return undefined
}

const flacSeconds = (bytes: Buffer): number => {
  const packed = bytes.readUInt32BE(18)
  const rate = packed >>> 12
  const samples = (bytes.readUInt8(21) & 0x0f) * 2 ** 32 + bytes.readUInt32BE(22)
  return samples / rate
}

/** The last page tells how many samples there are; Opus always counts 48,000 of them a second. */
const oggSeconds = (bytes: Buffer): number | undefined => {
  const last = bytes.lastIndexOf('OggS')
  const samples = Number(bytes.readBigInt64LE(last + 6))
  const vorbis = bytes.subarray(0, 4096).indexOf('\u0001vorbis')
  return samples / (vorbis < 0 ? 48_000 : bytes.readUInt32LE(vorbis + 12))
}

/** Boxes of an MP4 lie in each other; only the two on the way to the head are opened. */
const movieSeconds = (bytes: Buffer): number | undefined => {
  const movie = findBox(bytes, 0, bytes.length, 'moov')
  const head = movie === undefined ? undefined : findBox(bytes, movie.start, movie.end, 'mvhd')
  if (head === undefined) return undefined
  const wide = bytes.readUInt8(head.start) === 1
  const scale = bytes.readUInt32BE(head.start + (wide ? 20 : 12))
  const length = wide ? Number(bytes.readBigUInt64BE(head.start + 24)) : bytes.readUInt32BE(head.start + 16)
  return length / scale
}

const mostBoxes = 1000

const findBox = (bytes: Buffer, from: number, to: number, name: string): { start: number; end: number } | undefined => {
  let position = from
  for (let box = 0; box < mostBoxes && position + 8 <= to; box += 1) {
    const short = bytes.readUInt32BE(position)
    const head = short === 1 ? 16 : 8
    const length = short === 1 ? Number(bytes.readBigUInt64BE(position + 8)) : short === 0 ? to - position : short
    if (length < head) return undefined
    if (bytes.toString('latin1', position + 4, position + 8) === name) {
      return { start: position + head, end: Math.min(position + length, to) }
    }
    position += length
  }
  return undefined
}

/** The duration stands in the segment's information, in units that it names too. */
const matroskaSeconds = (bytes: Buffer): number | undefined => {
  const head = bytes.subarray(0, 65_536)
  const place = head.indexOf(Buffer.from([0x44, 0x89]))
  if (place < 0) return undefined
  const size = head.readUInt8(place + 2) & 0x7f
  const duration = size === 4 ? head.readFloatBE(place + 3) : head.readDoubleBE(place + 3)
  const scalePlace = head.indexOf(Buffer.from([0x2a, 0xd7, 0xb1]))
  const scale = scalePlace < 0 ? 1_000_000 : head.readUIntBE(scalePlace + 4, head.readUInt8(scalePlace + 3) & 0x07)
  return (duration * scale) / 1e9
}

const layerThreeRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const layerThreeLowRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]

/** MP3: the first frame's rate, or the number of frames where a variable one says it. */
const mpegSeconds = (bytes: Buffer): number | undefined => {
  const start = findFrame(bytes)
  if (start === undefined) return undefined
  const second = bytes.readUInt8(start + 1)
  const third = bytes.readUInt8(start + 2)
  const isFirstVersion = (second & 0x08) !== 0
  const halving = isFirstVersion ? 1 : (second & 0x10) !== 0 ? 2 : 4
  const rate = (isFirstVersion ? layerThreeRates : layerThreeLowRates)[third >> 4]
  const sampleRate = (sampleRates[(third >> 2) & 0x03] ?? 0) / halving
  const info = bytes.subarray(start, start + 200)
  const variable = Math.max(info.indexOf('Xing'), info.indexOf('Info'))
  if (variable >= 0 && (info.readUInt32BE(variable + 4) & 1) === 1) {
    return (info.readUInt32BE(variable + 8) * (isFirstVersion ? 1152 : 576)) / sampleRate
  }
  return rate === undefined || rate === 0 ? undefined : ((bytes.length - start) * 8) / (rate * 1000)
}

const findFrame = (bytes: Buffer): number | undefined => {
  const tagged = bytes.toString('latin1', 0, 3) === 'ID3'
  const tag = tagged
    ? 10 + ((bytes.readUInt8(6) << 21) | (bytes.readUInt8(7) << 14) | (bytes.readUInt8(8) << 7) | bytes.readUInt8(9))
    : 0
  const end = Math.min(tag + 65_536, bytes.length - 4)
  for (let position = tag; position < end; position += 1) {
    const isSync = bytes[position] === 0xff && ((bytes[position + 1] ?? 0) & 0xe6) === 0xe2
    if (isSync && (bytes[position + 2] ?? 0xff) >> 4 !== 0x0f) return position
  }
  return undefined
}
