import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { humanCheckOrigin } from '#contract/human-check.ts'
import type { Log } from '../../lib/log.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { Options } from '../options.ts'

/** Proves that people, not programs, sign in and have mails sent. */
export type HumanCheck = {
  /** Throws unless the token is the proof; does nothing where the check is turned off. */
  demand: (token: string, address: string) => Promise<void>
}

type Parts = {
  outbound: Pick<Outbound, 'request'>
  options: Options
  policy: AddressPolicy
  log: Log
  /** Who judges tokens. */
  judge?: string | undefined
}

const verdict = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) })
const deadlineMs = 3000
const longestToken = 2048

/** A token that cannot be judged proves nothing. */
export const createHumanCheck = ({ outbound, options, policy, log, judge = defaultJudge }: Parts): HumanCheck => ({
  demand: async (token, address) => {
    if (!options.get('TurnstileCheckEnabled')) return
    if (token === '' || token.length > longestToken) throw new ApplicationError('human_check_failed')
    const question = new URLSearchParams({
      secret: options.get('TurnstileSecretKey'),
      response: token,
      remoteip: address,
    })
    const { success, 'error-codes': faults = [] } = await outbound
      .request({
        url: judge,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: question.toString(),
        policy,
        timeoutMs: deadlineMs,
        maximumBytes: 64 * 1024,
      })
      .then(({ body }) => verdict.parse(JSON.parse(body.toString())))
      .catch((error: unknown) => {
        log.error('the human check could not be asked', { error })
        throw new ApplicationError('human_check_unreachable', {}, error)
      })
    if (success) return
    if (faults.some((fault) => fault.endsWith('-secret'))) log.error('the human check does not know our secret key')
    throw new ApplicationError('human_check_failed')
  },
})

const defaultJudge = `${humanCheckOrigin}/turnstile/v0/siteverify`
