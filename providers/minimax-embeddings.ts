import { tokenCount, usageOf } from '#pricing/usage.ts'
import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { isObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { readVector } from '#protocols/openai-embeddings/vector.ts'
import type { Dialect } from './dialect.ts'
import { problemInAnswer } from './minimax-problems.ts'

/** What a text is for decides how it is read. */
const purposes: Readonly<Record<string, string>> = { RETRIEVAL_QUERY: 'query' }

export const minimaxEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'minimax-embeddings',
  upstream: {
    writeRequest: ({ inputs, task = '' }, { model }) => ({
      model,
      texts: inputs.map((input) => {
        if (typeof input !== 'string') throw new ProtocolError('input', 'must be text for this model')
        return input
      }),
      type: purposes[task] ?? 'db',
    }),
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const problem = problemInAnswer(answer)
      if (problem !== undefined) throw new AnswerFailed(problem)
      const vectors = isObject(answer) && Array.isArray(answer.vectors) ? answer.vectors : undefined
      if (vectors === undefined) throw new ProtocolError('answer', 'holds no vectors')
      const input = tokenCount(isObject(answer) ? answer.total_tokens : 0)
      return { model: textAt(answer, 'model') ?? '', vectors: vectors.map(readVector), usage: usageOf({ input }) }
    },
    readError: (status, bytes) => problemInAnswer(parseLenient(bytes.toString('utf8'))) ?? readError(status, bytes),
  },
}
