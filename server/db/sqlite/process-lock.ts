import { DatabaseSync } from 'node:sqlite'

export type ProcessLock = { release: () => void }

/** A lock that ends with the process, in whatever way that ends. Undefined: another one has it. */
export const takeProcessLock = (file: string): ProcessLock | undefined => {
  // Node has no file locks of its own; SQLite's are the kernel's.
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** SQLITE_BUSY. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5
