import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { providerOf } from '#providers/index.ts'
import { namesColour, questionOf, questions } from '#providers/try-out-questions.ts'
import type { TryOut, Wish } from '../domain/channels/channel-cards.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { ownCall } from './call.ts'
import { AttemptFailure, failedAnswer, failureOfReading } from './failure.ts'
import { findEndpoint } from './find-endpoint.ts'
import { callerFor, kindOf, whatFailed } from './probe.ts'
import { readProblem } from './read-problem.ts'
import { send } from './send.ts'
import { translate } from './translate.ts'
import type { UpstreamRequest } from './upstream-request.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices'>
  outbound: Outbound
}

/** Asks a channel single small things in each dialect, by the relay's own stages, and looks whether they were done. */
export const createTryOut = ({ domain, outbound }: Parts): TryOut => ({
  dialects: Object.keys(questions),
  isTriable: ({ type }, model) => kindOf(model) === 'chat' && providerOf(type).operations.has('chat'),
  ask: async (channel, key, wish) => {
    const call = callOf(wish)
    const begunAt = domain.clock.monotonic()
    const elapsed = () => domain.clock.monotonic() - begunAt
    try {
      const request = await translate({ domain, outbound, caller: callerFor(channel), call }, channel, key)
      const answer = await send(outbound, request)
      await answer.head
      if (answer.status < 200 || answer.status >= 300) throw await readProblem(request, answer, domain.clock)
      const told = readAnswer(request, wish.streamed, answer.contentType, await answer.read())
      return { outcome: isDone(wish, told) ? 'can' : 'ignored', ms: elapsed(), reason: '' }
    } catch (error) {
      const outcome = isRefusal(error) ? 'refused' : 'failed'
      return { outcome, ms: elapsed(), reason: whatFailed(domain, error, { channel, key, call }).reason }
    }
  },
})

const callOf = ({ model, dialect, streamed, wants }: Wish) => {
  const question = questionOf(dialect)
  const endpoint = question && findEndpoint('POST', question.path(model, streamed), {})
  if (question === undefined || typeof endpoint !== 'object')
    throw new TypeError(`no question in the dialect ${dialect}`)
  return ownCall(endpoint, question.body(model, streamed, wants), question.query)
}

/** What cannot be read, or says that it failed, is the upstream's failure, and no word of what it refuses. */
const readAnswer = (request: UpstreamRequest, ...answer: [streamed: boolean, type: string, bytes: Buffer]): string => {
  try {
    return readBack(request, ...answer)
  } catch (error) {
    throw error instanceof AnswerFailed ? failedAnswer(error.problem, request.channel) : failureOfReading(error)
  }
}

/** What a client would have read. */
const readBack = ({ exchange, streams, route }: UpstreamRequest, streamed: boolean, type: string, bytes: Buffer) => {
  const isStream = streams || type.startsWith('text/event-stream')
  if (streamed && isStream) {
    const tap = exchange.tap(type)
    const frames = route.unframe?.()
    const plain = frames === undefined ? [bytes] : [frames.push(bytes), frames.end()]
    const pieces = [...plain.map((piece) => piece && tap.push(piece)), tap.end()]
    if (!tap.finished() || tap.failed())
      throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
    return Buffer.concat(pieces.filter((piece) => piece !== undefined)).toString()
  }
  const read = streamed ? exchange.streamOfWhole : isStream ? exchange.wholeOfStream : exchange.whole
  return (read ?? exchange.whole)(bytes).bytes.toString()
}

const isDone = ({ dialect, wants }: Wish, told: string): boolean => {
  if (wants === 'tools') return questionOf(dialect)?.callsTool.test(told) === true
  return wants === 'text' || namesColour.test(told)
}

/** What stands for "not this": a fault of the question, not of the key, of limits, or of the upstream's health. */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501])

const isRefusal = (error: unknown): boolean =>
  error instanceof ProtocolError ||
  (error instanceof AttemptFailure && error.origin === 'upstream' && refusals.has(error.status))
