/** Models of the default price list, so that each kind of call finds its own upstream. */
export const plainModel = 'gpt-4o-mini'
export const streamedModel = 'gpt-4.1-mini'
export const messagesModel = 'claude-sonnet-4-5'
export const slowModel = 'gpt-4.1-nano'
export const batchedModel = 'deepseek-v4-pro'

const prompt = 'Summarise the following notes in one short paragraph for a busy reader. '.repeat(12)

/** About one kilobyte, as a client sends it. */
export const chatBody = (model: string, stream: boolean): string =>
  JSON.stringify({
    model,
    messages: [
      { role: 'system', content: 'You answer briefly.' },
      { role: 'user', content: prompt },
    ],
    max_tokens: 100,
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  })

/** About two kilobytes, as a line of a batch. */
export const batchedCall = (id: string): string =>
  JSON.stringify({
    ...{ custom_id: id, method: 'POST', url: '/v1/chat/completions' },
    body: { model: batchedModel, messages: [{ role: 'user', content: prompt + prompt }], max_tokens: 100 },
  })

/** About 27 kilobytes: a conversation that has gone on for a while. */
export const longChatBody = (model: string): string =>
  JSON.stringify({
    model,
    messages: [
      { role: 'system', content: 'You answer briefly.' },
      ...Array.from({ length: 29 }, (_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: prompt })),
    ],
    max_tokens: 100,
  })

/** The same question as one of `chatBody`, streamed, in the other dialect. */
export const messagesBody = (model: string): string =>
  JSON.stringify({
    model,
    system: 'You answer briefly.',
    messages: [{ role: 'user', content: prompt }],
    max_tokens: 100,
    stream: true,
  })

const answer = 'The notes describe a plan in three steps, name who does what until when, and leave the cost open. '

/** About one kilobyte, with usage small enough for the quota a new root account has. */
export const chatAnswer = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: plainModel,
  choices: [{ index: 0, message: { role: 'assistant', content: answer.repeat(7) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
})

export const eventsPerStream = 100
export const eventSpacingMilliseconds = 20

const chunk = (rest: object): string => {
  const head = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_700_000_000, model: streamedModel }
  return `data: ${JSON.stringify({ ...head, ...rest })}\n\n`
}

const token = (index: number): string => `token${index} `

/** What an upstream writes at each beat of a stream; the last piece ends it. */
export const chatPieces: readonly string[] = [
  ...Array.from({ length: eventsPerStream }, (_, index) =>
    chunk({ choices: [{ index: 0, delta: { content: token(index) }, finish_reason: null }] }),
  ),
  `${chunk({
    choices: [],
    usage: { prompt_tokens: 20, completion_tokens: eventsPerStream, total_tokens: 20 + eventsPerStream },
  })}data: [DONE]\n\n`,
]

const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`

const message = {
  id: 'msg_bench',
  type: 'message',
  role: 'assistant',
  model: messagesModel,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 1 },
}

/** The same stream in the other dialect. */
export const messagesPieces: readonly string[] = [
  event('message_start', { message }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  ...Array.from({ length: eventsPerStream }, (_, index) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: token(index) } }),
  ),
  event('content_block_stop', { index: 0 }) +
    event('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: eventsPerStream },
    }) +
    event('message_stop', {}),
]
