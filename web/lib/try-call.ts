import * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { toldByRow } from './refused-call.ts'
import { callStream, refusedStream } from './stream.ts'

const piece = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.optional(z.nullable(z.string())) }) })),
})

/** One short call with a key, as a client makes it. */
export const tryCall = async (key: string, model: string): Promise<{ text: string; requestId: string | undefined }> => {
  const body = { model, stream: true, max_tokens: 64, messages: [{ role: 'user', content: 'Say hello.' }] }
  const { signal } = new AbortController()
  try {
    const { requestId, events } = await callStream('/v1/chat/completions', body, { signal, key })
    return { text: await textOf(events, requestId), requestId }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { kind, status, code, requestId } = error
    const known = code === undefined ? {} : { code }
    throw new ApiError(kind, await toldByRow(error, requestId), status, { requestId, ...known })
  }
}

const textOf = async (events: AsyncIterable<string>, requestId: string | undefined): Promise<string> => {
  let text = ''
  for await (const event of events) {
    const value: unknown = JSON.parse(event)
    const refused = refusedStream.safeParse(value)
    if (refused.success) throw new ApiError('failed', refused.data.error.message, 200, { requestId })
    const read = piece.safeParse(value)
    if (read.success) text += read.data.choices[0]?.delta.content ?? ''
  }
  return text
}
