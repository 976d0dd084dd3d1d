import { inputTokens, tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import type { RequestOutline } from '../protocol.ts'
import type { RerankReply, RerankRequest } from '../rerank.ts'

type Result = RerankReply['results'][number]

/** The usage of a whole answer; undefined where it tells none, or only how many searches it counts as. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => readUsage(parseLenient(bytes.toString('utf8')))

const resultMark = Buffer.from('"index"')

export const holdsResults = (bytes: Buffer): boolean => bytes.includes(resultMark)

/** In the place where clients look for them, and no more than were asked for; undefined where it is so. */
export const resultsAsAsked = (bytes: Buffer, { model, mostResults }: RequestOutline): Buffer | undefined => {
  const answer = parseLenient(bytes.toString('utf8'))
  const listed = Array.isArray(answer) ? answer : isObject(answer) ? (answer.results ?? answer.data) : undefined
  if (!Array.isArray(listed)) return undefined
  const isUsual = isObject(answer) && Array.isArray(answer.results)
  const isMore = mostResults !== undefined && listed.length > mostResults
  if (isUsual && !isMore) return undefined
  const results = isMore ? bestFirst(listed).slice(0, mostResults) : listed
  const { data: _, ...rest } = isObject(answer) ? answer : { model }
  return Buffer.from(JSON.stringify(isUsual ? { ...answer, results } : { ...rest, results }))
}

const bestFirst = (results: readonly unknown[]): readonly unknown[] => {
  const scoreOf = (result: unknown): number => readResult(result)[0]?.score ?? Number.NEGATIVE_INFINITY
  return results.toSorted((one, other) => scoreOf(other) - scoreOf(one))
}

/** Reads the answers of all vendors that speak this dialect, and of servers that answer with the bare list. */
export const readReply = (bytes: Buffer): RerankReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const listed = Array.isArray(answer) ? answer : isObject(answer) ? (answer.results ?? answer.data) : undefined
  if (!Array.isArray(listed)) throw new ProtocolError('answer', 'holds no results')
  return {
    id: textAt(answer, 'id'),
    model: textAt(answer, 'model'),
    results: listed.flatMap(readResult),
    usage: readUsage(answer),
  }
}

/** Best first; documents are told as the client wishes, from its own where the upstream told none. */
export const writeReply = (reply: RerankReply, request: RerankRequest, model: string): JsonObject => {
  const tokens = reply.usage === undefined ? 0 : inputTokens(reply.usage)
  const known = reply.results.filter((result) => result.index < request.documents.length)
  const sorted = [...known].sort((one, other) => other.score - one.score)
  return {
    ...(reply.id === undefined ? {} : { id: reply.id }),
    model,
    results: sorted.slice(0, request.topN).map((result) => writeResult(result, request)),
    usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
  }
}

const readResult = (item: unknown): Result[] => {
  if (!isObject(item)) return []
  const { index } = item
  const score = item.relevance_score ?? item.score
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || typeof score !== 'number') return []
  return [{ index, score, document: readDocument(item.document ?? item.text) }]
}

const readDocument = (document: unknown): unknown => {
  if (typeof document === 'string') return { text: document }
  return document ?? undefined
}

const writeResult = ({ index, score, document }: Result, request: RerankRequest): JsonObject => {
  const told = request.returnDocuments === true ? (document ?? readDocument(request.documents[index])) : document
  const isWanted = told !== undefined && request.returnDocuments !== false
  return { index, relevance_score: score, ...(isWanted ? { document: told } : {}) }
}

const readUsage = (answer: unknown): Usage | undefined => {
  const usage = objectAt(answer, 'usage')
  const meta = objectAt(answer, 'meta')
  const told = [
    usage?.prompt_tokens,
    usage?.total_tokens,
    objectAt(meta, 'tokens')?.input_tokens,
    objectAt(meta, 'billed_units')?.input_tokens,
  ]
  const input = told.map(tokenCount).find((tokens) => tokens > 0)
  return input === undefined ? undefined : usageOf({ input })
}
