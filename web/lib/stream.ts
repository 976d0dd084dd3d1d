import * as z from 'zod/mini'
import { createTextEvents, dataOf } from '#protocols/events/event-text.ts'
import { ApiError, headersOf, reach } from './api.ts'
import { commonText } from './i18n.ts'
import { currentUser, expireSession } from './session.ts'

type StreamOptions = {
  signal: AbortSignal
  /** Asks with a key in place of the session. */
  key?: string | undefined
}

/** An answer that comes in pieces: what its events say, in their order, without the mark at its end. */
export type Streamed = { requestId: string | undefined; events: AsyncIterable<string> }

/** The end mark of a stream; one that ends without it was cut. */
const endMark = '[DONE]'

/** As `call`, for paths that answer with events: `for await (const event of (await callStream(...)).events)`. */
export const callStream = async (path: string, body: unknown, { signal, key }: StreamOptions): Promise<Streamed> => {
  const asked = currentUser()?.id
  const response = await reach(path, {
    method: 'POST',
    // A key is all that says who asks: the session must not stand in for it.
    credentials: key === undefined ? 'same-origin' : 'omit',
    headers: {
      ...headersOf(true),
      Accept: 'text/event-stream',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal,
  })
  if (response.status === 401 && key === undefined) expireSession(asked)
  if (!response.ok) throw await streamFailure(response)
  const requestId = idOf(response)
  if (response.body === null) {
    throw new ApiError('failed', commonText('errorUnreadable'), response.status, { requestId })
  }
  return { requestId, events: eventsOf(response.body, requestId, signal) }
}

/** What an event says that tells of a failure, and the body of an answer that is one. */
export const refusedStream = z.object({
  error: z.object({ message: z.string(), code: z.optional(z.nullable(z.union([z.string(), z.number()]))) }),
})

const idOf = ({ headers }: Response): string | undefined => headers.get('x-request-id') ?? undefined

/** Also a call that was refused has its row in the log. */
const streamFailure = async (response: Response): Promise<ApiError> => {
  const { status } = response
  const requestId = idOf(response)
  const refused = refusedStream.safeParse(await response.json().catch(() => undefined))
  if (!refused.success) {
    return new ApiError('failed', commonText('errorOther', { message: `HTTP ${status}` }), status, { requestId })
  }
  const { message, code } = refused.data.error
  const known = code === undefined || code === null ? {} : { code: String(code) }
  return new ApiError('failed', message, status, { requestId, ...known })
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  requestId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const splitter = createTextEvents()
  const cut = () => new ApiError('network', commonText('errorStreamCut'), 0, { requestId })
  const read = async () => {
    try {
      return await reader.read()
    } catch (error) {
      if (signal.aborted) throw error
      throw cut()
    }
  }
  try {
    for (let piece = await read(); !piece.done; piece = await read()) {
      for (const event of splitter.push(decoder.decode(piece.value, { stream: true }))) {
        const data = dataOf(event)
        if (data === endMark) return
        if (data !== undefined) yield data
      }
    }
    // The blank line behind the last event may be missing.
    if (dataOf(splitter.end() ?? '') !== endMark) throw cut()
  } finally {
    // Whoever stops reading lets go of the connection.
    await reader.cancel().catch(() => {})
  }
}
