import { type AnsweringUpstream, answerEvents, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody } from './chat-answers.ts'

/**
 * A provider whose answers leave something behind at its account each time: items, containers, files, sounds. All ids
 * have its name in them, and a number.
 */
export const startMaker = (name: string): Promise<AnsweringUpstream> => {
  let made = 0
  return startAnsweringUpstream(({ path, body }, response) => {
    made += 1
    const id = (kind: string) => `${kind}_${name}_${made}`
    const streams = body.stream === true
    if (path === '/v1/responses') {
      const whole = responseOf(id)
      if (!streams) return answerJson(response, 200, whole)
      return answerEvents(response, [
        { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
        { type: 'response.completed', response: whole },
      ])
    }
    if (path === '/v1/messages') {
      if (!streams) return answerJson(response, 200, messageOf(id))
      return answerEvents(response, messageEvents(id))
    }
    const audio = { id: id('audio'), data: 'AAAA', expires_at: 1, transcript: 'Rain.' }
    if (!streams) return answerJson(response, 200, chatBody({ content: null, audio }))
    const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
    const choice = (delta: object, finish_reason: string | null) => [{ index: 0, delta, finish_reason }]
    const usage = { prompt_tokens: 6, completion_tokens: 4, total_tokens: 10 }
    const events = [
      { ...head, choices: choice({ role: 'assistant', audio: { id: audio.id, transcript: 'Rain' } }, null) },
      { ...head, choices: choice({ audio: { data: 'AAAA' } }, null) },
      { ...head, choices: choice({}, 'stop') },
      { ...head, choices: [], usage },
    ]
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`)
  })
}

type Namer = (kind: string) => string

const responseOf = (id: Namer) => {
  const container = id('cntr')
  const cited = { type: 'container_file_citation', container_id: container, file_id: id('cfile'), filename: 'a.csv' }
  const searched = { type: 'file_citation', file_id: id('theirs'), filename: 'b.pdf' }
  const text = { type: 'output_text', text: 'Rain.', annotations: [cited, searched] }
  return {
    id: id('resp'),
    object: 'response',
    status: 'completed',
    model: 'm',
    usage: { input_tokens: 6, output_tokens: 4, total_tokens: 10 },
    output: [
      { type: 'reasoning', id: id('rs'), summary: [] },
      { type: 'code_interpreter_call', id: id('ci'), container_id: container, code: '1', status: 'completed' },
      { type: 'image_generation_call', id: id('ig'), status: 'completed', result: 'AAAA' },
      { type: 'message', id: id('msg'), role: 'assistant', content: [text] },
    ],
  }
}

const usage = { input_tokens: 6, output_tokens: 4 }
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }
const containerOf = (id: Namer) => ({ id: id('container'), expires_at: '2026-01-01T00:00:00Z' })
const fileBlock = (id: Namer) => ({
  type: 'bash_code_execution_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: {
    type: 'bash_code_execution_result',
    stdout: '',
    content: [{ type: 'bash_code_execution_output', file_id: id('file') }],
  },
})

const messageOf = (id: Namer) => ({
  ...head,
  content: [fileBlock(id), { type: 'text', text: 'Rain.' }],
  stop_reason: 'end_turn',
  container: containerOf(id),
  usage,
})

const messageEvents = (id: Namer) => [
  { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
  { type: 'content_block_start', index: 0, content_block: fileBlock(id) },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', container: containerOf(id) }, usage },
  { type: 'message_stop' },
]
