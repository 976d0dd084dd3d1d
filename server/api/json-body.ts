import type { FastifyInstance } from 'fastify'
import { ApplicationError } from '#contract/errors.ts'
import { parseJson } from '../lib/json-limits.ts'

/** Bodies are JSON that says so, not too deep, and never name a prototype. An empty body is no body. */
export const acceptOnlyJson = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, async (_request, body) => {
    if (body.length === 0) return undefined
    const result = parseJson(body)
    if (result.ok) return result.value
    throw new ApplicationError(result.fault === 'too_deep' ? 'body_too_deep' : 'body_malformed')
  })
}
