import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { type BlockFile, blockLength, openBlockFile } from '../../lib/block-file.ts'
import { closeEach } from '../../lib/close-each.ts'
import { createTurns } from '../../lib/turns.ts'
import type { Settlement } from '../settling/settlement.ts'
import { readStoredSettlement } from '../settling/stored-settlement.ts'
import { takeProcessLock } from './process-lock.ts'

/**
 * A file in which settlements are durable after one small write. It holds frames one behind the other, and ends where
 * the next one is damaged or of another age; it is emptied by beginning a new age.
 */
export type ChargeFile = {
  /** What an earlier process left in it. */
  readonly left: readonly Settlement[]
  /** Resolves once they are on the disk; false: they are not, for want of room. */
  append: (settlements: readonly Settlement[]) => Promise<boolean>
  /** Forgets everything in it. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Length of the text, its checksum, and the age. */
const headLength = 12

/** Undefined: another process has it. */
export const openChargeFile = async (name: string, capacity: number): Promise<ChargeFile | undefined> => {
  const lock = takeProcessLock(lockOf(name))
  if (lock === undefined) return undefined
  let file: BlockFile | undefined
  try {
    const opened = await openBlockFile(name, capacity)
    file = opened.file
    const { settlements, end } = readFrames(opened.held, name)
    return keepFile(file, capacity, settlements, end, lock.release)
  } catch (error) {
    await file?.close()
    lock.release()
    throw error
  }
}

/** Who holds it has the file to himself. */
export const lockOf = (name: string): string => `${name}-lock`

/** What the file holds is intact, and no charge. */
export class UnreadableCharges extends Error {
  override readonly name = 'UnreadableCharges'
}

const keepFile = (
  file: BlockFile,
  capacity: number,
  left: readonly Settlement[],
  end: { place: number; age: number },
  release: () => void,
): ChargeFile => {
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
        const text = JSON.stringify(settlements)
        const length = inBlocks(headLength + Buffer.byteLength(text))
        if (place + length > capacity) return false
        putFrame(file.room.subarray(0, length), text, age)
        await file.write(length, place)
        // Not before: what was cut off half way is written over by the next.
        place += length
        return true
      }),
    clear: () =>
      inTurn(async () => {
        if (place === 0) return
        file.room.fill(0, 0, blockLength)
        await file.write(blockLength, 0)
        place = 0
        age = nextAge(age)
      }),
    close: () => inTurn(() => closeEach([file.close, release])),
  }
}

const nextAge = (age: number): number => (age + 1) >>> 0

const inBlocks = (length: number): number => Math.ceil(length / blockLength) * blockLength

const putFrame = (room: Buffer, text: string, age: number): void => {
  const length = room.write(text, headLength)
  room.writeUInt32LE(length, 0)
  room.writeUInt32LE(age, 8)
  const end = headLength + length
  room.writeUInt32LE(checksum(room.subarray(0, end)), 4)
  room.fill(0, end)
}

/** Of the age and the text. */
const checksum = (frame: Buffer): number => crc32(frame.subarray(8))

/** What such a file holds, and where its next frame belongs. */
export const readFrames = (
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
    place += inBlocks(frame.length)
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
