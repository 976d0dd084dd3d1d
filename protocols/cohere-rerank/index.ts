import { neverPassed } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { writeReply } from '../rerank/reply.ts'
import { outlineRequest, readRequest, textsToRank } from '../rerank/request.ts'
import { sentenceErrors } from './error.ts'

/** The order of documents as Cohere's second interface tells it: asked for as anywhere, and counted in searches. */
export const cohereRerank: Protocol = {
  name: 'cohere-rerank',
  writesNothing: true,
  common: {
    kind: 'rerank',
    client: {
      readRequest,
      writeReply: (reply, request, model) => {
        const { id = '', results } = writeReply(reply, request, model)
        return {
          ...{ id, results },
          meta: { api_version: { version: '2', is_experimental: false }, billed_units: { search_units: 1 } },
        }
      },
    },
  },
  request: { outline: outlineRequest, amend: neverPassed.amend, texts: textsToRank },
  reply: neverPassed.reply,
  stream: neverPassed.stream,
  error: sentenceErrors,
}
