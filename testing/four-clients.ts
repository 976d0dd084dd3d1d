import type { RelayAnswer } from './relay-client.ts'

type Json = ReturnType<typeof JSON.parse>

/** What a client asks, in no dialect. */
export type Wish = {
  model: string
  words: string
  streams: boolean
  tool?: { name: string; schema: object } | undefined
  /** Base64 of a PNG. */
  picture?: string | undefined
}

/** What it understood of the answer. */
type Understood = {
  text: string
  calls: { name: string; arguments: unknown }[]
  used: { input: number | undefined; output: number | undefined }
}

/** A client that knows one dialect and nothing else, written from its documents alone. */
export type DialectClient = {
  asks: (wish: Wish) => { path: string; body: object; headers: Record<string, string> }
  understands: (answer: RelayAnswer, streams: boolean) => Understood
  /** The sentence of a refusal. */
  refusalIn: (json: Json) => string
}

const limit = 200
const dataOf = (picture: string): string => `data:image/png;base64,${picture}`
const events = ({ text }: RelayAnswer): Json[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data))
const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

const chat: DialectClient = {
  asks: ({ model, words, streams, tool, picture }) => ({
    path: '/v1/chat/completions',
    headers: {},
    body: {
      ...{ model, max_tokens: limit },
      messages: [{ role: 'user', content: picture === undefined ? words : chatParts(words, picture) }],
      ...(streams ? { stream: true, stream_options: { include_usage: true } } : {}),
      ...(tool === undefined
        ? {}
        : {
            tools: [
              { type: 'function', function: { name: tool.name, description: 'Tells.', parameters: tool.schema } },
            ],
          }),
    },
  }),
  understands: (answer, streams) => {
    if (!streams) {
      const { object, choices, usage } = answer.json
      demand(object === 'chat.completion' && choices.length === 1, answer.text)
      return chatUnderstood(choices[0].message, usage)
    }
    demand(answer.text.endsWith('data: [DONE]\n\n'), 'no end mark')
    const chunks = events(answer)
    for (const { object } of chunks) demand(object === 'chat.completion.chunk', `an object of ${object}`)
    const choices = chunks.flatMap((chunk) => chunk.choices)
    const made: Json[] = []
    for (const call of choices.flatMap(({ delta }) => delta.tool_calls ?? [])) {
      demand(Number.isInteger(call.index), 'a call without its index')
      made[call.index] ??= { function: { name: '', arguments: '' } }
      made[call.index].function.name += call.function?.name ?? ''
      made[call.index].function.arguments += call.function?.arguments ?? ''
    }
    const content = choices.map(({ delta }) => delta.content ?? '').join('')
    demand(
      choices.some(({ finish_reason }) => finish_reason),
      'no end',
    )
    return chatUnderstood({ content, tool_calls: made }, chunks.findLast(({ usage }) => usage)?.usage)
  },
  refusalIn: ({ error }) => error.message,
}

const chatParts = (text: string, picture: string) => [
  { type: 'text', text },
  { type: 'image_url', image_url: { url: dataOf(picture) } },
]
const chatUnderstood = ({ content, tool_calls = [] }: Json, usage: Json): Understood => ({
  text: content ?? '',
  calls: tool_calls.map(({ function: made }: Json) => ({ name: made.name, arguments: JSON.parse(made.arguments) })),
  used: { input: usage?.prompt_tokens, output: usage?.completion_tokens },
})

const responses: DialectClient = {
  asks: ({ model, words, streams, tool, picture }) => ({
    path: '/v1/responses',
    headers: {},
    body: {
      ...{ model, max_output_tokens: limit, store: false },
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: words },
            ...(picture === undefined ? [] : [{ type: 'input_image', image_url: dataOf(picture), detail: 'auto' }]),
          ],
        },
      ],
      ...(streams ? { stream: true } : {}),
      ...(tool === undefined
        ? {}
        : {
            tools: [
              { type: 'function', name: tool.name, description: 'Tells.', parameters: tool.schema, strict: false },
            ],
          }),
    },
  }),
  understands: (answer, streams) => {
    if (!streams) return responseUnderstood(answer.json)
    const told = events(answer)
    const last = told.at(-1)
    demand(last?.type === 'response.completed', `ended with ${last?.type}`)
    const understood = responseUnderstood(last.response)
    const pieces = told.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta)
    demand(pieces.join('') === understood.text, 'the pieces are not the text')
    return understood
  },
  refusalIn: ({ error }) => error.message,
}

const responseUnderstood = ({ object, status, output, usage }: Json): Understood => {
  demand(object === 'response' && status === 'completed', `an object of ${object}, ${status}`)
  return {
    text: output
      .flatMap(({ type, content }: Json) => (type === 'message' ? content : []))
      .map(({ text }: Json) => text)
      .join(''),
    calls: output
      .filter(({ type }: Json) => type === 'function_call')
      .map((call: Json) => ({ name: call.name, arguments: JSON.parse(call.arguments) })),
    used: { input: usage?.input_tokens, output: usage?.output_tokens },
  }
}

const messages: DialectClient = {
  asks: ({ model, words, streams, tool, picture }) => ({
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: {
      ...{ model, max_tokens: limit },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: words },
            ...(picture === undefined
              ? []
              : [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } }]),
          ],
        },
      ],
      ...(streams ? { stream: true } : {}),
      ...(tool === undefined ? {} : { tools: [{ name: tool.name, description: 'Tells.', input_schema: tool.schema }] }),
    },
  }),
  understands: (answer, streams) => {
    if (!streams) {
      const { type, content, stop_reason, usage } = answer.json
      demand(type === 'message' && stop_reason !== null, answer.text)
      return messageUnderstood(content, usage)
    }
    const told = events(answer)
    demand(told[0]?.type === 'message_start' && told.at(-1)?.type === 'message_stop', 'no whole message')
    const blocks: Json[] = []
    let end: Json = {}
    for (const event of told) {
      if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block, json: '' }
      else if (event.type === 'content_block_delta') {
        blocks[event.index].text += event.delta.text ?? ''
        blocks[event.index].json += event.delta.partial_json ?? ''
      } else if (event.type === 'message_delta') end = event
    }
    const whole = blocks.map(({ json, ...block }) => (json === '' ? block : { ...block, input: JSON.parse(json) }))
    demand(typeof end.delta?.stop_reason === 'string', 'no reason to end')
    return messageUnderstood(whole, { ...told[0].message.usage, ...end.usage })
  },
  refusalIn: ({ type, error }) => (type === 'error' ? error.message : ''),
}

const messageUnderstood = (content: Json[], usage: Json): Understood => ({
  text: content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join(''),
  calls: content.flatMap(({ type, name, input }) => (type === 'tool_use' ? [{ name, arguments: input }] : [])),
  used: { input: usage?.input_tokens, output: usage?.output_tokens },
})

const contents: DialectClient = {
  asks: ({ model, words, streams, tool, picture }) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:${streams ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: {},
    body: {
      contents: [
        {
          role: 'user',
          parts: [
            { text: words },
            ...(picture === undefined ? [] : [{ inlineData: { mimeType: 'image/png', data: picture } }]),
          ],
        },
      ],
      generationConfig: { maxOutputTokens: limit },
      ...(tool === undefined
        ? {}
        : {
            tools: [
              { functionDeclarations: [{ name: tool.name, description: 'Tells.', parametersJsonSchema: tool.schema }] },
            ],
          }),
    },
  }),
  understands: (answer, streams) => {
    const pieces = streams ? events(answer) : [answer.json]
    const candidates = pieces.flatMap((piece) => piece.candidates ?? [])
    const parts: Json[] = candidates.flatMap(({ content }) => content?.parts ?? [])
    demand(
      candidates.some(({ finishReason }) => finishReason),
      'no end',
    )
    const usage = pieces.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata
    return {
      text: parts.flatMap(({ text, thought }) => (thought || text === undefined ? [] : [text])).join(''),
      calls: parts.flatMap(({ functionCall: call }) => (call ? [{ name: call.name, arguments: call.args }] : [])),
      used: { input: usage?.promptTokenCount, output: usage?.candidatesTokenCount },
    }
  },
  refusalIn: ({ error }) => (typeof error.code === 'number' ? error.message : ''),
}

/** One of each dialect in which conversations are asked for. */
export const fourClients = { chat, responses, messages, contents } satisfies Record<string, DialectClient>
