import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import type { SigninWay } from '#contract/signin-ways/way.ts'
import type { Log } from '../lib/log.ts'
import type { AddressPolicy } from '../lib/outbound/address-guard.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { OutboundRequest } from '../lib/outbound/outbound-request.ts'

/** An account somebody has elsewhere, proved by the place that keeps it. */
export type ExternalAccount = {
  way: SigninWay
  /** What stays the same when its owner renames it. */
  subject: string
  name: string
  displayName: string
  /** Empty unless the place vouches for it. */
  email: string
}

/** Asks a place that keeps accounts; throws in plain words when it gives no answer, and in its own when it refuses. */
export type Ask = (way: SigninWay, request: AskedRequest) => Promise<unknown>
type AskedRequest = Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>

type Parts = {
  outbound: Pick<Outbound, 'request'>
  policy: AddressPolicy
  /** Told of a place that gives no answer: whoever signs in cannot help it, whoever tries an address out sees it. */
  say: Log['error']
}

export const createAsk =
  ({ outbound, policy, say }: Parts): Ask =>
  async ({ name, label }, { headers, ...request }) => {
    const all = { accept: 'application/json', 'user-agent': 'sluice', ...headers }
    const limits = { policy, timeoutMs: deadlineMs, maximumBytes: 256 * 1024 }
    const giveUp = (error: unknown): never => {
      say('a place to sign in with gave no answer', { provider: name, error })
      throw new ApplicationError('signin_unreachable', { name: label }, error)
    }
    const { status, body } = await outbound.request({ ...request, headers: all, ...limits }).catch(giveUp)
    const { data: refused } = refusal.safeParse(parsed(body))
    if (refused !== undefined) throw denied(refused)
    if (status !== 200) return giveUp(new Error(`answered with status ${status}`))
    return parsed(body) ?? giveUp(new Error('answered with what is no JSON'))
  }

const deadlineMs = 10_000

/** As OAuth words a refusal, in the address that a browser comes back to as well as in an answer. */
type Refusal = { error: string; error_description?: string | undefined }
const refusal = z.object({
  error: z.string().check(z.minLength(1)),
  error_description: z.catch(z.optional(z.string()), undefined),
})

/** Told with the reason of the place: it may be one that whoever signs in can do something about. */
export const denied = ({ error, error_description }: Refusal): ApplicationError =>
  new ApplicationError('signin_denied', { reason: (error_description || error).slice(0, longestReason) })

const longestReason = 200

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
