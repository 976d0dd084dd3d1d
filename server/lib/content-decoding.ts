import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib'
import { BodyRefused } from './body-refused.ts'

/**
 * Undoes the one content encoding a body may have, in a thread of the pool. The result may have at most `maximumBytes`
 * and at most a hundred times the bytes that came, so that a small body cannot become a large one. Throws `BodyRefused`.
 */
export const decodeContent = async (bytes: Buffer, encoding: string, maximumBytes: number): Promise<Buffer> => {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return bytes
  const decode = decoders.get(name)
  if (decode === undefined) throw new BodyRefused('encoding_unsupported')
  const maxOutputLength = Math.min(maximumBytes, mostOf(bytes.length))
  try {
    return await decode(bytes, { maxOutputLength })
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new BodyRefused(isTooLarge ? 'too_large' : 'malformed')
  }
}

/** Where what comes goes to while it is unpacked. */
type Unpacked = { data: (bytes: Buffer) => void; end: () => void; error: (reason: BodyRefused) => void }
type Source = { pause: () => void; resume: () => void }

export type ContentDecoder = {
  push: (chunk: Buffer) => void
  end: () => void
  pause: () => void
  resume: () => void
  /** Nothing is told any more. */
  stop: () => void
}

/**
 * The same for a body that is read while it comes, within the same ratio at every moment. `source` is held up when it
 * sends faster than can be unpacked. Undefined where nobody knows the encoding, or there are several.
 */
export const createContentDecoder = (encoding: string, source: Source, to: Unpacked): ContentDecoder | undefined => {
  const open = unpackers.get(encoding.trim().toLowerCase())
  if (open === undefined) return undefined
  let stream: Transform | undefined
  let [taken, made] = [0, 0]
  let isPaused = false
  let isOver = false

  const stop = () => {
    isOver = true
    stream?.destroy()
  }
  const refuse = (reason: BodyRefused) => {
    if (isOver) return
    stop()
    to.error(reason)
  }
  const begin = (first: Buffer): Transform => {
    const opened = open(first)
    opened.on('data', (bytes: Buffer) => {
      if (isOver) return
      made += bytes.length
      if (made > mostOf(taken)) refuse(new BodyRefused('too_large'))
      else to.data(bytes)
    })
    opened.on('end', () => {
      if (isOver) return
      isOver = true
      to.end()
    })
    opened.on('error', () => refuse(new BodyRefused('malformed')))
    return opened
  }
  return {
    push: (chunk) => {
      if (isOver) return
      taken += chunk.length
      stream ??= begin(chunk)
      if (stream.write(chunk)) return
      source.pause()
      stream.once('drain', () => {
        if (!isPaused) source.resume()
      })
    },
    end: () => {
      if (stream === undefined) refuse(new BodyRefused('malformed'))
      else stream.end()
    },
    pause: () => {
      isPaused = true
      stream?.pause()
      source.pause()
    },
    resume: () => {
      isPaused = false
      stream?.resume()
      source.resume()
    },
    stop,
  }
}

const highestRatio = 100
/** Up to here no ratio is asked for: a few hundred bytes of blanks compress better than that. */
const smallBody = 64 * 1024
export const mostOf = (packed: number): number => Math.max(smallBody, packed * highestRatio)
/** The largest window RFC 9659 lets HTTP use; a frame could ask for far more memory. */
const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 23 }

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const gunzipBytes: Decoder = promisify(gunzip)
const inflateBytes: Decoder = promisify(inflate)
const inflateRawBytes: Decoder = promisify(inflateRaw)
const brotliBytes: Decoder = promisify(brotliDecompress)
const zstdBytes = promisify(zstdDecompress)

const decoders = new Map<string, Decoder>([
  ['gzip', gunzipBytes],
  ['x-gzip', gunzipBytes],
  // "deflate" means the zlib format, and some send the bare stream all the same.
  ['deflate', (bytes, options) => (hasZlibHeader(bytes) ? inflateBytes : inflateRawBytes)(bytes, options)],
  ['br', brotliBytes],
  ['zstd', (bytes, options) => zstdBytes(bytes, { ...options, params: zstdWindow })],
])

const unpackers = new Map<string, (first: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (first) => (hasZlibHeader(first) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress({ params: zstdWindow })],
])

const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
