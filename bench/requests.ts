/** Two models of the default price list, so that each kind of call finds its own upstream. */
export const plainModel = 'gpt-4o-mini'
export const streamedModel = 'gpt-4.1-mini'

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

export const streamEvent = (index: number): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: streamedModel,
    choices: [{ index: 0, delta: { content: `token${index} ` }, finish_reason: null }],
  })}\n\n`

const usage = { prompt_tokens: 20, completion_tokens: eventsPerStream, total_tokens: 20 + eventsPerStream }

export const streamEnd = `data: ${JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: streamedModel,
  choices: [],
  usage,
})}\n\ndata: [DONE]\n\n`
