import type { ServerResponse } from 'node:http'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody, chatEvent, chatEvents } from './chat-answers.ts'

/** A provider whose streams go on at the pace of a test. */
export type PacedUpstream = {
  url: string
  /** Calls that it was asked, newest last. */
  calls: AnsweringUpstream['calls']
  /** Streams that are under way. */
  open: () => number
  /** Sends so many pieces more in every stream, a word each. */
  say: (pieces: number) => void
  /** Ends every stream of chat as it should, and tells what it used. */
  end: () => void
  close: () => Promise<void>
}

type Speech = { head: string; piece: string }

/**
 * Speaks the dialect it is asked in. Models: `waiting` never answers; what is not streamed is answered at once, and
 * what is asked for later than that is not known.
 */
export const startPacedUpstream = async (): Promise<PacedUpstream> => {
  const streams = new Map<ServerResponse, Speech>()
  let made = 0
  const { url, calls, close } = await startAnsweringUpstream(({ method, path, body }, response) => {
    if (body.model === 'waiting') return
    if (method === 'GET') return answerJson(response, 404, { error: { message: 'unknown here', type: 'x' } })
    if (body.stream !== true && !path.includes('stream'))
      return answerJson(response, 200, chatBody({ content: 'Hello.' }))
    made += 1
    const speech = speechOf(path, made)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    response.write(speech.head)
    streams.set(response, speech)
    response.once('close', () => streams.delete(response))
  })
  return {
    url,
    calls,
    open: () => streams.size,
    say: (pieces) => {
      for (const [stream, { piece }] of streams) stream.write(piece.repeat(pieces))
    },
    end: () => {
      for (const stream of streams.keys()) stream.end(chatEvents([]).join(''))
    },
    close,
  }
}

const word = ' water'

/** How each dialect begins an answer, and says a word of it. */
const speechOf = (path: string, made: number): Speech => {
  if (path.includes('/messages')) {
    const message = { id: `msg_${made}`, type: 'message', role: 'assistant', content: [], model: 'claude' }
    const usage = { input_tokens: 10, output_tokens: 1 }
    const head = [
      { type: 'message_start', message: { ...message, usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ]
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } }
    return { head: head.map(event).join(''), piece: event(delta) }
  }
  if (path.includes('/responses')) {
    const response = { id: `resp_paced_${made}`, object: 'response', status: 'in_progress', model: 'gpt', output: [] }
    const delta = {
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta: word,
    }
    return { head: event({ type: 'response.created', response }), piece: event(delta) }
  }
  if (path.includes('GenerateContent')) {
    const candidates = [{ index: 0, content: { role: 'model', parts: [{ text: word }] } }]
    return { head: '', piece: `data: ${JSON.stringify({ candidates })}\n\n` }
  }
  const choices = [{ index: 0, delta: { content: word }, finish_reason: null }]
  return { head: '', piece: chatEvent({ choices }) }
}

const event = (fields: { type: string; [name: string]: unknown }): string =>
  `event: ${fields.type}\ndata: ${JSON.stringify(fields)}\n\n`
