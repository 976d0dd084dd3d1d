import { inputTokens, tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { EmbeddingsReply, EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { lastMember } from '../json/last-member.ts'
import { readVector } from '../openai-embeddings/vector.ts'

/** The usage of a whole answer, which may be long: it is not parsed for it. Older models tell none. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => readUsage(lastMember(bytes, 'usageMetadata'))

const vectorMark = Buffer.from('"values"')

/** An answer is long: it is not parsed for this either. */
export const holdsVectors = (bytes: Buffer): boolean => bytes.includes(vectorMark)

export const readReply = (bytes: Buffer): EmbeddingsReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const listed = isObject(answer) ? (answer.embeddings ?? [answer.embedding]) : undefined
  if (!Array.isArray(listed) || listed.length === 0) throw new ProtocolError('answer', 'holds no vectors')
  return {
    model: '',
    vectors: listed.map((item: unknown) => readVector(isObject(item) ? item.values : undefined)),
    usage: readUsage(objectAt(answer, 'usageMetadata')),
  }
}

export const writeReply = (reply: EmbeddingsReply, request: EmbeddingsRequest): JsonObject => {
  const embeddings = reply.vectors.map((values) => ({ values }))
  return {
    ...(request.single === true ? { embedding: embeddings[0] } : { embeddings }),
    ...(reply.usage === undefined ? {} : { usageMetadata: { promptTokenCount: inputTokens(reply.usage) } }),
  }
}

const readUsage = (wire: JsonObject | undefined): Usage | undefined => {
  const input = tokenCount(wire?.promptTokenCount) || tokenCount(wire?.totalTokenCount)
  return input === 0 ? undefined : usageOf({ input })
}
