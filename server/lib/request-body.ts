import type { IncomingMessage } from 'node:http'
import { type BodyRefusal, BodyRefused } from './body-refused.ts'
import { decodeContent, mostOf } from './content-decoding.ts'
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

/** So much may come with the head, which nobody has to be asked for. */
const smallBody = 64 * 1024

/** Ordinary bodies are small and come with their head: they need no room and no time. */
export const isAtHand = (request: ClientRequest): boolean =>
  request instanceof PlainRequest && !(request.body instanceof Promise) && request.body.length <= smallBody

/** Where a body asks for memory before it takes any; throws, now or later, where there is none for it. */
export type BodyRoom = {
  take: (bytes: number) => void | Promise<void>
  giveBack: (bytes: number) => void
}

/** Reads the whole body of a request, decoded; without a promise where it is there already. Throws `BodyRefused`. */
export const readBody = (request: ClientRequest, limits: BodyLimits, room = anyRoom): Buffer | Promise<Buffer> => {
  if (request instanceof PlainRequest) return takePlain(request, limits.maximumBytes, room)
  const encoding = request.headers['content-encoding']
  const body = request.complete && !request.destroyed ? take(request, limits, room) : receive(request, limits, room)
  return encoding === undefined ? body : body.then((bytes) => decode(bytes, encoding, limits.maximumBytes, room))
}

const anyRoom: BodyRoom = { take: () => {}, giveBack: () => {} }

/** Asks for the most that the body may become, and gives back what it did not. */
const decode = async (bytes: Buffer, encoding: string, maximumBytes: number, room: BodyRoom): Promise<Buffer> => {
  const most = Math.min(maximumBytes, mostOf(bytes.length))
  await room.take(most)
  const decoded = await decodeContent(bytes, encoding, maximumBytes)
  room.giveBack(most - decoded.length + bytes.length)
  return decoded
}

const takePlain = ({ body, headers, socket }: PlainRequest, maximumBytes: number, room: BodyRoom) => {
  const length = body instanceof Promise ? Number(headers['content-length']) : body.length
  if (length > maximumBytes) throw new BodyRefused('too_large')
  if (!(body instanceof Promise) && length <= smallBody) return body
  const taken = room.take(length)
  if (taken === undefined) return body
  // What is on its way waits in the network.
  socket.pause()
  return taken.finally(() => socket.resume()).then(() => body)
}

/** All of the body has come, a short one with its head: nothing is left to listen to, and no time to keep. */
const take = async (request: IncomingMessage, { maximumBytes }: BodyLimits, room: BodyRoom): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let received = 0
  for (let piece: unknown = request.read(); Buffer.isBuffer(piece); piece = request.read()) {
    pieces.push(piece)
    received += piece.length
  }
  if (received > maximumBytes) throw new BodyRefused('too_large')
  if (received > smallBody) await room.take(received)
  return pieces.length === 0 ? noBytes : joinBytes(pieces, received)
}

const receive = async (request: IncomingMessage, limits: BodyLimits, room: BodyRoom): Promise<Buffer> => {
  const announced = Number(request.headers['content-length'] ?? 0)
  try {
    if (announced > limits.maximumBytes) throw new BodyRefused('too_large')
    const taken = announced > 0 ? room.take(announced) : undefined
    // What is there already is listened to at once.
    if (taken !== undefined) await taken
  } catch (error) {
    discard(request)
    throw error
  }
  return receiveAll(request, limits, room, announced)
}

const receiveAll = (
  request: IncomingMessage,
  { maximumBytes, deadlineMs, minimumRate = 0 }: BodyLimits,
  room: BodyRoom,
  announced: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (request.destroyed) {
      reject(new BodyRefused('client_gone'))
      return
    }
    let first: Buffer | undefined
    let others: Buffer[] | undefined
    let received = 0
    let elapsed = 0
    let settled = false
    let taken = announced

    /** A body of unknown length asks again each time it has doubled. */
    const takeMore = () => {
      const more = Math.max(smallBody, taken)
      taken += more
      try {
        const waiting = room.take(more)
        if (waiting === undefined) return
        request.pause()
        waiting.then(
          () => request.resume(),
          (error: unknown) => fail(error),
        )
      } catch (error) {
        fail(error)
      }
    }
    const fail = (error: unknown) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      request.off('data', onData)
      discard(request)
      request.resume()
      reject(error)
    }

    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > maximumBytes) {
        refuse('too_large')
        discard(request)
      } else if (first === undefined) first = chunk
      else if (others === undefined) others = [first, chunk]
      else others.push(chunk)
      if (received > taken && !settled) takeMore()
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
