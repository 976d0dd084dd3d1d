import { randomInt } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { createTurns } from '../../lib/turns.ts'
import type { Settlement } from '../database.ts'
import { readStoredSettlement } from '../stored-settlement.ts'
import { takeProcessLock } from './process-lock.ts'

/**
 * A file in which settlements are durable after one small write. It holds frames one behind the other, and ends where
 * the next one is damaged or of another age; it is emptied by beginning a new age.
 */
export type ChargeJournal = {
  /** What an earlier process left in it. */
  readonly left: readonly Settlement[]
  /** Resolves once they are on the disk; false: they are not, for want of room. */
  append: (settlements: readonly Settlement[]) => Promise<boolean>
  /** Forgets everything in it. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Written full once, so that no later write changes how long the file is. */
const capacity = 1 << 20
/** Length of the text, its checksum, and the age. */
const headLength = 12

/** Undefined: another process has it. */
export const openChargeJournal = async (file: string): Promise<ChargeJournal | undefined> => {
  const lock = takeProcessLock(`${file}-lock`)
  if (lock === undefined) return undefined
  let handle: FileHandle | undefined
  try {
    // A write is over once it is on the disk, which takes one turn of a thread instead of two.
    handle = await open(file, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC, 0o600)
    const bytes = await readWhole(handle)
    const { settlements, end } = readFrames(bytes, file)
    if (bytes.length < capacity) await writeWhole(handle, Buffer.alloc(capacity - bytes.length), bytes.length)
    return keepJournal(handle, settlements, end, lock.release)
  } catch (error) {
    await handle?.close()
    lock.release()
    throw error
  }
}

/** What the file holds is intact, and no charge. */
export class UnreadableCharges extends Error {
  override readonly name = 'UnreadableCharges'
}

const keepJournal = (
  handle: FileHandle,
  left: readonly Settlement[],
  end: { place: number; age: number },
  release: () => void,
): ChargeJournal => {
  const turns = createTurns()
  let { place, age } = end

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const finish = await turns.take()
    try {
      return await work()
    } finally {
      finish()
    }
  }

  return {
    left,
    append: (settlements) =>
      inTurn(async () => {
        const frame = frameOf(settlements, age)
        if (place + frame.length > capacity) return false
        await writeWhole(handle, frame, place)
        // Not before: what was cut off half way is written over by the next.
        place += frame.length
        return true
      }),
    clear: () =>
      inTurn(async () => {
        if (place === 0) return
        await writeWhole(handle, Buffer.alloc(headLength), 0)
        place = 0
        age = nextAge(age)
      }),
    close: () =>
      inTurn(async () => {
        await handle.close()
        release()
      }),
  }
}

const nextAge = (age: number): number => (age + 1) >>> 0

const frameOf = (settlements: readonly Settlement[], age: number): Buffer => {
  const text = Buffer.from(JSON.stringify(settlements))
  const frame = Buffer.allocUnsafe(headLength + text.length)
  frame.writeUInt32LE(text.length, 0)
  frame.writeUInt32LE(age, 8)
  text.copy(frame, headLength)
  frame.writeUInt32LE(checksum(frame), 4)
  return frame
}

/** Of the age and the text. */
const checksum = (frame: Buffer): number => crc32(frame.subarray(8))

const readFrames = (
  bytes: Buffer,
  file: string,
): { settlements: Settlement[]; end: { place: number; age: number } } => {
  const settlements: Settlement[] = []
  let place = 0
  let age: number | undefined
  for (;;) {
    const frame = frameAt(bytes, place)
    if (frame === undefined) break
    age ??= frame.readUInt32LE(8)
    if (frame.readUInt32LE(8) !== age) break
    settlements.push(...readText(frame, file))
    place += frame.length
  }
  // An empty one begins at an age that no frame of old has.
  return { settlements, end: { place, age: age ?? randomInt(2 ** 32) } }
}

const frameAt = (bytes: Buffer, place: number): Buffer | undefined => {
  if (place + headLength > bytes.length) return undefined
  const length = bytes.readUInt32LE(place)
  const end = place + headLength + length
  if (length === 0 || end > bytes.length) return undefined
  const frame = bytes.subarray(place, end)
  return frame.readUInt32LE(4) === checksum(frame) ? frame : undefined
}

const readText = (frame: Buffer, file: string): Settlement[] => {
  try {
    return z
      .array(z.unknown())
      .parse(JSON.parse(frame.toString('utf8', headLength)))
      .map(readStoredSettlement)
  } catch (cause) {
    throw new UnreadableCharges(`${file} holds charges that this version cannot read; start the one that wrote it`, {
      cause,
    })
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

const writeWhole = async (handle: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}
