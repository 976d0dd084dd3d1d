import { tokenCount, usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { readVector } from '#protocols/openai-embeddings/vector.ts'
import type { Dialect } from './dialect.ts'

export const ollamaEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'ollama-embed',
  upstream: {
    writeRequest: ({ inputs, dimensions }, { model }) => ({
      model,
      input: inputs.map((input) => {
        if (typeof input !== 'string') throw new ProtocolError('input', 'must be text for this model')
        return input
      }),
      ...(dimensions === undefined ? {} : { dimensions }),
    }),
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const told = isObject(answer) ? answer : {}
      // The interface before this one told one vector.
      const vectors = told.embeddings ?? (told.embedding === undefined ? undefined : [told.embedding])
      if (!Array.isArray(vectors)) throw failedAnswer(bytes)
      const input = tokenCount(told.prompt_eval_count)
      return { model: '', vectors: vectors.map(readVector), usage: input === 0 ? undefined : usageOf({ input }) }
    },
    readError,
  },
}
