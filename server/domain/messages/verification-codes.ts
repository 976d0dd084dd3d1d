import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import type { Database, Executor } from '../../db/database.ts'
import {
  closeVerificationCode,
  closeVerificationCodes,
  countCodeTry,
  deleteOldVerificationCodes,
  findVerificationCode,
  insertVerificationCode,
  spendVerificationCode,
} from '../../db/verification-codes.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import { randomKey } from '../../lib/identifiers.ts'
import { addressBlock } from '../../lib/inbound/client-address.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Limits } from '../limits.ts'

/**
 * Codes that were sent to prove an address, and links that were. Each serves once. A link is too long to be guessed, so
 * wrong ones do it no harm. A code has a few guesses from each address, and not many from all of them together; those of
 * the browser that asked for it are its own, so that no stranger uses them up.
 */
export type VerificationCodes = {
  /** A new code or token for a link; only its fingerprint is kept. */
  issue: (executor: Executor, purpose: CodePurpose, target: string, browser?: string) => Promise<string>
  /** Throws `email_code_wrong` unless this is the newest code for the target, or for the browser; it is used up. */
  spendCode: (target: string, code: string, asker: Asker) => Promise<void>
  /** Throws `reset_link_wrong` unless this is the token of a link; all links for the target are used up. */
  spendLink: (target: string, token: string) => Promise<void>
  /** Forgets codes that ran out long ago. */
  sweep: () => Promise<void>
}

type CodePurpose = 'email' | 'reset'

/** Who types a code: where he comes from, and what tells his browser from others for a few minutes. */
type Asker = { address: string; browser: string | undefined }

/** How long a code is valid. */
export const codeSeconds = 600
const triesOfOne = 5
const triesOfAll = 25
const daySeconds = 86_400

/** An email code is typed from one screen to another; a reset token travels in a link. */
const makeCode = {
  email: () => String(randomInt(1_000_000)).padStart(6, '0'),
  reset: () => randomKey(32),
} as const

type Parts = { database: Database; clock: Clock; vault: Vault; limits: Pick<Limits, 'codeTry'> }

export const createVerificationCodes = ({ database, clock, vault, limits }: Parts): VerificationCodes => {
  const fingerprint = (purpose: CodePurpose, target: string, code: string) =>
    vault.fingerprint(`${purpose}:${target}:${code}`)

  /** The code that is tried, when another try at it is left. */
  const tryCode = async (target: string, { address, browser }: Asker) => {
    const query = { purpose: 'email', target, now: nowSeconds(clock) }
    const own = browser === undefined ? undefined : { ...query, asker: hashBrowser(browser) }
    const ownCode = own && (await findVerificationCode(database.query, own))
    const code = ownCode ?? (await findVerificationCode(database.query, query))
    if (code === undefined) return undefined
    // The try is counted before it is judged, so that parallel guesses cannot share one.
    const by = ownCode === undefined ? addressBlock(address) : 'asker'
    if (!(await limits.codeTry(`${code.id} ${by}`, triesOfOne, codeSeconds))) return undefined
    return ownCode || (await countCodeTry(database.query, code.id, triesOfAll)) ? code : undefined
  }

  return {
    issue: async (executor, purpose, target, browser = '') => {
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
        asker: browser === '' ? '' : hashBrowser(browser),
      })
      return code
    },
    spendCode: async (target, code, asker) => {
      const tried = await tryCode(target, asker)
      const given = Buffer.from(fingerprint('email', target, code))
      const wanted = Buffer.from(tried?.code_hash ?? '')
      const right = given.length === wanted.length && timingSafeEqual(given, wanted)
      if (
        tried === undefined ||
        !right ||
        !(await closeVerificationCode(database.query, tried.id, nowSeconds(clock)))
      ) {
        throw new ApplicationError('email_code_wrong')
      }
    },
    spendLink: async (target, token) => {
      const now = nowSeconds(clock)
      const link = { purpose: 'reset', target, code_hash: fingerprint('reset', target, token) }
      if (!(await spendVerificationCode(database.query, link, now))) throw new ApplicationError('reset_link_wrong')
      await closeVerificationCodes(database.query, { purpose: 'reset', target, now })
    },
    sweep: () => deleteOldVerificationCodes(database.query, nowSeconds(clock) - daySeconds),
  }
}

const hashBrowser = (browser: string): string => createHash('sha256').update(browser).digest('base64url')
