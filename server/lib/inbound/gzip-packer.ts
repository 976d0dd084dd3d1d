import { constants, createGzip, type Gzip, type ZlibReset } from 'node:zlib'

/** Packs whole texts, away from the event loop. */
export type GzipPacker = (text: string) => Promise<Buffer>

/** `room` is where pieces of the text become bytes, `parts` where those come that are packed. */
type Compressor = { stream: Gzip & ZlibReset; room: Uint8Array; parts: Buffer[] }

const roomLength = 1 << 17
const partLength = 1 << 16
/** Each keeps half a megabyte. */
const mostKept = 4

const encoder = new TextEncoder()

/**
 * What is needed to pack one text is kept for the next. Made anew for each, as `zlib.gzip` does it, it stays in memory
 * until the next full garbage collection, which it brings about by that: with a report of the log every 80 ms, each
 * few seconds calls took twice as long for 40 ms.
 */
export const createGzipPacker = (level: number): GzipPacker => {
  const idle: Compressor[] = []
  return async (text) => {
    const press = idle.pop() ?? createCompressor(level)
    const packed = await pack(press, text)
    // One that failed is not used again.
    if (idle.length < mostKept) idle.push(press)
    else press.stream.destroy()
    return packed
  }
}

const createCompressor = (level: number): Compressor => {
  // seam: it can be reset, as all that compress; the types do not say so of this one
  const stream = createGzip({ level, chunkSize: partLength }) as Compressor['stream']
  const parts: Buffer[] = []
  stream.on('data', (part: Buffer) => parts.push(part))
  // The write that fails says so too.
  stream.on('error', () => {})
  return { stream, room: new Uint8Array(roomLength), parts }
}

const pack = async ({ stream, room, parts }: Compressor, text: string): Promise<Buffer> => {
  for (let rest = text; rest !== ''; ) {
    const { read, written } = encoder.encodeInto(rest, room)
    rest = rest.slice(read)
    await write(stream, room.subarray(0, written))
  }
  await finish(stream)
  stream.reset()
  return Buffer.concat(parts.splice(0))
}

const write = (stream: Gzip, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

const finish = (stream: Gzip): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.flush(constants.Z_FINISH, () => {
      stream.off('error', reject)
      resolve()
    })
  })
