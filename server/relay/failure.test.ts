import { describe, expect, it } from 'vitest'
import { ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { FramingBroken } from '#protocols/protocol.ts'
import { CredentialsRefused } from '#providers/provider.ts'
import { sampleChannel } from '#testing/sample-channel.ts'
import { OutboundStopped } from '../lib/outbound/outbound.ts'
import {
  AttemptFailure,
  blamesChannel,
  failedAnswer,
  failureOfReading,
  GatewayStopped,
  isRefused,
  keyBench,
  mayRetry,
  refusedCredentials,
  restReason,
  transportFailure,
} from './failure.ts'

const problemOf = (told: Partial<UpstreamProblem> = {}): UpstreamProblem => ({
  message: 'It went wrong.',
  type: undefined,
  code: undefined,
  parameter: undefined,
  ...told,
})

const answered = (status: number, told: Partial<UpstreamProblem> = {}, more: { retryAfterSeconds?: number } = {}) =>
  new AttemptFailure({ origin: 'upstream', status, reason: 'error', problem: problemOf(told), ...more })

const unanswered = (reason: string) =>
  new AttemptFailure({ origin: 'transport', status: reason === 'timeout' ? 504 : 502, reason })

const account = { type: 'insufficient_quota' }
const length = { code: 'context_length_exceeded' }

describe('what became of an attempt', () => {
  it.each([
    ['ECONNREFUSED', 502, 'connect', 'unreachable'],
    ['UND_ERR_HEADERS_TIMEOUT', 504, 'timeout', 'too_slow'],
    ['ECONNRESET', 502, 'reset', 'unreachable'],
  ])('where no answer came (%s) is told with status %i', (code, status, reason, told) => {
    const cause = Object.assign(new Error('gone'), { code })
    const failure = transportFailure(cause)
    expect(failure).toMatchObject({ origin: 'transport', status, clientStatus: status, reason, cause })
    expect(failure instanceof AttemptFailure && restReason(failure)).toBe(told)
  })

  it('where the gateway itself stopped it is nobody else’s fault', () => {
    const failure = transportFailure(new OutboundStopped())
    expect(failure).toBeInstanceOf(GatewayStopped)
    expect(failure).toMatchObject({ code: 'shutting_down' })
  })

  it.each([
    ['a broken dialect', new ProtocolError('choices', 'is missing'), true],
    ['a broken frame', new FramingBroken('a chunk without an end'), true],
    ['a fault of our own', new TypeError('undefined'), false],
  ])('where its answer could not be read on, of %s', (_what, error, isUpstreams) => {
    const failure = failureOfReading(error)
    if (!isUpstreams) expect(failure).toBe(error)
    else expect(failure).toMatchObject({ origin: 'upstream', status: 502, reason: 'malformed', cause: error })
  })

  it.each([
    ['a number as a word', problemOf({ code: '503' }), 503],
    ['a number', problemOf({ code: 429 }), 429],
    ['the least', problemOf({ code: 400 }), 400],
    ['the largest', problemOf({ code: 599 }), 599],
    ['no status of a failure', problemOf({ code: 399 }), 500],
    ['no status at all', problemOf({ code: 600 }), 500],
    ['a longer number', problemOf({ code: '4290' }), 500],
    ['much to do', problemOf({ type: 'overloaded_error' }), 529],
    ['a limit of requests', problemOf({ type: 'rate_limit_error' }), 429],
    ['an upstream that slows down', problemOf({ code: 'ThrottlingException' }), 429],
    ['a quota that is spent', problemOf({ code: 'insufficient_quota' }), 429],
    ['a resource that is spent', problemOf({ code: 'RESOURCE_EXHAUSTED' }), 429],
    ['a wrong request', problemOf({ type: 'invalid_request_error' }), 400],
    ['a wrong argument', problemOf({ code: 'INVALID_ARGUMENT' }), 400],
    ['what could not be validated', problemOf({ type: 'ValidationException' }), 400],
    ['nothing', problemOf(), 500],
  ])('behind a success has the status of what it says: %s', (_what, problem, status) => {
    const failure = failedAnswer(problem, sampleChannel({}))
    expect(failure).toMatchObject({ origin: 'upstream', status, clientStatus: status, reason: problem.type ?? 'error' })
    expect(failure.problem).toEqual(problem)
  })

  it('behind a success has the status that the operator wants for it, and keeps his key', () => {
    const key = 'sk-up-0123456789abcdefghij'
    const channel = sampleChannel({ keys: [key], allKeys: [key], statusCodeMapping: { 429: 503 } })
    const told = problemOf({ code: 429, type: 'slow_down', message: `not with ${key}` })
    const failure = failedAnswer(told, channel, { retryAfterSeconds: 7 })
    expect(failure).toMatchObject({ status: 429, clientStatus: 503, reason: 'slow_down', retryAfterSeconds: 7 })
    expect(failure.problem?.message).toBe('not with ***')
  })

  it.each([
    [400, 401, true],
    [403, 401, true],
    [429, 429, false],
    [499, 401, true],
    [500, 500, false],
    [503, 503, false],
  ])('where no credentials were had (%i) is %i, and says of the key: %s', (status, told, isOfKey) => {
    const failure = refusedCredentials(new CredentialsRefused(status, 'no token'))
    expect(failure).toMatchObject({ origin: 'upstream', status: told, reason: 'credentials_refused' })
    expect(failure.problem).toMatchObject({ message: 'no token', type: isOfKey ? 'authentication_error' : undefined })
    expect([isRefused(failure), restReason(failure)]).toEqual([isOfKey, isOfKey ? 'credentials_refused' : `${told}`])
  })
})

describe('a failure', () => {
  it.each([
    ['a wrong request', false, answered(400)],
    ['a wrong request where there is no money', true, answered(400, account)],
    ['a request of which its vendor says so', true, Object.assign(answered(400), { isVendorsOwn: true })],
    ['a wait that was too long', false, answered(408)],
    ['a limit', true, answered(429)],
    ['a gateway that waited', false, answered(504)],
    ['another gateway that waited', false, answered(524)],
    ['what comes before success', true, answered(199)],
    ['success', false, answered(200)],
    ['the last of success', false, answered(299)],
    ['what leads elsewhere', true, answered(300)],
    ['a fault of the upstream', true, answered(500)],
    ['an upstream that did not answer', false, unanswered('timeout')],
    ['an upstream that is away', true, unanswered('connect')],
  ])('of %s is tried elsewhere: %s', (_what, isTried, failure) => {
    expect(mayRetry(failure)).toBe(isTried)
  })

  it.each([
    ['a wrong request', false, answered(400)],
    ['nothing there', true, answered(404)],
    ['a wait that was too long', true, answered(408)],
    ['a conflict', false, answered(409)],
    ['a limit', true, answered(429)],
    ['no money', true, answered(400, account)],
    ['the last of the client’s', false, answered(499)],
    ['a fault of the upstream', true, answered(500)],
    ['a prompt that is too long', false, answered(500, length)],
    ['an upstream that is away', true, unanswered('timeout')],
  ])('of %s tells something of the channel: %s', (_what, isBlamed, failure) => {
    expect(blamesChannel(failure)).toBe(isBlamed)
  })

  it.each([
    [401, {}, true],
    [402, {}, true],
    // It may be about anything, but for what its words say.
    [403, {}, false],
    [403, account, true],
    [429, account, true],
    [429, {}, false],
    [500, {}, false],
  ])('of status %i with %j means that the next call is refused too: %s', (status, told, isCertain) => {
    expect(isRefused(answered(status, told))).toBe(isCertain)
  })

  it.each([
    ['timeout', 'too_slow'],
    ['malformed', 'unreadable'],
    ['cut_short', 'broke_off'],
    ['refused_address', 'address_refused'],
    ['tls', 'unreachable'],
  ])('without words of the upstream has a reason of ours: %s', (reason, told) => {
    expect(restReason(unanswered(reason))).toBe(told)
  })

  it('with words of the upstream has its status and its type for a reason', () => {
    expect(restReason(answered(429, { type: 'slow_down' }))).toBe('429 slow_down')
    expect(restReason(answered(503))).toBe('503')
  })
})

describe('a key rests', () => {
  const limit = { isLimit: true, isGuess: false }
  it.each([
    ['for ten minutes where it is refused', answered(401), { reason: '401', forMs: 600_000 }],
    [
      'for ten minutes where its account is',
      answered(429, account),
      { reason: '429 insufficient_quota', forMs: 600_000 },
    ],
    ['for half a minute after a limit', answered(429), { reason: '429', forMs: 30_000, isLimit: true, isGuess: true }],
    ['as long as was wished', answered(429, {}, { retryAfterSeconds: 7 }), { reason: '429', forMs: 7000, ...limit }],
    ['not at all', answered(429, {}, { retryAfterSeconds: 0 }), { reason: '429', forMs: 0, ...limit }],
    [
      'no longer than that',
      answered(429, {}, { retryAfterSeconds: 86_400 }),
      { reason: '429', forMs: 600_000, ...limit },
    ],
    ['not for a fault of the upstream', answered(500, {}, { retryAfterSeconds: 7 }), undefined],
    ['not for one that is away', unanswered('connect'), undefined],
  ])('%s', (_how, failure, bench) => {
    expect(keyBench(failure)).toEqual(bench)
  })
})
