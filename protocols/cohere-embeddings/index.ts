import { inputTokens } from '#pricing/usage.ts'
import { sentenceErrors } from '../cohere-rerank/error.ts'
import type { EmbeddingsReply, EmbeddingsRequest } from '../embeddings.ts'
import type { JsonObject } from '../json/json.ts'
import { neverPassed } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { outlineRequest, readRequest, textsToEmbed } from './request.ts'

type Version = 1 | 2

/** The first interface tells bare vectors to those who name no type. */
const writeVectors = ({ vectors }: EmbeddingsReply, { encoding }: EmbeddingsRequest, version: Version): JsonObject => {
  if (encoding === 'base64') {
    const packed = vectors.map((vector) => Buffer.from(new Float32Array(vector).buffer).toString('base64'))
    return { response_type: 'embeddings_by_type', embeddings: { base64: packed } }
  }
  return version === 1
    ? { response_type: 'embeddings_floats', embeddings: vectors }
    : { response_type: 'embeddings_by_type', embeddings: { float: vectors } }
}

const writeReply =
  (version: Version) =>
  (reply: EmbeddingsReply, request: EmbeddingsRequest): JsonObject => ({
    id: '',
    ...writeVectors(reply, request, version),
    texts: request.inputs,
    meta: {
      api_version: { version: String(version) },
      billed_units: { input_tokens: reply.usage === undefined ? 0 : inputTokens(reply.usage) },
    },
  })

const embeddings = (name: Protocol['name'], version: Version): Protocol => ({
  name,
  writesNothing: true,
  common: { kind: 'embeddings', client: { readRequest, writeReply: writeReply(version) } },
  request: { outline: outlineRequest, amend: neverPassed.amend, texts: textsToEmbed },
  reply: neverPassed.reply,
  stream: neverPassed.stream,
  error: sentenceErrors,
})

/** Vectors as Cohere's two interfaces tell them. */
export const cohereEmbeddings = embeddings('cohere-embed', 2)
export const cohereEmbeddingsV1 = embeddings('cohere-embed-v1', 1)
