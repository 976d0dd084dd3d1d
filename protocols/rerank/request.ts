import { estimateTokens, pictureEstimate } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { modelOf, plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'
import type { RerankRequest } from '../rerank.ts'
import { textsWithin } from '../texts.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const words = textsToRank(body).reduce((sum, text) => sum + estimateTokens(text), 0)
  const pictures = documentsOf(body).filter((document) => isObject(document) && document.image !== undefined).length
  return plainOutline(modelOf(body), {
    promptEstimate: words + pictures * pictureEstimate,
    mostResults: Number(body.top_n) > 0 ? Number(body.top_n) : undefined,
  })
}

/** A document may be an object: its marks are no words, and a picture in its letters is none either. */
export const textsToRank = (body: JsonObject): string[] => [
  queryOf(body),
  ...documentsOf(body).flatMap((document) => {
    if (typeof document === 'string') return [document]
    const { image: _, ...words } = document
    return textsWithin(words)
  }),
]

export const readRequest = (body: JsonObject): RerankRequest => {
  const { model: _, query: __, documents: ___, top_n: ____, return_documents: wanted, ...extra } = body
  if (wanted !== undefined && wanted !== null && typeof wanted !== 'boolean') {
    throw new ProtocolError('return_documents', 'must be a boolean')
  }
  return {
    model: modelOf(body),
    query: queryOf(body),
    documents: documentsOf(body),
    topN: topOf(body),
    returnDocuments: wanted ?? undefined,
    extra,
  }
}

export const writeRequest = (request: RerankRequest, target: { model: string }): JsonObject => ({
  ...request.extra,
  model: target.model,
  query: request.query,
  documents: request.documents,
  ...(request.topN === undefined ? {} : { top_n: request.topN }),
  ...(request.returnDocuments === undefined ? {} : { return_documents: request.returnDocuments }),
})

const queryOf = ({ query }: JsonObject): string => {
  const text = isObject(query) ? query.text : query
  if (typeof text !== 'string' || text === '') throw new ProtocolError('query', 'must be a non-empty string')
  return text
}

const documentsOf = ({ documents }: JsonObject): readonly (string | JsonObject)[] => {
  if (!Array.isArray(documents) || documents.length === 0) {
    throw new ProtocolError('documents', 'must be a non-empty array')
  }
  return documents.map((document: unknown, index) => {
    if (typeof document === 'string' || isObject(document)) return document
    throw new ProtocolError(`documents[${index}]`, 'must be a string or an object')
  })
}

/** None is meant by nought, which some vendors refuse. */
const topOf = ({ top_n: top }: JsonObject): number | undefined => {
  if (top === undefined || top === null || top === 0) return undefined
  if (typeof top !== 'number' || !Number.isInteger(top) || top < 0) {
    throw new ProtocolError('top_n', 'must be a whole number from 1 on')
  }
  return top
}
