import type { FastifyInstance } from 'fastify'
import { ApplicationError } from '#contract/errors.ts'
import { parseJson } from '../lib/json-limits.ts'

/** Bodies are JSON that says so, not too deep, and never name a prototype. An empty body is no body. */
export const acceptOnlyJson = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return undefined
    const result = parseJson(body)
    if (result.ok) return result.value
    throw new ApplicationError(result.fault === 'too_complex' ? 'body_too_deep' : 'body_malformed')
  })
}
