import type { ClientRequest, IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Protocol } from '#protocols/protocol.ts'
import type { Domain } from '../../domain/domain.ts'
import { problemWithoutSecrets } from '../../domain/words/upstream-words.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { Call } from '../call.ts'
import { AttemptFailure, type GatewayStopped, transportFailure } from '../failure.ts'
import { providerEnvironmentOf } from '../provider-environment.ts'
import { retryAfterOf } from '../retry-after.ts'
import type { Way } from '../translate.ts'

/** `headers`: what its dialect wants to hear beside who we are. */
type Parts = { domain: Pick<Domain, 'clock'>; outbound: Outbound; call: Call; headers: Record<string, string> }

/** Longest message in either direction: the dialect's own limit for sound is half of it. */
export const longestMessage = 32 * 1024 * 1024
const handshakeMs = 20_000
const closeMs = 5_000
const longestRefusal = 64 * 1024

/** Opens the upstream's side of a session. Rejects with an `AttemptFailure`: then another channel may be tried. */
export const openUpstream = async ({ domain, outbound, call, headers }: Parts, way: Way): Promise<WebSocket> => {
  const { channel, key, provider, wanted, route } = way
  const { origin, path } = route
  const unsigned = { origin, path, method: 'GET', body: noBytes, wanted }
  const signed = await provider.headers(channel, key, unsigned, providerEnvironmentOf(domain, outbound))
  const connection = await outbound.connect(origin, channel.setting.proxy).catch((error: unknown) => {
    throw transportFailure(error)
  })
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(origin + path, {
      createConnection: () => connection,
      headers: { ...headers, ...inPairs(signed) },
      handshakeTimeout: handshakeMs,
      maxPayload: longestMessage,
      perMessageDeflate: false,
    })
    socket.once('open', () => {
      socket.off('error', failed)
      // What comes with the answer to the handshake waits until somebody listens.
      socket.pause()
      resolve(socket)
    })
    socket.once('unexpected-response', (request, answer) => {
      socket.off('error', failed)
      socket.on('error', () => {})
      readRefusal(request, answer).then(
        (body) => reject(upstreamFailure({ way, protocol: call.protocol, clock: domain.clock }, answer, body)),
        reject,
      )
    })
    const failed = (error: Error) => reject(failureOf(error))
    socket.once('error', failed)
  })
}

const noBytes = Buffer.alloc(0)

const inPairs = (flat: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < flat.length; at += 2) headers[flat[at] ?? ''] = flat[at + 1] ?? ''
  return headers
}

const readRefusal = (request: ClientRequest, answer: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = () => {
      clearTimeout(late)
      resolve(Buffer.concat(chunks))
      request.destroy()
    }
    const late = setTimeout(end, closeMs)
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > longestRefusal) end()
    })
    answer.once('end', end).once('error', end).once('close', end)
  })

const upstreamFailure = (
  { way: { channel, provider }, protocol, clock }: { way: Way; protocol: Protocol; clock: Clock },
  answer: IncomingMessage,
  body: Buffer,
): AttemptFailure => {
  // An answer that agrees to nothing and refuses nothing is a broken one.
  const told = answer.statusCode ?? 502
  const status = told < 400 ? 502 : told
  const problem = problemWithoutSecrets(channel, protocol.error.read(status, body))
  return new AttemptFailure({
    origin: 'upstream',
    status,
    problem,
    reason: problem.type ?? 'error',
    clientStatus: channel.statusCodeMapping[String(status)] ?? status,
    retryAfterSeconds: retryAfterOf({ get: (name) => answer.headers[name]?.toString() }, clock.now()),
    isVendorsOwn: provider.retriesStatus?.(status) === true,
  })
}

/** Its library tells a handshake that took too long by words alone. */
const failureOf = (error: Error): AttemptFailure | GatewayStopped => {
  if (error.message !== 'Opening handshake has timed out') return transportFailure(error)
  return new AttemptFailure({ origin: 'transport', status: 504, reason: 'timeout', cause: error })
}
