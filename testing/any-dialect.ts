import type { ServerResponse } from 'node:http'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody } from './chat-answers.ts'

type Body = Record<string, unknown>

/** What every answer tells it used, in whichever words. */
export const anyCost = 100
const usage = { input_tokens: 60, output_tokens: 40, total_tokens: anyCost }
const tokens = { prompt_tokens: 60, completion_tokens: 40, total_tokens: anyCost }

/** Answers in the dialect of its path. A `user` of two words is told as the model and the service that answered. */
export const startAnyDialect = (): Promise<AnsweringUpstream> =>
  startAnsweringUpstream(({ path, body }, response) => {
    const [model, service_tier] = String(body.user ?? '').split(' ')
    const told = service_tier === undefined ? {} : { model, service_tier, metadata: body.metadata, tools: body.tools }
    if (path.includes('enerateContent')) return answerJson(response, 200, geminiAnswer)
    if (/\/messages|\/invoke|awPredict/.test(path)) return answerJson(response, 200, servedMessage(body))
    if (path.includes('/responses')) return answerJson(response, 200, { ...responseAnswer, ...told })
    if (body.stream === true) return streamChat(response, told)
    answerJson(response, 200, { ...chatBody({ content: 'Rain.' }, tokens), ...told })
  })

const geminiAnswer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Rain.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 60, candidatesTokenCount: 40, totalTokenCount: anyCost },
}
const messageAnswer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Rain.' }],
  stop_reason: 'end_turn',
  usage,
}
/** A user of two words is told as the service, where this dialect tells it. */
const servedMessage = ({ metadata }: Body) => {
  const { user_id: user } = { user_id: '', ...(typeof metadata === 'object' ? metadata : {}) }
  const [, service_tier] = String(user).split(' ')
  return service_tier === undefined ? messageAnswer : { ...messageAnswer, usage: { ...usage, service_tier } }
}
const responseAnswer = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm',
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Rain.' }] }],
  usage,
}

const streamChat = (response: ServerResponse, told: object): void => {
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...told }
  const events = [
    { ...head, choices: [{ index: 0, delta: { content: 'Rain.' }, finish_reason: 'stop' }] },
    { ...head, choices: [], usage: tokens },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`)
}

const messages = [{ role: 'user', content: 'Hi.' }]

/** A question in each dialect of conversations. */
export const questions = {
  chat: (model: string) => ({ path: '/v1/chat/completions', body: { model, messages } }),
  responses: (model: string) => ({ path: '/v1/responses', body: { model, input: 'Hi.' } }),
  messages: (model: string) => ({ path: '/v1/messages', body: { model, messages, max_tokens: 9 } }),
  gemini: (model: string) => ({
    path: `/v1beta/models/${model}:generateContent`,
    body: { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }] },
  }),
  ollama: (model: string) => ({ path: '/api/chat', body: { model, messages, stream: false } }),
} satisfies Record<string, (model: string) => { path: string; body: Body }>
