import { timingSafeEqual } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '../db/database.ts'
import { closeVerificationCode, tryVerificationCode } from '../db/verification-codes.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Vault } from '../lib/vault.ts'

/** Codes that were sent to prove an address. Each serves once, and only a few guesses are free. */
export type VerificationCodes = {
  /** Throws `email_code_wrong` unless this is the newest code for the target; a right one is used up. */
  use: (purpose: CodePurpose, target: string, code: string) => Promise<void>
}

type CodePurpose = 'email' | 'reset'
const mostTries = 5

type Parts = { database: Database; clock: Clock; vault: Vault }

export const createVerificationCodes = ({ database, clock, vault }: Parts): VerificationCodes => ({
  use: async (purpose, target, code) => {
    const now = nowSeconds(clock)
    // The try is counted before it is judged, so that parallel guesses cannot share one.
    const tried = await tryVerificationCode(database.query, { purpose, target, now, mostTries })
    const given = Buffer.from(vault.fingerprint(`${purpose}:${target}:${code}`))
    const wanted = Buffer.from(tried?.code_hash ?? '')
    const right = given.length === wanted.length && timingSafeEqual(given, wanted)
    if (tried === undefined || !right || !(await closeVerificationCode(database.query, tried.id, now))) {
      throw new ApplicationError('email_code_wrong')
    }
  },
})
