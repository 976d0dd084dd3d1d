import { tokenCount, usageOf } from '#pricing/usage.ts'
import { isObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { readReply } from '#protocols/rerank/reply.ts'
import type { Dialect } from './dialect.ts'

/** The service's own way of putting documents in order: the usual one, one level deeper. */
export const dashscopeRerank: Dialect = {
  kind: 'rerank',
  name: 'dashscope-rerank',
  upstream: {
    writeRequest: ({ query, documents, topN, returnDocuments = false }, { model }) => ({
      model,
      input: { query, documents },
      parameters: { ...(topN === undefined ? {} : { top_n: topN }), return_documents: returnDocuments },
    }),
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const output = isObject(answer) ? answer.output : undefined
      const tokens = tokenCount(objectAt(answer, 'usage')?.total_tokens)
      return {
        ...readReply(Buffer.from(JSON.stringify(output ?? answer ?? null))),
        usage: tokens === 0 ? undefined : usageOf({ input: tokens }),
      }
    },
    readError,
  },
}
