import type { FastifyInstance } from 'fastify'
import { pageHeaders } from '../lib/inbound/security-headers.ts'
import { documentationPage } from './documentation-page.ts'
import { openApiDocument } from './openapi.ts'

/** The contract for tools and for people. Both are written when first asked for, so that they cost no start time. */
export const addDocumentation = (server: FastifyInstance, version: string): void => {
  let document: ReturnType<typeof openApiDocument> | undefined
  let page: string | undefined
  server.get('/api/openapi.json', () => {
    document ??= openApiDocument(version)
    return document
  })
  server.get('/api/docs', (_request, reply) => {
    page ??= documentationPage(version)
    reply.headers({ ...pageHeaders(page), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    return reply.send(page)
  })
}
