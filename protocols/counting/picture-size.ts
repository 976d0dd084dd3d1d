/** Width and height of a picture, read from its first bytes. */
export type PictureSize = { width: number; height: number }

/** Reads some bytes of a picture; fewer than asked for, or none, where it ends. */
type Reader = (start: number, length: number) => Buffer

/** The size of a PNG, JPEG, GIF or WebP given as base64, of which only what is needed is decoded. */
export const pictureSizeOfBase64 = (base64: string): PictureSize | undefined =>
  sizeOf((start, length) => {
    const first = Math.floor(start / 3)
    const last = Math.ceil((start + length) / 3)
    const offset = start - first * 3
    return Buffer.from(base64.slice(first * 4, last * 4), 'base64').subarray(offset, offset + length)
  })

/** The same of one that is there as bytes. */
export const pictureSizeOf = (bytes: Buffer): PictureSize | undefined =>
  sizeOf((start, length) => bytes.subarray(start, start + length))

const sizeOf = (read: Reader): PictureSize | undefined => {
  const head = read(0, 30)
  if (head.length < 10) return undefined
  const size = readPng(head) ?? readGif(head) ?? readWebp(head) ?? readJpeg(head, read)
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

const readPng = (head: Buffer): PictureSize | undefined => {
  if (head.length < 24 || head.readUInt32BE(0) !== 0x89504e47) return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

const readGif = (head: Buffer): PictureSize | undefined => {
  if (head.toString('latin1', 0, 4) !== 'GIF8') return undefined
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

/** Three kinds: with loss, without, and with more pieces than the picture alone. */
const readWebp = (head: Buffer): PictureSize | undefined => {
  if (head.length < 30 || head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined
  }
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Notes, colour profiles and small previews stand before the frame; a picture with more of them than this is odd. */
const mostSegments = 256

/** Segments are gone over one by one, without reading what is in them, up to the frame. */
const readJpeg = (head: Buffer, read: Reader): PictureSize | undefined => {
  if (head.readUInt16BE(0) !== 0xffd8) return undefined
  let position = 2
  for (let count = 0; count < mostSegments; count += 1) {
    const segment = read(position, 9)
    if (segment.length < 9 || segment[0] !== 0xff) return undefined
    const marker = segment[1] ?? 0
    if (marker === 0xff) {
      position += 1
      continue
    }
    if (isFrame(marker)) return { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5) }
    position += 2 + segment.readUInt16BE(2)
  }
  return undefined
}

/** All of C0 to CF but those that hold tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
