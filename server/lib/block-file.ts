import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

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
  const handle = await open(name, constants.O_RDWR | constants.O_DSYNC | constants.O_CREAT, 0o600)
  try {
    const held = await readWhole(handle)
    // Written full once, so that no later write changes how long the file is.
    if (held.length < length) await writeAll(handle, Buffer.alloc(length - held.length), held.length)
    const room = Buffer.alloc(length)
    return {
      file: {
        room,
        write: (bytes, place) => writeAll(handle, room.subarray(0, bytes), place),
        close: () => handle.close(),
      },
      held,
    }
  } catch (error) {
    await handle.close()
    throw error
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

const writeAll = async (handle: FileHandle, bytes: Buffer, place: number): Promise<void> => {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, place + written)
    written += bytesWritten
  }
}
