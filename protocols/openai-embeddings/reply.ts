import type { EmbeddingsReply, EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import type { RequestOutline } from '../protocol.ts'
import { readUsage, writeUsage } from './usage.ts'
import { readVector, writeVector } from './vector.ts'

const vectorMark = Buffer.from('"embedding"')

/** An answer may be long: it is not parsed for this. */
export const holdsVectors = (bytes: Buffer): boolean => bytes.includes(vectorMark)

const quote = 0x22
const openBracket = 0x5b
const spaceOrColon = new Set([0x20, 0x0a, 0x0d, 0x09, 0x3a])

/** What each vector begins with tells its form: a list, or letters. */
const formOf = (bytes: Buffer): 'list' | 'letters' | undefined => {
  // It is also what an item is called.
  for (let at = bytes.indexOf(vectorMark); at >= 0; at = bytes.indexOf(vectorMark, at + vectorMark.length)) {
    let position = at + vectorMark.length
    while (spaceOrColon.has(bytes[position] ?? 0)) position += 1
    if (bytes[position] === openBracket) return 'list'
    if (bytes[position] === quote) return 'letters'
  }
  return undefined
}

/** Vectors in the form that was asked for; undefined where they are, or where it is a form of one vendor. */
export const vectorsAsAsked = (bytes: Buffer, { format = 'float' }: RequestOutline): Buffer | undefined => {
  const isOther = formOf(bytes) === (format === 'base64' ? 'list' : format === 'float' ? 'letters' : undefined)
  const answer = isOther ? parseLenient(bytes.toString('utf8')) : undefined
  if (!isObject(answer) || !Array.isArray(answer.data)) return undefined
  const data = answer.data.map((item: unknown) => {
    if (!isObject(item) || item.embedding === undefined) return item
    const vector = readVector(item.embedding)
    return { ...item, embedding: format === 'base64' ? writeVector(vector) : vector }
  })
  return Buffer.from(JSON.stringify({ ...answer, data }))
}

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
