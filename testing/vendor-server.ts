import type { ServerResponse } from 'node:http'
import { type AnsweredCall, type AnsweringUpstream, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody } from './chat-answers.ts'

/** A call as a vendor's server got it. */
export type VendorCall = AnsweredCall

/** What it answers, after a while if need be: JSON unless a type says otherwise; a list goes out in pieces. */
export type Told = { status?: number; type?: string; headers?: Record<string, string>; body: unknown; afterMs?: number }

/** A vendor's server under test, of whatever dialect. */
export type Vendor = Omit<AnsweringUpstream, 'does'> & {
  /** From now on every call is answered with this. */
  tell: (answer: Told | ((call: VendorCall) => Told)) => void
}

export const startVendor = async (
  first: (call: VendorCall) => Told = () => ({ status: 404, body: {} }),
): Promise<Vendor> => {
  let answer = first
  const { does: _does, ...upstream } = await startAnsweringUpstream((call, response) => {
    const told = answer(call)
    if (told.afterMs === undefined) send(response, told)
    else setTimeout(send, told.afterMs, response, told)
  })
  return {
    ...upstream,
    tell: (told) => {
      answer = typeof told === 'function' ? told : () => told
    },
  }
}

/** A whole answer in the dialect nearly all of them speak. */
export const chatAnswer = (content = 'Hello.'): Told => ({ body: chatBody({ content }) })

export const refusal = (status: number, message: string, fields: { type?: string; code?: string } = {}): Told => ({
  status,
  body: { error: { message, type: 'test_error', code: null, param: null, ...fields } },
})

/** A stream of events, one for each value; a text is written as it is. */
export const events = (...values: unknown[]): Told => ({
  type: 'text/event-stream',
  body: values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`),
})

/** The same where events have names. */
export const namedEvents = (...values: { type: string }[]): Told => ({
  type: 'text/event-stream',
  body: values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`),
})

/** A stream of lines, one for each value. */
export const lines = (...values: unknown[]): Told => ({
  type: 'application/x-ndjson',
  body: values.map((value) => `${JSON.stringify(value)}\n`),
})

const send = (response: ServerResponse, { status = 200, type = 'application/json', headers, body }: Told): void => {
  response.writeHead(status, { 'content-type': type, ...headers })
  if (Array.isArray(body) && type !== 'application/json') {
    for (const piece of body) response.write(piece)
    response.end()
  } else response.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body))
}
