import { type RawData, WebSocket } from 'ws'

/** One side of a session: what comes from it, what goes to it, and how it is closed. */
export type Message = { data: Buffer; isBinary: boolean }

/** Codes of our own, beside those of the protocol. */
export const codes = {
  normal: 1000,
  goingAway: 1001,
  policy: 1008,
  broken: 1011,
  outOfQuota: 4003,
  tooLong: 4008,
} as const

/** Codes that are only ever seen, never sent: a close without one, and no close at all. */
const noStatus = 1005
export const abnormal = 1006

/** Above this many bytes on their way to a side, the other one has to wait. */
const mostBuffered = 256 * 1024
/** Whoever does not say goodbye in return is left. */
const goodbyeMs = 5_000

/** A code as the other side may be told it. */
export const sendable = (code: number): number => (code === noStatus || code === abnormal ? codes.normal : code)

/** What a side says before anybody takes it all: each message makes it wait until the next is asked for. */
export type HeldMessages = {
  /** Rejects with `SideClosed`, or with `SideLate` where none comes in time. */
  next: (ms: number) => Promise<Message>
  /** Those that came and were not asked for: whoever takes them takes all that come from then on. */
  release: () => readonly Message[]
}

export class SideClosed extends Error {
  override readonly name = 'SideClosed'
  readonly code: number
  readonly reason: string

  constructor(code: number, reason: Buffer) {
    super(`closed with ${code}`)
    this.code = code
    this.reason = reason.toString('utf8')
  }
}

export class SideLate extends Error {
  override readonly name = 'SideLate'
}

export const holdMessages = (socket: WebSocket): HeldMessages => {
  const held: Message[] = []
  let closed: SideClosed | undefined
  let look = () => {}
  const keep = (data: RawData, isBinary: boolean) => {
    // seam: the sockets are left at their way of handing over whole messages, which is one buffer each
    held.push({ data: data as Buffer, isBinary })
    socket.pause()
    look()
  }
  const end = (code: number, reason: Buffer) => {
    closed = new SideClosed(code, reason)
    look()
  }
  socket.on('message', keep).on('close', end).on('error', ignore)
  return {
    next: (ms) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(late)
          look = () => {}
          act()
        }
        const late = setTimeout(() => settle(() => reject(new SideLate('nothing came in time'))), ms)
        look = () => {
          const message = held.shift()
          if (message !== undefined) settle(() => resolve(message))
          else if (closed === undefined) socket.resume()
          else settle(() => reject(closed))
        }
        look()
      }),
    release: () => {
      socket.off('message', keep).off('close', end).off('error', ignore)
      return held
    },
  }
}

const ignore = () => {}

/** Messages of one side in their order, one at a time: who takes longer makes the side wait. `held`: what came before. */
export const listen = (
  socket: WebSocket,
  take: (message: Message) => void | Promise<void>,
  held: readonly Message[] = [],
): void => {
  const waiting = [...held]
  let isBusy = false

  const proceed = () => {
    while (!isBusy) {
      const message = waiting.shift()
      if (message === undefined) return
      const work = take(message)
      if (work === undefined) continue
      isBusy = true
      socket.pause()
      work.finally(() => {
        isBusy = false
        socket.resume()
        proceed()
      })
    }
  }

  socket.on('message', (data, isBinary) => {
    // seam: the sockets are left at their way of handing over whole messages, which is one buffer each
    waiting.push({ data: data as Buffer, isBinary })
    proceed()
  })
  socket.resume()
  proceed()
}

/** Resolves where the receiver is slow, once it has taken the message. */
export const pass = (to: WebSocket, { data, isBinary }: Message): void | Promise<void> => {
  if (to.readyState !== WebSocket.OPEN) return
  if (to.bufferedAmount < mostBuffered) {
    to.send(data, { binary: isBinary })
    return
  }
  return new Promise((resolve) => to.send(data, { binary: isBinary }, () => resolve()))
}

/** Says goodbye, and leaves a side that does not answer it. */
export const close = (socket: WebSocket, code: number, reason: Buffer | undefined): void => {
  // A side that waits would never hear of it.
  socket.resume()
  socket.close(code, reason)
  const late = setTimeout(() => socket.terminate(), goodbyeMs)
  socket.once('close', () => clearTimeout(late))
}
