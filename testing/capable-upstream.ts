import type { ServerResponse } from 'node:http'
import { type AnsweringUpstream, answerEvents, answerJson, startAnsweringUpstream } from './answering-upstream.ts'

/** What every answer tells it used. */
export const capableUsage = { prompt_tokens: 11, completion_tokens: 9, total_tokens: 20 }

export const capableText = 'Water finds its way through the gate, slowly.'
/** What an answer says that has to keep to a schema. */
export const capableObject = { city: 'Rome', degrees: 21 }
/** What a tool is called with. */
export const capableArguments = { city: 'Rome' }
export const capableSound = Buffer.from('RIFF-not-really-a-sound')

/**
 * A provider as clients expect one: it uses the first tool it is offered and tells what that said, keeps to a schema,
 * thinks where it is asked to, keeps responses, and has a small answer for every other path.
 */
export const startCapableUpstream = (): Promise<AnsweringUpstream> => {
  const kept = new Map<string, object>()
  return startAnsweringUpstream(({ method, path, body, text }, response) => {
    switch (path.replace(/\?.*/, '')) {
      case '/v1/chat/completions':
        return answerChat(body, response)
      case '/v1/responses':
        return answerResponse(body, response, kept)
      case '/v1/embeddings': {
        const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input]
        const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding: vectorAs(body) }))
        const usage = { prompt_tokens: 6, total_tokens: 6 }
        return answerJson(response, 200, { object: 'list', model: body.model, data, usage })
      }
      case '/v1/images/generations': {
        const data = [{ b64_json: Buffer.from('picture').toString('base64') }]
        return answerJson(response, 200, { created: 1, data })
      }
      case '/v1/audio/speech':
        response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(capableSound)
        return
      case '/v1/audio/transcriptions':
        return answerJson(response, 200, { text: text.includes('sound.wav') ? 'what was said' : 'nothing' })
      default: {
        const id = /^\/v1\/responses\/([^/?]+)/.exec(path)?.[1]
        const found = id === undefined ? undefined : kept.get(id)
        if (id !== undefined && method === 'DELETE') kept.delete(id)
        if (found !== undefined && path.includes('stream=true'))
          answerEvents(response, [{ type: 'response.completed', response: found }])
        else if (found === undefined) answerJson(response, 404, { error: { message: 'not here', type: 'not_found' } })
        else answerJson(response, 200, found)
      }
    }
  })
}

type Body = ReturnType<typeof JSON.parse>

/** Clients ask for the compact form and decode it themselves. */
const vectorAs = (body: Body): number[] | string => {
  const vector = [0.25, -0.5, 1]
  return body.encoding_format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
}

const replyTo = (body: Body): { message: Record<string, unknown>; finish: string } => {
  const last = body.messages?.at(-1)
  const tool = body.tools?.[0]?.function?.name
  if (last?.role === 'tool') {
    return { message: { content: `The tool says: ${textOf(last.content)}` }, finish: 'stop' }
  }
  if (tool !== undefined) {
    const made = { name: tool, arguments: JSON.stringify(capableArguments) }
    return {
      message: { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: made }] },
      finish: 'tool_calls',
    }
  }
  const keepsToSchema = body.response_format?.type === 'json_schema'
  const thinks = String(body.model).includes('thinks')
  return {
    message: {
      content: keepsToSchema ? JSON.stringify(capableObject) : capableText,
      ...(thinks ? { reasoning_content: 'Let me think.' } : {}),
    },
    finish: 'stop',
  }
}

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : String(content)

const answerChat = (body: Body, response: ServerResponse): void => {
  const { message, finish } = replyTo(body)
  const head = { id: 'chatcmpl-1', created: 1, model: body.model }
  if (body.stream !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', refusal: null, ...message }, finish_reason: finish }]
    answerJson(response, 200, { ...head, object: 'chat.completion', choices, usage: capableUsage })
    return
  }
  const chunk = (delta: object, reason: string | null = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
    usage: null,
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  write(chunk({ role: 'assistant', content: '' }))
  for (const delta of deltasOf(message)) write(chunk(delta))
  write(chunk({}, finish))
  if (body.stream_options?.include_usage === true) write({ ...chunk({}), choices: [], usage: capableUsage })
  response.end('data: [DONE]\n\n')
}

const deltasOf = (message: Record<string, unknown>): object[] => {
  if (Array.isArray(message.tool_calls)) {
    return message.tool_calls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }] },
      ...cut(call.function.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ])
  }
  const reasoning =
    typeof message.reasoning_content === 'string' ? [{ reasoning_content: message.reasoning_content }] : []
  return [...reasoning, ...cut(String(message.content)).map((content) => ({ content }))]
}

const cut = (text: string): string[] => text.match(/.{1,7}/gs) ?? []

const answerResponse = (body: Body, response: ServerResponse, kept: Map<string, object>): void => {
  const id = `resp_${kept.size + 1}`
  const item = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' }
  const part = (text: string) => ({ type: 'output_text', text, annotations: [] })
  const usage = {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  }
  const whole = {
    id,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: body.model,
    output: [{ ...item, content: [part(capableText)] }],
    parallel_tool_calls: true,
    tools: [],
    usage,
  }
  kept.set(id, whole)
  if (body.stream !== true) {
    answerJson(response, 200, whole)
    return
  }
  const begun = { ...whole, status: 'in_progress', output: [], usage: null }
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: part('') },
    ...cut(capableText).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text: capableText, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: part(capableText) },
    { type: 'response.output_item.done', output_index: 0, item: { ...item, content: [part(capableText)] } },
    { type: 'response.completed', response: whole },
  ]
  answerEvents(
    response,
    events.map((event, index) => ({ ...event, sequence_number: index })),
  )
}
