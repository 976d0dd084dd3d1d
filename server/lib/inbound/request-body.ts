import type { IncomingMessage } from 'node:http'
import { BodyRefused } from '../body-refused.ts'
import { decodeContent, mostOf } from '../content-decoding.ts'
import { type BodyRoom, createBodyIntake } from './body-intake.ts'
import { BodyPieces } from './body-pieces.ts'
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

/** Reads the whole body of a request, decoded; without a promise where it is there already. Throws `BodyRefused`. */
export const readBody = (request: ClientRequest, limits: BodyLimits, room = anyRoom): Buffer | Promise<Buffer> => {
  if (request instanceof PlainRequest) return takePlain(request, limits.maximumBytes, room)
  const encoding = request.headers['content-encoding']
  const body = request.complete && !request.destroyed ? take(request, limits, room) : receive(request, limits, room)
  return encoding === undefined ? body : body.then((bytes) => decode(bytes, encoding, limits.maximumBytes, room))
}

const anyRoom: BodyRoom = { expect: () => undefined, take: (bytes) => bytes, giveBack: () => {} }

/** Asks for the most that the body may become, and gives back what it did not. */
const decode = async (bytes: Buffer, encoding: string, maximumBytes: number, room: BodyRoom): Promise<Buffer> => {
  const most = Math.min(maximumBytes, mostOf(bytes.length))
  await room.take(most)
  const decoded = await decodeContent(bytes, encoding, maximumBytes)
  room.giveBack(most - decoded.length + bytes.length)
  return decoded
}

const takePlain = (request: PlainRequest, maximumBytes: number, room: BodyRoom): Buffer | Promise<Buffer> => {
  const { body, headers, socket } = request
  if (body instanceof Promise) return takeComing(request, body, Number(headers['content-length']), maximumBytes, room)
  if (body.length > maximumBytes) throw new BodyRefused('too_large')
  if (body.length <= smallBody) return body
  const taken = room.take(body.length)
  if (typeof taken === 'number') return body
  // What is on its way waits in the network.
  socket.pause()
  return taken.finally(() => socket.resume()).then(() => body)
}

const takeComing = async (
  { arrival, socket }: PlainRequest,
  body: Promise<Buffer>,
  announced: number,
  maximumBytes: number,
  room: BodyRoom,
): Promise<Buffer> => {
  if (announced > maximumBytes) throw new BodyRefused('too_large')
  const pause = () => socket.pause()
  const resume = () => socket.resume()
  const expected = room.expect(announced)
  if (expected !== undefined) {
    pause()
    await expected.finally(resume)
  }
  return new Promise((resolve, reject) => {
    const refuse = (reason: unknown) => {
      if (arrival !== undefined) arrival.onMore = undefined
      resume()
      reject(reason)
    }
    const intake = createBodyIntake(room, announced, { pause, resume, refuse })
    if (arrival !== undefined) arrival.onMore = intake.came
    intake.came(arrival?.received ?? announced)
    body.then(async (bytes) => {
      for (let waiting = intake.waiting(); waiting !== undefined; waiting = intake.waiting()) await waiting
      resolve(bytes)
    }, reject)
  })
}

/** All of the body has come, a short one with its head: nothing is left to listen to, and no time to keep. */
const take = async (request: IncomingMessage, { maximumBytes }: BodyLimits, room: BodyRoom): Promise<Buffer> => {
  const pieces = new BodyPieces()
  for (let piece: unknown = request.read(); Buffer.isBuffer(piece); piece = request.read()) pieces.push(piece)
  if (pieces.length > maximumBytes) throw new BodyRefused('too_large')
  if (pieces.length > smallBody) await room.take(pieces.length)
  return pieces.join()
}

const receive = async (request: IncomingMessage, limits: BodyLimits, room: BodyRoom): Promise<Buffer> => {
  const announced = Number(request.headers['content-length'] ?? 0)
  try {
    if (announced > limits.maximumBytes) throw new BodyRefused('too_large')
    const expected = room.expect(announced)
    // What is there already is listened to at once.
    if (expected !== undefined) await expected
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
    const pieces = new BodyPieces()
    let elapsed = 0

    /** The request is there until its call is over, and with it whoever listens: nothing of the body stays with them. */
    const stop = () => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
    }
    const refuse = (reason: unknown) => {
      stop()
      pieces.clear()
      reject(reason)
    }
    const intake = createBodyIntake(room, announced === 0 ? undefined : announced, {
      pause: () => request.pause(),
      resume: () => request.resume(),
      refuse: (reason) => {
        refuse(reason)
        discard(request)
        request.resume()
      },
    })

    const onData = (chunk: Buffer) => {
      pieces.push(chunk)
      if (pieces.length > maximumBytes) {
        refuse(new BodyRefused('too_large'))
        discard(request)
      } else intake.came(pieces.length)
    }
    const onEnd = () => {
      stop()
      resolve(pieces.join())
    }
    const onClose = () => refuse(new BodyRefused('client_gone'))
    const onTick = () => {
      elapsed += tickMs
      if (elapsed < deadlineMs && pieces.length * 1000 >= minimumRate * elapsed) {
        timer.refresh()
        return
      }
      refuse(new BodyRefused('too_slow'))
      request.pause()
    }

    const tickMs = Math.min(longestTick, deadlineMs / 4)
    const timer = setTimeout(onTick, tickMs)
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })

const longestTick = 10_000
/** How much of a refused body is still read, so that a client that sends before it reads gets to see its answer. */
const patience = 4 * 1024 * 1024

/** Reads away what nobody wants any more of a body. */
export const discardBody = (request: IncomingMessage): void => {
  discard(request)
  request.resume()
}

const discard = (request: IncomingMessage): void => {
  let left = patience
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
}
