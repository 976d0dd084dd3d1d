import { type RawData, WebSocket } from 'ws'
import type { Talk } from '#providers/provider.ts'
import { type Outbound, OutboundStopped } from '../../lib/outbound/outbound.ts'
import { UpstreamAnswer } from '../send.ts'
import type { UpstreamRequest } from '../upstream-request.ts'

const deadlines = { handshakeMs: 30_000, firstMessageMs: 120_000, idleMs: 60_000 }
const longestMessage = 10 * 1024 * 1024

/** Asks over a WebSocket: one message goes out, and each one that comes is an event of the answer. */
export const sendOverWebSocket = (outbound: Outbound, request: UpstreamRequest): UpstreamAnswer => {
  const answer = new UpstreamAnswer()
  outbound.connect(request.origin, request.channel.setting.proxy).then(
    (socket) => {
      const address = `${request.origin.replace(/^http/, 'ws')}${request.path}`
      const webSocket = new WebSocket(address, {
        headers: headersOf(request),
        handshakeTimeout: deadlines.handshakeMs,
        maxPayload: longestMessage,
        perMessageDeflate: false,
        createConnection: () => socket,
      })
      converse(webSocket, { outbound, request, answer })
    },
    (error: unknown) => answer.onResponseError(null, error instanceof Error ? error : new Error(String(error))),
  )
  return answer
}

/** The line was closed in the middle of an answer. */
class ClosedEarly extends Error {
  override readonly name = 'ClosedEarly'
  readonly code = 'ECONNRESET'
}

/** Nothing came for too long. */
class MessageLate extends Error {
  override readonly name = 'MessageLate'
  readonly code = 'OUTBOUND_TIMEOUT'
}

type Conversation = { outbound: Outbound; request: UpstreamRequest; answer: UpstreamAnswer }

const converse = (webSocket: WebSocket, { outbound, request, answer }: Conversation): void => {
  const isLast = request.route.webSocket?.isLast ?? (() => false)
  const talk = request.route.webSocket?.talk?.(request.body)
  let hasBegun = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  const finish = (error?: Error): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    forgetStop()
    if (error === undefined) answer.onResponseEnd()
    else answer.onResponseError(null, error)
  }
  const waitFor = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(new MessageLate('no message in time')), ms)
  }
  const stop = (reason: Error): void => {
    finish(reason)
    webSocket.terminate()
  }
  const forgetStop = outbound.whenStopped(() => stop(new OutboundStopped()))
  const controller = {
    pause: () => {
      clearTimeout(timer)
      webSocket.pause()
    },
    resume: () => {
      if (!isOver) waitFor(deadlines.idleMs)
      webSocket.resume()
    },
    abort: stop,
  }

  webSocket.on('open', () => {
    waitFor(deadlines.firstMessageMs)
    webSocket.send(talk === undefined ? request.body.toString('utf8') : talk.first)
  })
  const begin = (type: string, status = 200): void => {
    if (!hasBegun) answer.onResponseStart(controller, status, new Map([['content-type', type]]))
    hasBegun = true
  }
  const goodbye = (): void => {
    finish()
    webSocket.close()
    // Whoever does not say goodbye in return must not keep the line open.
    setTimeout(() => webSocket.terminate(), deadlines.handshakeMs).unref()
  }
  /** Of a conversation only its sound is the answer. */
  const hear = ({ type, sayTo, problemIn }: Talk, data: RawData, isSound: boolean): void => {
    if (isSound) {
      begin(type)
      answer.onResponseData(controller, bytesOf(data))
      return
    }
    const message = data.toString()
    const problem = problemIn(message)
    if (problem === undefined) {
      for (const said of sayTo(message)) webSocket.send(said)
      if (!isLast(message)) return
      begin(type)
      goodbye()
    } else if (hasBegun) stop(new ClosedEarly('the upstream gave up'))
    else {
      begin('application/json', problem.status)
      answer.onResponseData(controller, Buffer.from(problem.body))
      goodbye()
    }
  }
  webSocket.on('message', (data, isBinary) => {
    if (isOver) return
    waitFor(deadlines.idleMs)
    if (talk !== undefined) return hear(talk, data, isBinary)
    const message = data.toString()
    begin('text/event-stream')
    answer.onResponseData(controller, eventOf(message))
    if (isLast(message)) goodbye()
  })
  // Instead of changing the protocol it answered like any other server.
  webSocket.on('unexpected-response', (_request, response) => {
    const { headers } = response
    answer.onResponseStart(controller, response.statusCode ?? 502, { get: (name) => headers[name]?.toString() })
    response.on('data', (chunk: Buffer) => answer.onResponseData(controller, chunk))
    response.on('end', () => {
      finish()
      webSocket.terminate()
    })
    response.on('error', stop)
  })
  webSocket.on('close', () => finish(new ClosedEarly('the upstream closed the line')))
  webSocket.on('error', finish)
  answer.onRequestStart(controller)
}

const bytesOf = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)

/** An event cannot hold a line break but between its lines. */
const eventOf = (message: string): Buffer => Buffer.from(`data: ${message.replaceAll(/\r?\n/g, '\ndata: ')}\n\n`)

/** What describes the body has no place in a handshake. */
const headersOf = ({ headers }: UpstreamRequest): Record<string, string> => {
  const told: Record<string, string> = {}
  for (let place = 0; place < headers.length; place += 2) {
    const name = headers[place] ?? ''
    if (name !== 'content-type' && name !== 'accept') told[name] = headers[place + 1] ?? ''
  }
  return told
}
