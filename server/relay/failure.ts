import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { FramingBroken } from '#protocols/protocol.ts'
import { refusalOf, type UpstreamRefusal } from '#protocols/upstream-refusal.ts'
import type { CredentialsRefused } from '#providers/provider.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { ChannelFault } from '../domain/channels/channel-faults.ts'
import type { KeyBench } from '../domain/channels/channel-keys.ts'
import { problemWithoutSecrets } from '../domain/words/upstream-words.ts'
import { classifyTransportError, OutboundStopped } from '../lib/outbound/outbound.ts'
import type { Call } from './call.ts'

/**
 * An attempt that failed outside the gateway. `upstream`: it answered with an error; `transport`: no answer came
 * through. Retrying, disabling, wording and status all look at this.
 */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure'
  readonly origin: 'upstream' | 'transport'
  /** The upstream's own status; for transport failures the one the client will see. */
  readonly status: number
  readonly problem: UpstreamProblem | undefined
  readonly reason: string
  /** The status the operator wants clients to see in place of the upstream's. */
  readonly clientStatus: number
  readonly retryAfterSeconds: number | undefined
  /** What its words and its status are about. */
  readonly refusal: UpstreamRefusal | undefined
  /** Whether the vendor gives this status to what may go well elsewhere, although most do not. */
  readonly isVendorsOwn: boolean

  constructor(failure: {
    origin: 'upstream' | 'transport'
    status: number
    problem?: UpstreamProblem
    reason: string
    clientStatus?: number
    retryAfterSeconds?: number | undefined
    isVendorsOwn?: boolean
    cause?: unknown
  }) {
    super(failure.reason, { cause: failure.cause })
    this.origin = failure.origin
    this.status = failure.status
    this.problem = failure.problem
    this.refusal = failure.problem && refusalOf(failure.status, failure.problem)
    this.reason = failure.reason
    this.clientStatus = failure.clientStatus ?? failure.status
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.isVendorsOwn = failure.isVendorsOwn ?? false
  }
}

/** The process ends, and what still runs ends with it: nobody else is to blame. */
export class GatewayStopped extends ApplicationError {
  constructor() {
    super('shutting_down', { seconds: comeBackSeconds })
  }
}

/** A balancer has another node by then, or a supervisor has started this one again. */
const comeBackSeconds = 5

/** Nobody waits for the answer any more, and nothing was asked for it that anybody would charge. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/** What came of a request that got no answer, or not all of it. */
export const transportFailure = (error: unknown): AttemptFailure | GatewayStopped => {
  if (error instanceof OutboundStopped) return new GatewayStopped()
  const reason = classifyTransportError(error)
  return new AttemptFailure({ origin: 'transport', status: reason === 'timeout' ? 504 : 502, reason, cause: error })
}

/** What came of a request that was answered with success while the answer says otherwise. */
export const failedAnswer = (
  told: UpstreamProblem,
  channel: Channel,
  { retryAfterSeconds }: { retryAfterSeconds?: number | undefined } = {},
): AttemptFailure => {
  const problem = problemWithoutSecrets(channel, told)
  const status = statusOfProblem(problem)
  const clientStatus = channel.statusCodeMapping[String(status)] ?? status
  const reason = problem.type ?? 'error'
  return new AttemptFailure({ origin: 'upstream', status, problem, reason, clientStatus, retryAfterSeconds })
}

/**
 * What it means that an answer could not be read on: of what may be thrown then, these alone are the upstream's doing.
 * Everything else is a fault of our own, and is told and logged as one.
 */
export const failureOfReading = (error: unknown): unknown =>
  error instanceof ProtocolError || error instanceof FramingBroken
    ? new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed', cause: error })
    : error

/** The vendor gave no token for the key, or it is none of its keys: nothing could be asked. */
export const refusedCredentials = (error: CredentialsRefused): AttemptFailure => {
  const status = error.status === 429 || error.status >= 500 ? error.status : 401
  // Where the vendor gives out tokens it may be as overloaded as anywhere: that says nothing of the key.
  const type = status === 401 ? 'authentication_error' : undefined
  const problem = { message: error.message, type, code: undefined, parameter: undefined }
  return new AttemptFailure({ origin: 'upstream', status, problem, reason: 'credentials_refused', cause: error })
}

/** Whether another channel might do better. Nothing that was our own doing, or the client's, is tried again. */
export const mayRetry = (failure: AttemptFailure): boolean => {
  if (failure.origin === 'transport') return failure.reason !== 'timeout'
  const { status } = failure
  if (failure.isVendorsOwn || isOperators(failure)) return true
  if (status === 400 || status === 408 || status === 504 || status === 524) return false
  return status < 200 || status >= 300
}

/** The status an upstream would have answered with, had it not begun with a success. */
const statusOfProblem = ({ type = '', code = '' }: UpstreamProblem): number => {
  const told = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code
  if (typeof told === 'number' && told >= 400 && told < 600) return told
  const words = `${type} ${code}`.toLowerCase()
  if (words.includes('overloaded')) return 529
  if (/rate_limit|throttl|insufficient_quota|resource_exhausted/.test(words)) return 429
  return /invalid_request|invalid_argument|validation/.test(words) ? 400 : 500
}

/** Whether it is the operator's own fault: a key that is not taken, or an account without money. */
const isOperators = ({ refusal }: AttemptFailure): boolean => refusal?.about === 'account'

/** The same, where the next call with that key is refused as well. */
export const isRefused = ({ refusal }: AttemptFailure): boolean => refusal?.about === 'account' && refusal.isCertain

/** Whether a failure tells something about the channel, and not only about what the client sent. */
export const blamesChannel = (failure: AttemptFailure): boolean => {
  const { origin, refusal, status } = failure
  if (origin === 'transport' || isOperators(failure)) return true
  return refusal?.about !== 'length' && (blamedStatuses.has(status) || status >= 500)
}

const blamedStatuses = new Set([404, 408, 429])

/** The same as those who switch channels off want to read it: the upstream's own words, and what it was asked. */
export const faultOf = (
  failure: AttemptFailure,
  { code, type, message }: UpstreamProblem,
  { channel, key, call }: { channel: Channel; key: string; call: Call },
): ChannelFault => ({
  channel,
  key,
  status: failure.status,
  isOperators: isOperators(failure),
  code: String(code ?? ''),
  type: type ?? '',
  message,
  request: () => [call.outline.model, decoded(call.path), decoded(call.query), ...textsIn(call.body())].join(''),
})

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As those who look after channels read it: a reason of error-reasons.ts, or the status and the code that the upstream gave. */
export const restReason = ({ problem, reason, status }: AttemptFailure): string => {
  if (problem === undefined) return reasonOfFault(reason)
  return reason === 'credentials_refused' && status === 401 ? reason : `${status} ${problem.type ?? ''}`.trim()
}

/** What it comes to that no answer came, or none that can be read. */
export const reasonOfFault = (fault: string): string => reasonByFault[fault] ?? 'unreachable'

const reasonByFault: Readonly<Record<string, string>> = {
  timeout: 'too_slow',
  malformed: 'unreadable',
  cut_short: 'broke_off',
  refused_address: 'address_refused',
}

/** Whether it tells something about the key alone, where a channel has several; and how long that will last. */
export const keyBench = (failure: AttemptFailure): KeyBench | undefined => {
  const { origin, status, retryAfterSeconds } = failure
  if (origin !== 'upstream') return undefined
  const reason = restReason(failure)
  if (isOperators(failure)) return { reason, forMs: refusedRestSeconds * 1000 }
  if (status === 429) {
    const isGuess = retryAfterSeconds === undefined
    const seconds = Math.min(retryAfterSeconds ?? usualRestSeconds, longestRestSeconds)
    return { reason, forMs: seconds * 1000, isLimit: true, isGuess }
  }
  return undefined
}

const usualRestSeconds = 30
/** However long a vendor wishes: what it says by mistake must not take a key out for good. */
const longestRestSeconds = 600
/** A refused key may be taken again later: an operator who does not want that has it disabled. */
const refusedRestSeconds = 600
