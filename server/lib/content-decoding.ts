import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
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
  const maxOutputLength = Math.min(maximumBytes, Math.max(smallBody, bytes.length * highestRatio))
  try {
    return await decode(bytes, { maxOutputLength })
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new BodyRefused(isTooLarge ? 'too_large' : 'malformed')
  }
}

const highestRatio = 100
/** Up to here no ratio is asked for: a few hundred bytes of blanks compress better than that. */
const smallBody = 64 * 1024
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

const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
