import type { ChatEvent, ChatReply, ChatRequest, ChatStreamReader } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { AnswerFailed, ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { unsteered } from '#protocols/steering.ts'
import { balanceIn, dataOf } from './balances.ts'
import type { Dialect } from './dialect.ts'
import { plainTurns } from './plain-turns.ts'
import { bearer, type Provider, type Route, splitAddress } from './provider.ts'
import { apiKey } from './words.ts'

const baseUrl = 'https://api.aiproxy.io'
const overviewUrl = 'https://aiproxy.io/api/report/getUserOverview'

/** It is asked one question: the last one. */
const writeRequest = (request: ChatRequest, { model }: { model: string }): JsonObject => {
  if (request.tools.length > 0) throw new ProtocolError('tools', 'must be left away for this model')
  return { model, query: plainTurns(request.messages).at(-1)?.content ?? '', stream: request.stream }
}

const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  if (!isObject(answer)) throw failedAnswer(bytes)
  const problem = problemOf(answer)
  if (problem !== undefined) throw new AnswerFailed(problem)
  const said = textAt(answer, 'answer')
  if (said === undefined) throw failedAnswer(bytes)
  const text = said + sourcesOf(answer)
  return {
    id: '',
    model: '',
    created: undefined,
    choices: [
      { index: 0, parts: [{ type: 'text', text }], finish: 'stop', stopSequence: undefined, logprobs: undefined },
    ],
    usage: undefined,
    serviceTier: undefined,
  }
}

const problemOf = (answer: JsonObject): UpstreamProblem | undefined => {
  const code = answer.errCode
  if (answer.success !== false && (code === undefined || code === 0)) return undefined
  return {
    message: textAt(answer, 'message') ?? 'the upstream refused',
    type: 'library_error',
    code: typeof code === 'number' || typeof code === 'string' ? code : undefined,
    parameter: undefined,
  }
}

/** The documents it found, as a list of links behind the answer. */
const sourcesOf = ({ documents }: JsonObject): string => {
  const listed = Array.isArray(documents) ? documents.filter(isObject) : []
  if (listed.length === 0) return ''
  const links = listed.map(
    (each, place) => `${place + 1}. [${textAt(each, 'title') ?? ''}](${textAt(each, 'url') ?? ''})`,
  )
  return `\n\nReference documents:\n${links.join('\n')}`
}

const createReader = (): ChatStreamReader => {
  let begun = false
  let finished = false

  const read = (piece: JsonObject): ChatEvent[] => {
    const problem = problemOf(piece)
    if (problem !== undefined) return [{ type: 'error', problem }]
    const events: ChatEvent[] = begun ? [] : [{ type: 'start', id: '', model: '', created: undefined }]
    begun = true
    const text = (textAt(piece, 'content') ?? '') + sourcesOf(piece)
    if (text !== '') events.push({ type: 'text', choice: 0, text })
    if (piece.finish !== true) return events
    finished = true
    return [...events, { type: 'finish', choice: 0, reason: 'stop', stopSequence: undefined }]
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}

const libraryChat: Dialect = {
  kind: 'chat',
  name: 'library-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering: unsteered },
}

/** Questions to a library of the operator's own documents. */
export const knowledgeLibrary: Provider = {
  type: 21,
  name: 'aiproxy-library',
  label: {
    en: 'AI Proxy knowledge library',
    zh: 'AI Proxy 知识库',
    ja: 'AI Proxyナレッジベース',
    fr: 'Base de connaissances AI Proxy',
    ru: 'База знаний AI Proxy',
    vi: 'Kho tri thức AI Proxy',
  },
  baseUrl,
  keyHint: apiKey,
  other: {
    label: {
      en: 'Library ID',
      zh: '知识库 ID',
      ja: 'ナレッジベースID',
      fr: 'ID de la base',
      ru: 'ID базы знаний',
      vi: 'ID kho tri thức',
    },
    example: '123456',
  },
  models: [],
  operations: new Set(['chat']),
  route: (facts, { model }): Route => ({
    ...splitAddress(`${facts.baseUrl || baseUrl}/api/library/ask`),
    dialect: libraryChat,
    model,
    modelInBody: true,
    fetchesUrls: true,
    defaultMaximumOutput: 4096,
    changes: () => ({ libraryId: facts.other }),
  }),
  headers: bearer,
  balance: async (_facts, key, environment) => {
    const headers = { 'api-key': key }
    const { status, body } = await environment.fetch({ url: overviewUrl, method: 'GET', headers })
    return balanceIn(status, body, (answer) => dataOf(answer).totalPoints)
  },
}
