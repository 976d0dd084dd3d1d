/** What the answers here tell they used, unless a test says otherwise. */
export const chatUsage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }

/** One choice with this message, and what it used. */
export const chatBody = (message: Record<string, unknown>, usage: unknown = chatUsage) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'answering',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  usage,
})

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'answering' }

/** One event of a stream. */
export const chatEvent = (fields: Record<string, unknown>): string =>
  `data: ${JSON.stringify({ ...head, usage: null, ...fields })}\n\n`

/** A small whole stream, an event for each of its parts: the words, then the end, what it used and the end mark. */
export const chatEvents = (words: readonly string[], fields: Record<string, unknown> = {}): string[] => {
  const choice = (delta: Record<string, unknown>, finish_reason: string | null) =>
    chatEvent({ ...fields, choices: [{ index: 0, delta, finish_reason }] })
  return [
    ...words.map((content) => choice({ content }, null)),
    choice({}, 'stop'),
    chatEvent({ ...fields, choices: [], usage: chatUsage }),
    'data: [DONE]\n\n',
  ]
}

/** The same as its bytes. */
export const chatStream = (words: readonly string[]): Buffer => Buffer.from(chatEvents(words).join(''))
