import type { ChatReply, ChatRequest } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { createReader } from '#protocols/openai-chat/stream-reader.ts'
import { placeOf, type Steering } from '#protocols/steering.ts'
import type { Dialect } from './dialect.ts'
import { plainSystem, plainTurns } from './plain-turns.ts'
import { type Provider, type Route, splitAddress } from './provider.ts'
import { apiKey } from './words.ts'

const baseUrl = 'https://generativelanguage.googleapis.com'
const usualModel = 'chat-bison-001'

const writeRequest = (request: ChatRequest): JsonObject => {
  if (request.tools.length > 0) throw new ProtocolError('tools', 'must be left away for this model')
  const context = plainSystem(request.system)
  const messages = plainTurns(request.messages).map(({ role, content }) => ({
    author: role === 'user' ? '0' : '1',
    content,
  }))
  const { temperature, topP, topK, choices } = request
  return {
    prompt: { ...(context === '' ? {} : { context }), messages },
    ...(temperature === undefined ? {} : { temperature }),
    ...(choices > 1 ? { candidateCount: choices } : {}),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
  }
}

/** Whoever asked too much, or what must not be asked, gets no candidates. */
const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const candidates = isObject(answer) && Array.isArray(answer.candidates) ? answer.candidates.filter(isObject) : []
  const filters = isObject(answer) && Array.isArray(answer.filters) ? answer.filters : []
  if (objectAt(answer, 'error') !== undefined || candidates.length + filters.length === 0) throw failedAnswer(bytes)
  const told = candidates.length === 0 ? [{}] : candidates
  return {
    id: '',
    model: '',
    created: undefined,
    choices: told.map((candidate, index) => ({
      index,
      parts: [{ type: 'text', text: textAt(candidate, 'content') ?? '' }],
      finish: candidates.length === 0 ? 'content_filter' : 'stop',
      stopSequence: undefined,
      logprobs: undefined,
    })),
    usage: undefined,
    serviceTier: undefined,
  }
}

const steering: Steering = {
  places: {
    temperature: placeOf('temperature'),
    topP: placeOf('topP'),
    topK: placeOf('topK'),
    choices: placeOf('candidateCount'),
  },
  thinks: () => undefined,
}

const palmChat: Dialect = {
  kind: 'chat',
  name: 'palm-chat',
  // It never streams: the reader has nothing to read.
  upstream: { writeRequest, readReply, createReader, readError, steering },
}

/** Google's interface before Gemini, which others still offer at their own addresses. */
export const palm: Provider = {
  type: 11,
  name: 'palm',
  label: 'Google PaLM 2',
  baseUrl,
  keyHint: apiKey,
  models: ['PaLM-2'],
  operations: new Set(['chat']),
  route: (facts, { model }): Route => ({
    ...splitAddress(`${facts.baseUrl || baseUrl}/v1beta2/models/${modelOf(model)}:generateMessage`),
    dialect: palmChat,
    model,
    modelInBody: false,
    fetchesUrls: true,
    defaultMaximumOutput: 1024,
    streams: 'never',
  }),
  headers: (_facts, key) => ['x-goog-api-key', key],
}

const modelOf = (model: string): string => (/^palm/i.test(model) ? usualModel : encodeURIComponent(model))
