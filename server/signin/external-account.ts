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

/** Asks a place that keeps accounts; throws in plain words when it gives no answer. */
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
    try {
      const limits = { policy, timeoutMs: deadlineMs, maximumBytes: 256 * 1024 }
      const { status, body } = await outbound.request({ ...request, headers: all, ...limits })
      if (status !== 200) throw new Error(`answered with status ${status}`)
      return JSON.parse(body.toString())
    } catch (error) {
      say('a place to sign in with gave no answer', { provider: name, error })
      throw new ApplicationError('signin_unreachable', { name: label }, error)
    }
  }

const deadlineMs = 10_000
