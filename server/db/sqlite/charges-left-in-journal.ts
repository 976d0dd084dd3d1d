import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { isUnavailable } from '../failures.ts'
import type { Settlement } from '../settling/settlement.ts'
import type { Commit } from '../settling/slow-commits.ts'
import { lockOf, readFrames, UnreadableCharges } from './charge-file.ts'
import { takeProcessLock } from './process-lock.ts'

type Parts = { settle: Commit; log: Log }

/**
 * Earlier versions had charges in a journal for a moment before the database had them. What one that was killed left
 * there is stored, and the file goes. Charges that the database knows change nothing.
 */
export const storeLeftInJournal = async (folder: string, parts: Parts): Promise<void> => {
  const file = join(folder, 'charges.journal')
  if (!existsSync(file)) return
  try {
    const lock = takeProcessLock(lockOf(file))
    if (lock === undefined) return parts.log.warn('another process has the journal of charges')
    try {
      if (await storeEach(await readLeft(file), parts)) await rm(file, { force: true })
    } finally {
      lock.release()
    }
    if (!existsSync(file)) await rm(lockOf(file), { force: true })
  } catch (error) {
    if (error instanceof UnreadableCharges || isUnavailable(error)) throw error
    parts.log.error('the journal of charges cannot be opened', { error })
  }
}

const readLeft = async (file: string): Promise<readonly Settlement[]> =>
  // Another process may have stored them and removed it just now.
  existsSync(file) ? readFrames(await readFile(file), file).settlements : []

/** False: the database refuses some, which stay where they are for the operator. */
const storeEach = async (left: readonly Settlement[], { settle, log }: Parts): Promise<boolean> => {
  if (left.length === 0) return true
  // One by one, so that one that is refused keeps back no other; the database commits them together all the same.
  const outcomes = await Promise.allSettled(left.map((settlement) => settle([settlement])))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason } of refused) if (isUnavailable(reason)) throw reason
  log.info('charges that an earlier version left in its journal are stored', { charges: left.length - refused.length })
  for (const { reason } of refused) log.error('the database refuses a charge of the journal', { error: reason })
  return refused.length === 0
}
