/** Silence of some seconds in each format that speech comes in, framed as its encoders do. */
export const sounds = {
  wav: (seconds: number): Buffer => Buffer.concat([waveHead(), plain(seconds)]),
  pcm: (seconds: number): Buffer => plain(seconds),
  mp3: (seconds: number): Buffer => {
    // MPEG 2, layer III, 64 kbit/s, 24 kHz: 576 samples in 192 bytes.
    const frame = Buffer.alloc(192)
    frame.set([0xff, 0xf3, 0x84, 0xc4])
    return repeat(frame, (seconds * 24_000) / 576)
  },
  aac: (seconds: number): Buffer => {
    // 24 kHz: 1024 samples in 200 bytes.
    const frame = Buffer.alloc(200)
    frame.set([0xff, 0xf1, 0x58, 0x40, 200 >> 3, ((200 & 7) << 5) | 0x1f, 0xfc])
    return repeat(frame, (seconds * 24_000) / 1024)
  },
  opus: (seconds: number): Buffer => {
    const pages = Array.from({ length: Math.ceil(seconds) }, (_, page) =>
      oggPage(0, Math.min(page + 1, seconds) * 48_000, Buffer.alloc(4000)),
    )
    return Buffer.concat([oggPage(2, 0, Buffer.from('OpusHead\x01\x01')), ...pages])
  },
  flac: (seconds: number): Buffer => {
    const info = Buffer.alloc(42)
    info.write('fLaC')
    info.set([0x80, 0, 0, 34], 4)
    info.writeUInt32BE(24_000 << 12, 18)
    const frames = Array.from({ length: Math.ceil((seconds * 24_000) / 4096) }, (_, number) => flacFrame(number))
    return Buffer.concat([info, ...frames])
  },
} as const

export type SoundFormat = keyof typeof sounds

const plain = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * 24_000) * 2)

const repeat = (frame: Buffer, times: number): Buffer => Buffer.concat(Array(Math.round(times)).fill(frame))

/** As a stream has it: how long it will be is not known yet. */
const waveHead = (): Buffer => {
  const head = Buffer.alloc(44)
  head.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(24_000, 24)
  head.writeUInt32LE(48_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data\xff\xff\xff\xff', 36, 'latin1')
  return head
}

const oggPage = (flags: number, samples: number, body: Buffer): Buffer => {
  const sizes = [...Array(Math.floor(body.length / 255)).fill(255), body.length % 255]
  const head = Buffer.alloc(27)
  head.write('OggS')
  head[5] = flags
  head.writeBigInt64LE(BigInt(Math.round(samples)), 6)
  head[26] = sizes.length
  return Buffer.concat([head, Buffer.from(sizes), body])
}

/** 4096 samples at 24 kHz, in one channel of 16 bits. */
const flacFrame = (number: number): Buffer => {
  const coded = Buffer.from(String.fromCodePoint(number))
  const head = Buffer.from([0xff, 0xf8, 0xc7, 0x08, ...coded])
  return Buffer.concat([head, Buffer.from([crc8(head)]), Buffer.alloc(3000)])
}

const crc8 = (bytes: Buffer): number => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80 ? ((sum << 1) ^ 0x07) & 0xff : (sum << 1) & 0xff
  }
  return sum
}
