import type { EmbeddingsReply, EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { readUsage, writeUsage } from './usage.ts'
import { readVector, writeVector } from './vector.ts'

const vectorMark = Buffer.from('"embedding"')

/** An answer may be long: it is not parsed for this. */
export const holdsVectors = (bytes: Buffer): boolean => bytes.includes(vectorMark)

export const readReply = (bytes: Buffer): EmbeddingsReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const data = isObject(answer) ? answer.data : undefined
  if (!Array.isArray(data) || data.length === 0) throw new ProtocolError('answer', 'holds no vectors')
  return {
    model: textAt(answer, 'model') ?? '',
    vectors: inOrder(data.filter(isObject)).map((item) => readVector(item.embedding)),
    usage: readUsage(objectAt(answer, 'usage')),
  }
}

export const writeReply = (reply: EmbeddingsReply, request: EmbeddingsRequest, model: string): JsonObject => ({
  object: 'list',
  data: reply.vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: request.encoding === 'base64' ? writeVector(vector) : vector,
  })),
  model,
  usage: writeUsage(reply.usage),
})

/** By the places they tell; those that tell none stay where they stand. */
const inOrder = (items: readonly JsonObject[]): readonly JsonObject[] => {
  const place = (item: JsonObject, position: number) => (typeof item.index === 'number' ? item.index : position)
  return items
    .map((item, position) => ({ item, place: place(item, position) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
