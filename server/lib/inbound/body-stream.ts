import type { IncomingMessage } from 'node:http'
import { BodyRefused } from '../body-refused.ts'
import { withDeadline } from '../deadline.ts'
import type { BodyRoom } from './body-intake.ts'
import { type ClientRequest, PlainRequest } from './plain-request.ts'
import { discardBody, readBody } from './request-body.ts'

type StreamLimits = {
  maximumBytes: number
  /** How long a sender may pause. */
  idleMs: number
}

/**
 * A body piece by piece, as its reader asks for more: what is not asked for yet stays in the network. Only what is short
 * comes in one piece. Throws `BodyRefused`. What its reader leaves of the body is done away with.
 */
export const streamBody = async function* (
  request: ClientRequest,
  limits: StreamLimits,
  room: BodyRoom,
): AsyncGenerator<Buffer, void> {
  const { 'content-encoding': encoding = 'identity', 'content-length': announced = '0' } = request.headers
  if (request instanceof PlainRequest) {
    yield await readBody(request, { ...limits, deadlineMs: limits.idleMs }, room)
    return
  }
  let isWhole = false
  try {
    if (encoding !== 'identity') throw new BodyRefused('encoding_unsupported')
    if (Number(announced) > limits.maximumBytes) throw new BodyRefused('too_large')
    yield* piecesOf(request, limits)
    isWhole = true
  } finally {
    if (!isWhole) discardBody(request)
  }
}

const piecesOf = async function* (request: IncomingMessage, { maximumBytes, idleMs }: StreamLimits) {
  // Ended early it is still there to be answered.
  const pieces = request.iterator({ destroyOnReturn: false })
  let received = 0
  let isWaiting = false
  try {
    for (;;) {
      isWaiting = true
      const next = await withDeadline(pieces.next(), idleMs, tooSlow).catch((error: unknown) => {
        throw error instanceof BodyRefused ? error : new BodyRefused('client_gone')
      })
      isWaiting = false
      if (next.done === true) return
      const piece: unknown = next.value
      if (!Buffer.isBuffer(piece)) continue
      received += piece.length
      if (received > maximumBytes) throw new BodyRefused('too_large')
      yield piece
    }
  } finally {
    // For as long as somebody is about to read, nobody else can do away with the rest.
    const left = pieces.return?.().catch(() => {})
    if (!isWaiting) await left
  }
}

const tooSlow = () => new BodyRefused('too_slow')
