import { tokenCount, usageOf } from '#pricing/usage.ts'
import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { isObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { readVector } from '#protocols/openai-embeddings/vector.ts'
import { problemOf } from './baidu-chat.ts'
import type { Dialect } from './dialect.ts'

const mostInputs = 16

export const baiduEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'baidu-embeddings',
  upstream: {
    writeRequest: ({ inputs }) => {
      if (inputs.length > mostInputs) throw new ProtocolError('input', `must be at most ${mostInputs} texts here`)
      const texts = inputs.map((input) => {
        if (typeof input !== 'string') throw new ProtocolError('input', 'must be text for this model')
        return input
      })
      return { input: texts }
    },
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const problem = isObject(answer) ? problemOf(answer) : undefined
      if (problem !== undefined) throw new AnswerFailed(problem)
      const data = isObject(answer) ? answer.data : undefined
      if (!Array.isArray(data)) throw failedAnswer(bytes)
      const input = tokenCount(objectAt(answer, 'usage')?.total_tokens)
      const vectors = data.filter(isObject).map((entry) => readVector(entry.embedding))
      return { model: '', vectors, usage: input === 0 ? undefined : usageOf({ input }) }
    },
    readError,
  },
}
