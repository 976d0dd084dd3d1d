import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGroupCommit } from '../settling/group-commit.ts'
import { noneKnown, type Settlement } from '../settling/settlement.ts'
import { openChargeFile } from './charge-file.ts'

/**
 * Room on the disk that was taken at the start, for the charges of what is under way when nothing else can be written.
 * It is not given back but written in place: whatever filled the disk would fill that room as well.
 */
export type Reserve = {
  /** What an earlier process left in it. */
  readonly left: readonly Settlement[]
  /** Resolves once the settlement is on the disk. */
  append: (settlement: Settlement) => Promise<void>
  /** Forgets everything in it. */
  clear: () => Promise<void>
  /** Whether so little room is left on the disk that nothing new should begin. */
  isShort: () => Promise<boolean>
  /** Whether files can be written again. */
  hasRoom: () => Promise<boolean>
  close: () => Promise<void>
}

/** Some two thousand charges. */
const capacity = 4 << 20
/** What has to be free for new calls to begin: their charges fill a few pages of two files. */
const leastFree = 256 * 1024

export const openReserve = async (file: string): Promise<Reserve> => {
  const room = await openChargeFile(file, capacity).catch((cause: unknown) => {
    throw new Error(`No room for charges could be set aside in ${file}: ${reasonOf(cause)}`, { cause })
  })
  if (room === undefined) throw new Error(`Another process has ${file}`)
  const appending = createGroupCommit(async (settlements) => {
    if (!(await room.append(settlements))) throw new Error('the room set aside for charges is used up')
    return noneKnown
  })
  const folder = dirname(file)
  const hasRoom = () => canWrite(join(folder, 'room.probe'))
  return {
    left: room.left,
    append: async (settlement) => {
      await appending.settle([settlement])
    },
    clear: room.clear,
    isShort: async () => {
      const { bavail, bsize } = await statfs(folder)
      // Some file systems know no such figure, or keep more for whoever runs this.
      return bavail * bsize < 4 * leastFree && !(await hasRoom())
    },
    hasRoom,
    close: async () => {
      await appending.idle()
      await room.close()
    },
  }
}

/** Asked by writing: a quota of the disk stands in no figure. */
const canWrite = async (file: string): Promise<boolean> => {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, 'w', 0o600)
    await handle.writeFile(Buffer.alloc(leastFree))
    await handle.datasync()
    return true
  } catch {
    return false
  } finally {
    await handle?.close()
    await rm(file, { force: true }).catch(() => {})
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
