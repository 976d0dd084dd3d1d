import { inputTokens } from '#pricing/usage.ts'
import type { EmbeddingsReply, EmbeddingsRequest } from '../embeddings.ts'
import type { JsonObject } from '../json/json.ts'
import { ollamaErrors } from '../ollama-chat/error.ts'
import { memberNames } from '../ollama-chat/names.ts'
import { neverPassed } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { outlineRequest, readRequest, textsToEmbed } from './request.ts'

const writeReply = (reply: EmbeddingsReply, request: EmbeddingsRequest, model: string): JsonObject => {
  if (request.single === true) return { embedding: reply.vectors[0] }
  const count = reply.usage === undefined ? {} : { prompt_eval_count: inputTokens(reply.usage) }
  return { model, embeddings: reply.vectors, ...count }
}

export const ollamaEmbeddings: Protocol = {
  name: 'ollama-embeddings',
  names: memberNames,
  writesNothing: true,
  common: { kind: 'embeddings', client: { readRequest, writeReply } },
  request: { outline: outlineRequest, amend: neverPassed.amend, texts: textsToEmbed },
  reply: neverPassed.reply,
  stream: neverPassed.stream,
  error: ollamaErrors,
}
