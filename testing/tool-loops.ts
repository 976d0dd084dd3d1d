const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }

/** As loose as parsing leaves it. */
type Answer = ReturnType<typeof JSON.parse>
export type Speaker = {
  path: (model: string) => string
  ask: (model: string, history: readonly object[]) => object
  /** What a client sends with the next turn: what it was told, as it was told, and what the tool said. */
  goOn: (answer: Answer) => object[]
}

/** Clients in the middle of a loop of tools, by their dialects. */
export const speakers: Readonly<Record<string, Speaker>> = {
  'openai-chat': {
    path: () => '/v1/chat/completions',
    ask: (model, history) => ({
      model,
      messages: [{ role: 'user', content: 'Look.' }, ...history],
      tools: [{ type: 'function', function: tool }],
    }),
    goOn: (answer) => [answer.choices[0].message, { role: 'tool', tool_call_id: 'call_1', content: 'seen' }],
  },
  'openai-responses': {
    path: () => '/v1/responses',
    ask: (model, history) => ({
      model,
      store: false,
      reasoning: { summary: 'auto' },
      input: [{ role: 'user', content: 'Look.' }, ...history],
      tools: [{ type: 'function', ...tool }],
    }),
    goOn: (answer) => [...answer.output, { type: 'function_call_output', call_id: 'call_1', output: 'seen' }],
  },
  'anthropic-messages': {
    path: () => '/v1/messages',
    ask: (model, history) => ({
      model,
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [{ role: 'user', content: 'Look.' }, ...history],
      tools: [{ name: 'look', description: 'Looks.', input_schema: tool.parameters }],
    }),
    goOn: (answer) => [
      { role: 'assistant', content: answer.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'seen' }] },
    ],
  },
  gemini: {
    path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    ask: (_model, history) => ({
      contents: [{ role: 'user', parts: [{ text: 'Look.' }] }, ...history],
      tools: [{ functionDeclarations: [tool] }],
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    }),
    goOn: (answer) => [
      answer.candidates[0].content,
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: { said: 'seen' } } }] },
    ],
  },
}
