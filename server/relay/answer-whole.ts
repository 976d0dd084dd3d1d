import { setImmediate } from 'node:timers/promises'
import { ApplicationError } from '#contract/errors.ts'
import type { Answer } from '#protocols/exchange.ts'
import { AnswerFailed } from '#protocols/failure.ts'
import { latin1Of } from '#protocols/json/latin1-text.ts'
import { isWholeJson } from '#protocols/json/whole-json.ts'
import { searchWishOf } from './answer-search/search-wish.ts'
import { searchedAnswer } from './answer-search/searched-answer.ts'
import { withCleanAnswer } from './answer-words.ts'
import type { Note } from './attempt-parts.ts'
import type { Ending } from './delivery.ts'
import { AttemptFailure, failedAnswer, failureOfReading } from './failure.ts'
import { harmlessType } from './media-type.ts'
import { rememberAnswer } from './memory/remember-answer.ts'
import { retryAfterOf } from './retry-after.ts'
import type { RunningParts } from './running-attempt.ts'
import type { UpstreamAnswer } from './send.ts'
import { settle } from './settle.ts'
import { traceHeaders } from './trace.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** Gives the client an answer that is known in full, once it is charged. `contentType` is set where a stream is told. */
export const answerWhole = async (
  parts: RunningParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  note: Note,
  translateBack: (bytes: Buffer) => Answer,
  contentType?: string,
): Promise<Ending> => {
  const { domain, call, response, trace } = parts
  const received = await answer.read()
  const mayBeText = call.protocol.answers === 'text' && !answer.contentType.startsWith('text/html')
  const isJson = answer.contentType.startsWith('application/json')
  const retryAfterSeconds = () => retryAfterOf(answer.headers, domain.clock.now())
  const read = readAnswer(request, translateBack, received, { mayBeText, isJson, retryAfterSeconds })
  const {
    bytes: told,
    usage,
    tools,
    textBytes,
    reckoned,
    contentType: ownType,
  } = read instanceof Promise ? await read : read
  if (told.length >= largeAnswer) await others()
  const clean = withCleanAnswer(told, request.channel, { mayBeText, complaint: call.protocol.reply.complaint })
  const wish = searchWishOf(domain, call)
  const framing = contentType === undefined ? undefined : (call.outline.framing ?? 'events')
  const { bytes, isRefused } =
    wish === undefined ? { bytes: clean, isRefused: false } : searchedAnswer(clean, wish, framing)
  note(answer.status)
  trace.mark('upstream')
  const firstByteMs = contentType === undefined ? undefined : trace.elapsedMs()
  const ending = isRefused ? 'sensitive_words' : 'complete'
  const delivery = { usage, tools, textBytes, received, reckoned, ending, firstByteMs } as const
  // Made before the charge is waited for: whoever looked through it has its text.
  const body = bytes.length > longestInOnePiece ? bytes : latin1Of(bytes)
  await settle(domain, { ...parts, request }, delivery)
  // Who asks for it later finds it, and pays for it, whatever becomes of this process.
  if (call.outline.storage?.background === true) {
    await Promise.all([domain.storedResponses.drain(), domain.tasks.drain()])
  }
  trace.mark('settle')
  // It was made and is paid for, and nobody reads it.
  if (isRefused) throw new ApplicationError('sensitive_words_in_answer')
  const type = contentType ?? ownType ?? (mayBeText ? harmlessType(answer.contentType) : 'application/json')
  const head = ['content-type', type, 'content-length', String(bytes.length)]
  head.push(...traceHeaders(trace))
  response.writeHead(answer.status, head)
  if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
  if (request.kept !== undefined) rememberAnswer(parts, request.kept, bytes, contentType !== undefined)
  return 'complete'
}

/** A page instead of an answer (a proxy's, a login's) is a broken upstream, whatever its status says. */
const readAnswer = (
  request: UpstreamRequest,
  translateBack: (bytes: Buffer) => Answer,
  received: Buffer,
  { mayBeText, isJson, retryAfterSeconds }: { mayBeText: boolean; isJson: boolean; retryAfterSeconds: Wait },
): Answer | Promise<Answer> => {
  try {
    const answer = unframed(request, received)
    if (mayBeText ? !isJson || isWholeJson(answer) : beginsLikeAnswer(answer)) {
      const { whole, wholeInSteps } = request.exchange
      if (wholeInSteps === undefined || translateBack !== whole || answer.length < largeAnswer) {
        return translateBack(answer)
      }
      return wholeInSteps(answer, others).catch((error: unknown) => {
        throw failureOfAnswer(request, error, retryAfterSeconds)
      })
    }
  } catch (error) {
    throw failureOfAnswer(request, error, retryAfterSeconds)
  }
  throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
}

/** Taking one of these apart, or putting it together, takes milliseconds. */
const largeAnswer = 1024 * 1024
const others = (): Promise<void> => setImmediate()

type Wait = () => number | undefined

const failureOfAnswer = ({ channel }: UpstreamRequest, error: unknown, retryAfterSeconds: Wait): unknown =>
  error instanceof AnswerFailed
    ? failedAnswer(error.problem, channel, { retryAfterSeconds: retryAfterSeconds() })
    : failureOfReading(error)

const unframed = ({ route, streams }: UpstreamRequest, received: Buffer): Buffer => {
  if (!streams || route.unframe === undefined) return received
  const unframing = route.unframe()
  const pieces = [unframing.push(received), unframing.end()].filter((piece) => piece !== undefined)
  return Buffer.concat(pieces)
}

/** A body that is text goes out in one piece with its head: for a short one that is half the work of writing two buffers. */
const longestInOnePiece = 16 * 1024

const openBrace = 0x7b
const openBracket = 0x5b
/** Events begin with `data`, `event`, `id` or a comment. */
const dataField = 0x64
const eventField = 0x65
const colon = 0x3a

const beginsLikeAnswer = (bytes: Buffer): boolean => {
  const first = firstSignificant(bytes)
  return first === openBrace || first === openBracket || first === dataField || first === eventField || first === colon
}

const firstSignificant = (bytes: Buffer): number | undefined => {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
  }
  return undefined
}
