import type { ServerResponse } from 'node:http'
import { type AnsweringUpstream, answerEvents, answerJson, startAnsweringUpstream } from './answering-upstream.ts'

/** What every answer tells it used. */
export const keptUsage = { input_tokens: 7, output_tokens: 5, total_tokens: 12 }
const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Water.' }] }]

const searched = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } }
/** Whoever was offered a tool has used it twice. */
const outputFor = ({ tools }: Record<string, unknown>) =>
  tools === undefined ? output : [searched, searched, ...output]

/** Keeps what it made under ids of its own, as an account does. */
export const startKeeper = async (name: string): Promise<AnsweringUpstream> => {
  const kept = new Map<string, Record<string, unknown>>()
  let made = 0

  const create = (body: Record<string, unknown>, response: ServerResponse) => {
    made += 1
    const id = `resp_${name}_${made}`
    const { model, tools } = body
    const whole = {
      id,
      object: 'response',
      status: 'completed',
      model,
      tools,
      output: outputFor(body),
      usage: keptUsage,
    }
    if (body.store !== false) kept.set(id, whole)
    if (body.background === true && body.user !== 'hasty') {
      const queued = { ...whole, status: 'queued', output: [], usage: null }
      kept.set(id, queued)
      if (body.stream !== true) return answerJson(response, 200, queued)
    }
    if (body.stream !== true) return answerJson(response, 200, whole)
    const begun = { ...whole, status: 'in_progress', output: [], usage: null, instructions: 'x'.repeat(100_000) }
    answerEvents(response, [
      { type: 'response.created', sequence_number: 0, response: begun },
      { type: 'response.output_text.delta', sequence_number: 1, item_id: 'msg_1', delta: 'Water.' },
      { type: 'response.completed', sequence_number: 2, response: whole },
    ])
  }

  return startAnsweringUpstream(({ method, path, body }, response) => {
    if (path === '/v1/responses') return create(body, response)
    if (path === '/v1/responses/compact') {
      return answerJson(response, 200, { id: 'cmp_1', object: 'response.compaction', output, usage: keptUsage })
    }
    const [, id = '', rest] = /^\/v1\/responses\/([^/?]+)\/?([^?]*)/.exec(path) ?? []
    const whole = kept.get(id)
    if (whole === undefined) return answerJson(response, 404, { error: { message: 'unknown here', type: 'x' } })
    if (method === 'DELETE') {
      kept.delete(id)
      return answerJson(response, 200, { id, object: 'response', deleted: true })
    }
    if (rest?.startsWith('finish')) {
      kept.set(id, {
        ...whole,
        status: 'completed',
        output: outputFor(whole),
        usage: path.includes('silent') ? null : keptUsage,
      })
      return answerJson(response, 200, {})
    }
    if (rest === 'cancel') {
      kept.set(id, { ...whole, status: 'cancelled' })
      return answerJson(response, 200, kept.get(id))
    }
    if (rest === 'input_items') return answerJson(response, 200, { object: 'list', data: [{ id: 'item_1' }] })
    if (!path.includes('stream=true')) return answerJson(response, 200, whole)
    answerEvents(response, [{ type: 'response.completed', sequence_number: 2, response: whole }])
  })
}
