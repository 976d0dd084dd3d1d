import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify'
import { ApplicationError } from '#contract/errors.ts'
import { readLanguage } from '#contract/languages.ts'
import { dataHeaders, pageHeaders } from '../lib/inbound/security-headers.ts'
import { findJsonFault } from '../lib/json-fault.ts'
import { parseJson } from '../lib/json-limits.ts'
import type { ControlPlane } from './control-plane.ts'
import { documentationPage } from './documentation-page.ts'
import { errorAnswer } from './error-envelope.ts'
import { implementContract } from './index.ts'
import { openApiDocument, operations } from './openapi.ts'
import { packAnswers } from './pack-answers.ts'
import { addPaymentNotices } from './payment-notices.ts'

/** Everything under `/api`. */
export type ControlServer = {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  close: () => Promise<void>
}

const largestBody = 1024 * 1024

export const createControlServer = async (plane: ControlPlane): Promise<ControlServer> => {
  const refuse = createRefusal(plane)
  const server = fastify({
    logger: false,
    bodyLimit: largestBody,
    genReqId: plane.requestId,
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 64 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (_error, request, reply) => refuse(notFound(request), request, reply),
  })
  acceptOnlyJson(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...dataHeaders, 'x-request-id': request.id, 'x-oneapi-request-id': request.id })
  })
  countRequests(server, plane)
  server.setErrorHandler(refuse)
  server.setNotFoundHandler((request) => {
    throw notFound(request)
  })
  packAnswers(server)
  implementContract(server, plane)
  addPaymentNotices(server, plane)
  addDocumentation(server, plane.version)
  refuseOtherMethods(server)
  await server.ready()
  return { handle: server.routing, close: () => server.close() }
}

const noSchemas = () => () => {
  throw new Error('Routes have no schemas of their own')
}

const createRefusal = (plane: ControlPlane) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const language = readLanguage(request.headers['accept-language'])
  const { status, body, unexpected, retryAfter, allow } = errorAnswer(error, language, request.id)
  if (unexpected) {
    const route = request.routeOptions.url ?? ''
    plane.domain.log.error('a control call failed', { requestId: request.id, method: request.method, route, error })
  }
  // A file that was to be sent may have left its own.
  reply.removeHeader('content-encoding').removeHeader('content-disposition')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (allow !== undefined) reply.header('allow', allow)
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}

const notFound = ({ method, url }: FastifyRequest) =>
  new ApplicationError('not_found', { method, path: url.split('?', 1)[0] ?? '' })

const countRequests = (server: FastifyInstance, { metrics }: ControlPlane): void => {
  const requests = metrics.counter('sluice_control_requests_total', 'Calls of the control plane', [
    'method',
    'route',
    'status',
  ])
  server.addHook('onResponse', async (request, reply) => {
    requests.add([request.method, request.routeOptions.url ?? 'unknown', String(reply.statusCode)])
  })
}

/** A known path with a wrong method is told apart from an unknown path. */
const refuseOtherMethods = (server: FastifyInstance): void => {
  const used = Map.groupBy(operations, ({ endpoint }) => endpoint.path.replace(/\/$/, ''))
  for (const [url, members] of used) {
    const known = new Set<string>(members.map(({ endpoint }) => endpoint.method))
    server.route({
      url,
      method: everyMethod.filter((method) => !known.has(method)),
      onRequest: async ({ method }) => {
        throw new ApplicationError('method_not_allowed', {
          method,
          reason: 'method_wanted',
          allowed: [...known].join(', '),
        })
      },
      handler: () => {},
    })
  }
}

const everyMethod: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

/** Bodies are JSON that says so, not too deep, and never name a prototype. An empty body is no body. */
const acceptOnlyJson = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return undefined
    const result = parseJson(body)
    if (result.ok) return result.value
    if (result.fault === 'too_complex') throw new ApplicationError('body_too_deep')
    throw new ApplicationError('body_malformed', { ...findJsonFault(body) })
  })
}

/** The contract for tools and for people. Both are written when first asked for, so that they cost no start time. */
const addDocumentation = (server: FastifyInstance, version: string): void => {
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
