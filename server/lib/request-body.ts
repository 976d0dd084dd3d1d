import type { IncomingMessage } from 'node:http'
import { type BodyRefusal, BodyRefused } from './body-refused.ts'
import { decodeContent } from './content-decoding.ts'
import { joinBytes } from './join-bytes.ts'
import { type ClientRequest, PlainRequest } from './plain-request.ts'

export type BodyLimits = {
  /** Of the body as sent, and again of the body as decoded. */
  maximumBytes: number
  /** For the whole body, from the call on. */
  deadlineMs: number
  /** Bytes a second, on average, that a body must bring once a quarter of the deadline, or ten seconds, have passed. */
  minimumRate?: number
}

/** Reads the whole body of a request, decoded; without a promise where it is there already. Throws `BodyRefused`. */
export const readBody = (request: ClientRequest, limits: BodyLimits): Buffer | Promise<Buffer> => {
  if (request instanceof PlainRequest) return takePlain(request.body, limits.maximumBytes)
  const encoding = request.headers['content-encoding']
  const body = request.complete && !request.destroyed ? take(request, limits) : receive(request, limits)
  return encoding === undefined ? body : body.then((bytes) => decodeContent(bytes, encoding, limits.maximumBytes))
}

const takePlain = (body: PlainRequest['body'], maximumBytes: number): Buffer | Promise<Buffer> => {
  if (body instanceof Promise) return body.then((bytes) => takePlain(bytes, maximumBytes))
  if (body.length > maximumBytes) throw new BodyRefused('too_large')
  return body
}

/** A short body has come with its head: nothing is left to listen to, and no time to keep. */
const take = async (request: IncomingMessage, { maximumBytes }: BodyLimits): Promise<Buffer> => {
  const bytes: unknown = request.read()
  if (!Buffer.isBuffer(bytes)) return noBytes
  if (bytes.length > maximumBytes) throw new BodyRefused('too_large')
  return bytes
}

const receive = (
  request: IncomingMessage,
  { maximumBytes, deadlineMs, minimumRate = 0 }: BodyLimits,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maximumBytes) {
      discard(request)
      reject(new BodyRefused('too_large'))
      return
    }
    if (request.destroyed) {
      reject(new BodyRefused('client_gone'))
      return
    }
    let first: Buffer | undefined
    let others: Buffer[] | undefined
    let received = 0
    let elapsed = 0
    let settled = false

    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > maximumBytes) {
        refuse('too_large')
        discard(request)
      } else if (first === undefined) first = chunk
      else if (others === undefined) others = [first, chunk]
      else others.push(chunk)
    }
    const onEnd = () => {
      settled = true
      clearTimeout(timer)
      resolve(others === undefined ? (first ?? noBytes) : joinBytes(others, received))
    }
    const onClose = () => refuse('client_gone')
    const onTick = () => {
      elapsed += tickMs
      if (elapsed < deadlineMs && received * 1000 >= minimumRate * elapsed) {
        timer.refresh()
        return
      }
      refuse('too_slow')
      request.pause()
    }
    const refuse = (reason: BodyRefusal) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      request.off('data', onData)
      reject(new BodyRefused(reason))
    }

    const tickMs = Math.min(longestTick, deadlineMs / 4)
    const timer = setTimeout(onTick, tickMs)
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })

const noBytes = Buffer.alloc(0)
const longestTick = 10_000
/** How much of a refused body is still read, so that a client that sends before it reads gets to see its answer. */
const patience = 4 * 1024 * 1024

const discard = (request: IncomingMessage): void => {
  let left = patience
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
}
