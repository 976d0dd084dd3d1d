import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import { pieces, replyTo, stream, strictUsage } from '../strict/strict-question.ts'
import { plainQuestion, type Wire } from './wire.ts'

const usage = {
  prompt_tokens: strictUsage.input,
  completion_tokens: strictUsage.output,
  total_tokens: strictUsage.input + strictUsage.output,
}
const said = (asked: string): string => replyTo(plainQuestion(asked)).text
const turn = z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1) })
const lacks = ['tools', 'pictures'] as const

const streamEvents = (response: ServerResponse, events: readonly object[]): Promise<void> =>
  stream(
    response,
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
  )

const baiduRequest = z.strictObject({
  messages: z.array(turn).min(1),
  stream: z.boolean().optional(),
  system: z.string().optional(),
  max_output_tokens: z.number().min(2).optional(),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
})

/** The elder interface of Baidu: pieces of a result, refusals under a success. */
export const baiduWire: Wire = {
  lacks,
  failure: ({ message }) => ({ status: 200, body: { error_code: 336003, error_msg: message, id: 'as-1' } }),
  answer: ({ body }, response) => {
    const asked = baiduRequest.parse(body)
    const text = said(asked.messages.at(-1)?.content ?? '')
    const head = { id: 'as-1', object: 'chat.completion', created: 1, is_truncated: false, need_clear_history: false }
    if (asked.stream !== true) return answerJson(response, 200, { ...head, result: text, usage })
    const parts = pieces(text)
    return streamEvents(
      response,
      parts.map((result, sentence_id) => {
        const is_end = sentence_id === parts.length - 1
        return { ...head, sentence_id, is_end, result, usage: is_end ? usage : { prompt_tokens: 11, total_tokens: 11 } }
      }),
    )
  },
}

const zhipuRequest = z.strictObject({
  prompt: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  incremental: z.boolean().optional(),
})

/** Zhipu's third interface: bare texts in events with names, and one object at their end. */
export const zhipuV3Wire: Wire = {
  lacks,
  failure: ({ message }) => ({ status: 200, body: { code: 1214, msg: message, success: false } }),
  answer: ({ path, body }, response) => {
    const asked = zhipuRequest.parse(body)
    const text = said(asked.prompt.at(-1)?.content ?? '')
    if (path.endsWith('/invoke')) {
      const data = { task_id: 't1', request_id: 'r1', task_status: 'SUCCESS', usage }
      const choices = [{ role: 'assistant', content: JSON.stringify(text) }]
      return answerJson(response, 200, { code: 200, msg: 'ok', success: true, data: { ...data, choices } })
    }
    const meta = JSON.stringify({ task_id: 't1', request_id: 'r1', task_status: 'SUCCESS', usage })
    return stream(response, [
      ...pieces(text).map((piece) => `event:add\nid:r1\ndata:${piece}\n\n`),
      `event:finish\nid:r1\ndata:\nmeta:${meta}\n\n`,
    ])
  },
}

const palmRequest = z.strictObject({
  prompt: z.strictObject({
    context: z.string().optional(),
    messages: z.array(z.strictObject({ author: z.enum(['0', '1']), content: z.string() })).min(1),
  }),
  temperature: z.number().max(1).optional(),
})

/** Google's interface before Gemini, which answers whole and counts nothing. */
export const palmWire: Wire = {
  lacks,
  countsNothing: true,
  failure: ({ message, status }) => ({
    status,
    body: { error: { code: status, message, status: 'INVALID_ARGUMENT' } },
  }),
  answer: ({ body }, response) => {
    const { messages } = palmRequest.parse(body).prompt
    answerJson(response, 200, {
      candidates: [{ author: '1', content: said(messages.at(-1)?.content ?? '') }],
      messages,
    })
  },
}

const libraryRequest = z.strictObject({
  model: z.string(),
  query: z.string().min(1),
  libraryId: z.literal('library-1'),
  stream: z.boolean(),
})

/** Questions to a library of documents. */
export const libraryWire: Wire = {
  lacks,
  countsNothing: true,
  failure: ({ message }) => ({ status: 200, body: { success: false, errCode: 400, message } }),
  answer: ({ body }, response) => {
    const asked = libraryRequest.parse(body)
    const text = said(asked.query)
    if (!asked.stream) return answerJson(response, 200, { success: true, answer: text, documents: [] })
    const told = pieces(text).map((content) => ({ content, finish: false }))
    return streamEvents(response, [...told, { content: '', finish: true, model: asked.model, documents: [] }])
  },
}

const difyRequest = z.strictObject({
  inputs: z.strictObject({}),
  query: z.string().min(1),
  response_mode: z.enum(['streaming', 'blocking']),
  user: z.string().min(1),
  auto_generate_name: z.literal(false),
})

/** An application, with the steps it took on its way. */
export const difyWire: Wire = {
  lacks,
  failure: ({ message, status }) => ({ status, body: { code: 'invalid_param', message, status } }),
  answer: ({ body }, response) => {
    const asked = difyRequest.parse(body)
    const text = said(asked.query)
    const head = { conversation_id: 'c1', message_id: 'm1', created_at: 1 }
    const metadata = { usage: { ...usage, currency: 'USD' }, retriever_resources: [] }
    if (asked.response_mode === 'blocking') {
      return answerJson(response, 200, { event: 'message', ...head, mode: 'chat', answer: text, metadata })
    }
    return streamEvents(response, [
      { event: 'workflow_started', ...head, data: { id: 'w1' } },
      ...pieces(text).map((answer) => ({ event: 'message', ...head, answer })),
      { event: 'workflow_finished', ...head, data: { status: 'succeeded', outputs: { answer: text } } },
      { event: 'message_end', ...head, metadata },
    ])
  },
}
