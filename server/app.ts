import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApplicationError } from '#contract/errors.ts'
import { readLanguage } from '#contract/languages.ts'
import type { ControlPlane } from './api/control-plane.ts'
import type { ControlServer } from './api/control-server.ts'
import { errorAnswer } from './api/error-envelope.ts'
import { isOverTls } from './api/over-tls.ts'
import type { ConsoleFiles } from './console.ts'
import type { Health } from './health.ts'
import { answerPreflight, openHeaders } from './lib/inbound/cross-origin.ts'
import type { PlainService } from './lib/inbound/http-server.ts'
import type { ClientRequest } from './lib/inbound/plain-request.ts'
import type { ClientResponse } from './lib/inbound/plain-response.ts'
import { dataHeaders, strictTransport } from './lib/inbound/security-headers.ts'
import type { Log } from './lib/log.ts'

/** The data plane, as far as this file knows it. */
type RelayHandler = {
  handles: (path: string) => boolean
  handle: (request: ClientRequest, response: ClientResponse) => Promise<void>
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
}

type AppParts = {
  /** Whether the process is about to end: then only those who watch it are served. */
  isStopping: () => boolean
  relay: RelayHandler
  control: ControlServer
  health: Health
  consoleFiles: ConsoleFiles
  plane: ControlPlane
}

/** One address for everything: a path belongs to the relay, to the control plane, to the watchers or to the console. */
export const createApp =
  ({ isStopping, relay, control, health, consoleFiles, plane }: AppParts) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url ?? '/')
    const fail = (id: string) => (error: unknown) => answerError(error, id, request, response, plane.domain.log)
    if (relay.handles(path)) {
      relay.handle(request, response).catch(fail(plane.requestId()))
      return
    }
    if (isOpenPath(path)) {
      if (request.method === 'OPTIONS') {
        answerPreflight(request, response)
        return
      }
      if (request.headers.origin !== undefined) setHeaders(response, openHeaders)
    }
    if (isOverTls(plane, request.headers)) setHeaders(response, strictTransport)
    if (isStopping()) {
      setHeaders(response, { connection: 'close' })
      if (!health.handles(path)) {
        setHeaders(response, { 'retry-after': '5' })
        fail(plane.requestId())(new ApplicationError('shutting_down'))
        return
      }
    }
    if (path.startsWith('/api/') || path === '/api') {
      control.handle(request, response)
      return
    }
    const id = plane.requestId()
    setHeaders(response, { 'x-request-id': id, 'x-oneapi-request-id': id })
    const owner = health.handles(path) ? health : consoleFiles
    owner.handle(request, response, path).catch(fail(id))
  }

/** Plain requests to the relay pass without Node's parser. */
export const createPlainService = ({ relay, plane }: Pick<AppParts, 'relay' | 'plane'>): PlainService => ({
  takes: (url) => relay.handles(pathOf(url)),
  request: (request, response) => {
    relay.handle(request, response).catch((error: unknown) => {
      plane.domain.log.error('a call could not be refused', { path: pathOf(request.url), error })
      response.destroy()
    })
  },
})

/** Only the relay has paths that become a WebSocket. */
export const createUpgrade =
  ({ relay, plane }: Pick<AppParts, 'relay' | 'plane'>) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    relay.upgrade(request, socket, head).catch((error: unknown) => {
      plane.domain.log.error('a connection could not become a WebSocket', { error })
      socket.destroy()
    })
  }

const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** What pages ask for with a key or an access token beside calls: what a key has used, and what is left. */
const isOpenPath = (path: string): boolean => openPath.test(path)

const openPath = /^(?:\/api\/log\/token\/?$|(?:\/v1)?\/dashboard\/billing\/)/

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

const answerError = (
  error: unknown,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
): void => {
  const { status, body, unexpected, allow } = errorAnswer(error, readLanguage(request.headers['accept-language']), id)
  if (unexpected) log.error('a call failed', { requestId: id, path: pathOf(request.url ?? ''), error })
  if (response.headersSent) {
    response.destroy()
    return
  }
  setHeaders(response, { ...dataHeaders, 'x-request-id': id, 'content-type': 'application/json; charset=utf-8' })
  if (allow !== undefined) response.setHeader('allow', allow)
  response.statusCode = status
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
}
