import { constants, write } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { closeEach } from './close-each.ts'

/** A file of fixed length, written in whole blocks. A write is over when it is on the disk. */
export type BlockFile = {
  /** What a write takes its bytes from: as long as the file. */
  readonly room: Buffer
  /** Writes so many bytes of the room's beginning to a place in the file, both multiples of a block's length. */
  write: (length: number, place: number) => Promise<void>
  close: () => Promise<void>
}

/** What most disks write at once. */
export const blockLength = 512

/** Opens a file, or makes one of zeros; what is in it is read as well. */
export const openBlockFile = async (name: string, length: number): Promise<{ file: BlockFile; held: Buffer }> => {
  const cached = await open(name, flags | constants.O_CREAT, 0o600)
  try {
    const held = await readWhole(cached)
    // Written full once, so that no later write changes how long the file is.
    if (held.length < length) await writeAll(cached, Buffer.alloc(length - held.length), held.length)
    const room = alignedBuffer(length)
    const direct = await openPastCache(name, room, held)
    const handle = direct ?? cached
    return {
      file: {
        room,
        write: (bytes, place) => writeAll(handle, room.subarray(0, bytes), place),
        close: () => closeEach([() => direct?.close(), () => cached.close()]),
      },
      held,
    }
  } catch (error) {
    await cached.close()
    throw error
  }
}

const flags = constants.O_RDWR | constants.O_DSYNC

/** Memory that a disk may read by itself begins where a page begins, as that of a program in WebAssembly does. */
const alignedBuffer = (length: number): Buffer =>
  Buffer.from(new WebAssembly.Memory({ initial: Math.ceil(length / pageLength) }).buffer, 0, length)

/** Of a program's memory in WebAssembly. */
const pageLength = 64 * 1024

/** Node has it, its types do not. */
declare const WebAssembly: { Memory: new (size: { initial: number }) => { buffer: ArrayBuffer } }

/** Saves a fifth of a small write's time. Undefined: the file system cannot do it. */
const openPastCache = async (name: string, room: Buffer, held: Buffer): Promise<FileHandle | undefined> => {
  if (constants.O_DIRECT === undefined) return undefined
  let handle: FileHandle | undefined
  try {
    handle = await open(name, flags | constants.O_DIRECT)
    // A disk with longer blocks refuses the write. What is written is what is there.
    held.copy(room, 0, 0, blockLength)
    await writeAll(handle, room.subarray(0, blockLength), 0)
    return handle
  } catch {
    await handle?.close()
    return undefined
  }
}

const readWhole = async (handle: FileHandle): Promise<Buffer> => {
  const { size } = await handle.stat()
  const bytes = Buffer.alloc(size)
  let place = 0
  while (place < size) {
    const { bytesRead } = await handle.read(bytes, place, size - place, place)
    if (bytesRead === 0) break
    place += bytesRead
  }
  return bytes.subarray(0, place)
}

const writeAll = async ({ fd }: FileHandle, bytes: Buffer, place: number): Promise<void> => {
  let written = 0
  while (written < bytes.length) written += await writeSome(fd, bytes.subarray(written), place + written)
}

/** Not the handle's own way, which takes longer until the write begins: every lone call waits for it. */
const writeSome = (fd: number, bytes: Buffer, place: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(fd, bytes, 0, bytes.length, place, (error, written) => (error ? reject(error) : resolve(written)))
  })
