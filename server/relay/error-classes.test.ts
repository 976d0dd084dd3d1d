import { createServer, type IncomingMessage } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatEvent } from '#protocols/chat.ts'
import type { ClientError } from '#protocols/failure.ts'
import { type FailureKind, failureKinds, isAskedAgain, mayAskAgain } from '#protocols/failure-kinds.ts'
import { protocolOf } from '#protocols/index.ts'
import { type LocalServer, listenLocally } from '#testing/local-server.ts'
import { replyContext } from '#testing/reply-context.ts'
import { systemClock } from '../lib/clock.ts'
import { protocolOfPath } from './misplaced-paths.ts'
import { refuse } from './refuse.ts'
import { Trace, traceHeaders } from './trace.ts'

const message = 'What went wrong.'
const kinds = Object.keys(failureKinds).filter((name): name is FailureKind => Object.hasOwn(failureKinds, name))

/** The class each maker's client raises: another one is another branch in somebody's program. */
const classes: Readonly<Record<FailureKind, { openai: string; anthropic: string }>> = {
  key_unknown: { openai: 'AuthenticationError', anthropic: 'AuthenticationError' },
  key_spent: { openai: 'AuthenticationError', anthropic: 'AuthenticationError' },
  no_credit: { openai: 'PermissionDeniedError', anthropic: 'PaymentRequiredError' },
  forbidden: { openai: 'PermissionDeniedError', anthropic: 'PermissionDeniedError' },
  model_unknown: { openai: 'NotFoundError', anthropic: 'NotFoundError' },
  not_found: { openai: 'NotFoundError', anthropic: 'NotFoundError' },
  method_unknown: { openai: 'APIError', anthropic: 'APIError' },
  upgrade_wanted: { openai: 'APIError', anthropic: 'APIError' },
  request_invalid: { openai: 'BadRequestError', anthropic: 'BadRequestError' },
  request_unfit: { openai: 'UnprocessableEntityError', anthropic: 'UnprocessableEntityError' },
  context_too_long: { openai: 'BadRequestError', anthropic: 'BadRequestError' },
  content_refused: { openai: 'BadRequestError', anthropic: 'BadRequestError' },
  body_too_large: { openai: 'APIError', anthropic: 'ContentTooLargeError' },
  body_too_slow: { openai: 'APIError', anthropic: 'RequestTimeoutError' },
  body_unreadable: { openai: 'APIError', anthropic: 'APIError' },
  conflict: { openai: 'ConflictError', anthropic: 'ConflictError' },
  limited: { openai: 'RateLimitError', anthropic: 'RateLimitError' },
  unavailable: { openai: 'InternalServerError', anthropic: 'ServiceUnavailableError' },
  overloaded: { openai: 'InternalServerError', anthropic: 'OverloadedError' },
  upstream_failed: { openai: 'InternalServerError', anthropic: 'InternalServerError' },
  upstream_slow: { openai: 'InternalServerError', anthropic: 'GatewayTimeoutError' },
  internal: { openai: 'InternalServerError', anthropic: 'InternalServerError' },
  unimplemented: { openai: 'InternalServerError', anthropic: 'NotImplementedError' },
}

/** How an answer goes wrong: before it, or behind its first words, passed on or written anew. */
type Way = 'before' | 'passed' | 'written'

let server: LocalServer
let kind: FailureKind = 'internal'
let way: Way = 'before'
let seconds = 0
let asked = 0

const begun: ChatEvent[] = [
  { type: 'start', id: 'a1', model: 'm', created: 1 },
  { type: 'text', choice: 0, text: 'half' },
]

const dialectOf = (request: IncomingMessage) => protocolOfPath(request.url?.split('?')[0] ?? '', request.headers)

beforeAll(async () => {
  server = await listenLocally(
    createServer((request, response) => {
      asked += 1
      request.resume()
      const protocol = dialectOf(request)
      const trace = new Trace(systemClock, 'request-1')
      const { status } = protocol.error.words[kind]
      const error: ClientError = {
        kind,
        status,
        code: 'own_code',
        message,
        retryAfterSeconds: seconds,
        requestId: 'r1',
      }
      if (way === 'before') return refuse(response, protocol, error, trace)
      const { common } = protocol
      if (common?.kind !== 'chat') throw new TypeError(`${protocol.name} has no conversations`)
      const { client } = common
      const writer = client.createWriter(replyContext(client.readRequest(questions[protocol.name] ?? {})))
      response.writeHead(200, ['content-type', 'text/event-stream', ...traceHeaders(trace)])
      response.write(writer.write(begun))
      const ending = way === 'passed' ? protocol.error.event(error).toString() : writer.fail(error) + writer.end()
      // The beginning is read before the error comes, as it is where somebody waits for the model.
      setImmediate(() => response.end(ending))
    }),
  )
})
afterAll(() => server.close())

const messages = [{ role: 'user' as const, content: 'hi' }]
const questions: Readonly<Record<string, Record<string, unknown>>> = {
  'openai-chat': { model: 'm', messages },
  'openai-responses': { model: 'm', input: 'hi' },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  'ollama-chat': { model: 'm', messages },
}

type Raised = { texts: string[]; error: unknown }

/** Everything that came before the error, and the error; none where the client took the answer for a whole one. */
const readingOf = async <Piece>(ask: () => Promise<AsyncIterable<Piece>>, textOf: (piece: Piece) => string) => {
  const raised: Raised = { texts: [], error: undefined }
  try {
    for await (const piece of await ask()) raised.texts.push(textOf(piece))
  } catch (error) {
    raised.error = error
  }
  return raised
}

const whole = async (ask: () => Promise<unknown>): Promise<Raised> => {
  const error = await ask().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { texts: [], error }
}

const openai = () => new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 1 })
const anthropic = () => new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 1 })
const google = () => {
  const retryOptions = { attempts: 2, initialDelay: 0.001, maxDelay: 0.001 }
  return new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, retryOptions } })
}

const clients = {
  'openai-chat': (streamed: boolean) =>
    streamed
      ? readingOf(
          () => openai().chat.completions.create({ model: 'm', messages, stream: true }),
          (chunk) => chunk.choices[0]?.delta.content ?? '',
        )
      : whole(() => openai().chat.completions.create({ model: 'm', messages })),
  'openai-responses': (streamed: boolean) =>
    streamed
      ? readingOf(
          () => openai().responses.create({ model: 'm', input: 'hi', stream: true }),
          (event) => (event.type === 'response.output_text.delta' ? event.delta : ''),
        )
      : whole(() => openai().responses.create({ model: 'm', input: 'hi' })),
  'anthropic-messages': (streamed: boolean) =>
    streamed
      ? readingOf(
          () => anthropic().messages.create({ model: 'm', max_tokens: 9, messages, stream: true }),
          (event) =>
            event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : '',
        )
      : whole(() => anthropic().messages.create({ model: 'm', max_tokens: 9, messages })),
  'gemini-generate': (streamed: boolean) =>
    streamed
      ? readingOf(
          () => google().models.generateContentStream({ model: 'm', contents: 'hi' }),
          (piece) => piece.text ?? '',
        )
      : whole(() => google().models.generateContent({ model: 'm', contents: 'hi' })),
  'ollama-chat': (streamed: boolean) =>
    streamed
      ? readingOf(
          () => new Ollama({ host: server.url }).chat({ model: 'm', messages, stream: true }),
          (piece) => piece.message.content,
        )
      : whole(() => new Ollama({ host: server.url }).chat({ model: 'm', messages })),
}
type Dialect = keyof typeof clients
const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate', 'ollama-chat'] as const

/** Those who raise a class of its own for each status; the others have one for all. */
const makers: Partial<Record<Dialect, 'openai' | 'anthropic'>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  'anthropic-messages': 'anthropic',
}

/** What a program can read of the error, whatever its class. */
const expectedOf = (dialect: Dialect): object => {
  const { code, type } = protocolOf(dialect).error.words[kind]
  switch (dialect) {
    case 'anthropic-messages':
      return { type, errorCode: 'own_code', apiMessage: message, requestID: 'request-1' }
    case 'gemini-generate':
      return { name: 'ApiError', message: expect.stringContaining(`"status":"${type}"`) }
    case 'ollama-chat':
      return { message }
    default:
      return { type, code: code ?? 'own_code', requestID: 'request-1' }
  }
}

const asksAgain = (dialect: Dialect, status: number): boolean => {
  if (dialect === 'ollama-chat' || !isAskedAgain(status)) return false
  // Google's client knows the statuses alone, without 409 and 501, and asks again only where it is told to.
  return makers[dialect] === undefined ? ![409, 501, 529].includes(status) : mayAskAgain(kind)
}

describe.each(dialects)('the maker’s client of %s', (dialect) => {
  const { words } = protocolOf(dialect).error
  const maker = makers[dialect]

  it.each(
    kinds.flatMap((each) => [
      { each, streamed: false },
      { each, streamed: true },
    ]),
  )(
    'raises its own error for $each, streamed: $streamed, and asks again or not as the table says',
    async ({ each, streamed }) => {
      ;[kind, way, seconds, asked] = [each, 'before', 0, 0]
      const { error } = await clients[dialect](streamed)
      const { status } = words[kind]
      const told = dialect === 'ollama-chat' ? { name: 'ResponseError', status_code: status } : { status }
      expect(error).toMatchObject({ ...expectedOf(dialect), ...told })
      if (maker !== undefined) expect(error?.constructor.name).toBe(classes[kind][maker])
      expect(asked).toBe(asksAgain(dialect, status) ? 2 : 1)
    },
  )

  it.each(kinds.flatMap((each) => [{ each, by: 'passed' } as const, { each, by: 'written' } as const]))(
    'raises its own error for $each behind the first words of a stream that is $by',
    async ({ each, by }) => {
      ;[kind, way, seconds, asked] = [each, by, 0, 0]
      const { error, texts } = await clients[dialect](true)
      expect(texts.join('')).toBe('half')
      expect(error).toMatchObject(expectedOf(dialect))
      expect(asked).toBe(1)
    },
  )
})

it.each(['openai-chat', 'anthropic-messages'] as const)(
  'no program of %s is silent for longer than a minute',
  async (dialect) => {
    ;[kind, way, seconds, asked] = ['limited', 'before', 61, 0]
    expect((await clients[dialect](false)).error).toMatchObject({ status: 429 })
    expect(asked).toBe(1)
  },
)
