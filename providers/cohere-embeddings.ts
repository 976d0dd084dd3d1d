import { tokenCount, usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import type { Dialect } from './dialect.ts'

const mostTexts = 96

/** What the vectors are for must be said here. */
const purposes: Readonly<Record<string, string>> = {
  RETRIEVAL_QUERY: 'search_query',
  QUESTION_ANSWERING: 'search_query',
  CODE_RETRIEVAL_QUERY: 'search_query',
  CLASSIFICATION: 'classification',
  CLUSTERING: 'clustering',
}

export const cohereEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'cohere-embed',
  upstream: {
    writeRequest: ({ inputs, dimensions, task }, { model }) => {
      if (inputs.length > mostTexts) throw new ProtocolError('input', `must hold at most ${mostTexts} texts here`)
      return {
        model,
        texts: inputs.map((input) => {
          if (typeof input !== 'string') throw new ProtocolError('input', 'must be text for this model')
          return input
        }),
        input_type: purposes[task ?? ''] ?? 'search_document',
        embedding_types: ['float'],
        ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
      }
    },
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const told = isObject(answer) ? answer.embeddings : undefined
      // The interface before this one told the vectors alone.
      const vectors = isObject(told) ? told.float : told
      if (!Array.isArray(vectors)) throw new ProtocolError('answer', 'holds no embeddings')
      const input = tokenCount(objectAt(objectAt(answer, 'meta'), 'billed_units')?.input_tokens)
      return {
        model: '',
        vectors: vectors.map((vector: unknown) => (Array.isArray(vector) ? vector.map(Number) : [])),
        usage: input === 0 ? undefined : usageOf({ input }),
      }
    },
    readError,
  },
}
