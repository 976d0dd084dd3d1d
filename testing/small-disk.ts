import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, so small that it can be filled to its last byte. */
export type SmallDisk = {
  folder: string
  fill: () => Promise<void>
  /** Takes what `fill` put there away again. */
  empty: () => Promise<void>
  remove: () => void
}

/** Undefined where this process may not mount anything. */
export const mountSmallDisk = (megabytes: number): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: async () => {
      const handle = await open(filler, 'a')
      try {
        for (const length of [1 << 20, 1 << 12, 1]) await writeUntilFull(handle, Buffer.alloc(length))
      } finally {
        await handle.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    remove: () => {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const writeUntilFull = async (handle: FileHandle, bytes: Buffer): Promise<void> => {
  try {
    for (;;) await handle.writeFile(bytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
