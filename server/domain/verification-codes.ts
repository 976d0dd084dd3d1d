import { randomInt, timingSafeEqual } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import type { Database, Executor } from '../db/database.ts'
import {
  closeVerificationCode,
  deleteOldVerificationCodes,
  insertVerificationCode,
  tryVerificationCode,
} from '../db/verification-codes.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import { randomKey } from '../lib/identifiers.ts'
import type { Vault } from '../lib/vault.ts'

/** Codes that were sent to prove an address. Each serves once, and only a few guesses are free. */
export type VerificationCodes = {
  /** A new code in the place of those before it; only its fingerprint is kept. */
  issue: (executor: Executor, purpose: CodePurpose, target: string) => Promise<string>
  /** Throws unless this is the newest code for the target; a right one is used up. */
  use: (purpose: CodePurpose, target: string, code: string) => Promise<void>
  /** Forgets codes that ran out long ago. */
  sweep: () => Promise<void>
}

type CodePurpose = 'email' | 'reset'

/** How long a code is valid. */
export const codeSeconds = 600
const mostTries = 5
const daySeconds = 86_400

/** An email code is typed from one screen to another; a reset token travels in a link. */
const makeCode = {
  email: () => String(randomInt(1_000_000)).padStart(6, '0'),
  reset: () => randomKey(32),
} as const
const wrong = { email: 'email_code_wrong', reset: 'reset_link_wrong' } as const

type Parts = { database: Database; clock: Clock; vault: Vault }

export const createVerificationCodes = ({ database, clock, vault }: Parts): VerificationCodes => {
  const fingerprint = (purpose: CodePurpose, target: string, code: string) =>
    vault.fingerprint(`${purpose}:${target}:${code}`)
  return {
    issue: async (executor, purpose, target) => {
      const code = makeCode[purpose]()
      const now = nowSeconds(clock)
      await insertVerificationCode(executor, {
        purpose,
        target,
        code_hash: fingerprint(purpose, target, code),
        tries: 0,
        expires_at: now + codeSeconds,
        used_at: null,
        created_at: now,
      })
      return code
    },
    use: async (purpose, target, code) => {
      const now = nowSeconds(clock)
      // The try is counted before it is judged, so that parallel guesses cannot share one.
      const tried = await tryVerificationCode(database.query, { purpose, target, now, mostTries })
      const given = Buffer.from(fingerprint(purpose, target, code))
      const wanted = Buffer.from(tried?.code_hash ?? '')
      const right = given.length === wanted.length && timingSafeEqual(given, wanted)
      if (tried === undefined || !right || !(await closeVerificationCode(database.query, tried.id, now))) {
        throw new ApplicationError(wrong[purpose])
      }
    },
    sweep: () => deleteOldVerificationCodes(database.query, nowSeconds(clock) - daySeconds),
  }
}
