/** A request as rich as clients send it, one for each path of the relay that takes JSON. */
export type TypicalRequest = {
  title: string
  path: string
  /** The type of a channel that speaks the same dialect, so that bytes pass through. */
  channelType: keyof typeof typicalModels
  body: Readonly<Record<string, unknown>>
}

/** One for each type of channel, so that no request is written in another dialect on its way. */
export const typicalModels = {
  1: 'typical',
  14: 'typical-messages',
  24: 'typical-google',
  38: 'typical-rerank',
} as const

const parameters = {
  type: 'object',
  description: 'Where to look.',
  properties: { city: { type: 'string', description: 'The name of a city.', enum: ['Rome', 'Bern'], default: 'Rome' } },
  required: ['city'],
}

const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'
const note = `data:text/plain;base64,${Buffer.from('A note about water and gates.').toString('base64')}`
const sound = Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt \u0000\u0001').toString('base64')

const chat = {
  model: typicalModels[1],
  messages: [
    { role: 'system', content: 'Be brief.', name: 'warden' },
    {
      role: 'user',
      name: 'visitor',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: picture, detail: 'low' } },
        { type: 'file', file: { filename: 'note.txt', file_data: note } },
        { type: 'input_audio', input_audio: { data: sound, format: 'wav' } },
      ],
    },
    {
      role: 'assistant',
      content: 'Let me look.',
      reasoning_content: 'A tool will tell.',
      refusal: 'I would rather not.',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"city":"Rome"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'It rains.' }] },
  ],
  tools: [{ type: 'function', function: { name: 'look', description: 'Looks around.', parameters } }],
  tool_choice: { type: 'function', function: { name: 'look' } },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'weather', description: 'Told shortly.', schema: parameters },
  },
  web_search_options: {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { city: 'Rome' } },
  },
  prediction: { type: 'content', content: 'It rains in Rome.' },
  stop: ['The end'],
  metadata: { purpose: 'a test' },
  user: 'visitor-1',
  n: 1,
  max_tokens: 20,
  max_completion_tokens: 20,
  temperature: 0.5,
  top_p: 0.9,
  presence_penalty: 0,
  frequency_penalty: 0,
  seed: 1,
  top_logprobs: 1,
  logprobs: true,
  stream: false,
}

const responses = {
  model: typicalModels[1],
  instructions: 'Be brief.',
  input: [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is it?' }] },
    {
      role: 'user',
      content: [
        { type: 'input_image', image_url: picture, detail: 'low' },
        { type: 'input_file', filename: 'note.txt', file_data: note },
      ],
    },
    { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"city":"Rome"}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'It rains.' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'A tool will tell.' }] },
  ],
  tools: [
    { type: 'function', name: 'look', description: 'Looks around.', parameters },
    {
      type: 'custom',
      name: 'write',
      description: 'Writes.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' },
    },
    { type: 'mcp', server_label: 'gate', server_description: 'Knows gates.', server_url: 'https://tools.example/mcp' },
  ],
  tool_choice: { type: 'function', name: 'look' },
  text: {
    format: { type: 'json_schema', name: 'weather', description: 'Told shortly.', schema: parameters },
    verbosity: 'low',
  },
  reasoning: { effort: 'low', summary: 'auto' },
  metadata: { purpose: 'a test' },
  user: 'visitor-1',
  max_output_tokens: 20,
  max_tool_calls: 3,
  temperature: 0.5,
  top_p: 0.9,
  top_logprobs: 1,
  store: false,
  stream: false,
}

const messages = {
  model: typicalModels[14],
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture.slice(22) } },
        {
          type: 'document',
          title: 'A note',
          context: 'Found at the gate.',
          source: { type: 'text', media_type: 'text/plain', data: 'About water.' },
        },
        {
          type: 'search_result',
          source: 'https://news.example/gates',
          title: 'Gates',
          content: [{ type: 'text', text: 'Open.' }],
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'A tool will tell.', signature: 'c2VhbGVk' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: { city: 'Rome' } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'It rains.' }] }],
    },
  ],
  tools: [{ name: 'look', description: 'Looks around.', input_schema: parameters }],
  tool_choice: { type: 'tool', name: 'look' },
  stop_sequences: ['The end'],
  metadata: { user_id: 'visitor-1' },
  max_tokens: 20,
  temperature: 0.5,
  top_p: 0.9,
  top_k: 5,
  stream: false,
}

const generate = {
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'What is it?' },
        { inlineData: { mimeType: 'image/png', data: picture.slice(22), displayName: 'picture' } },
        { inlineData: { mimeType: 'text/plain', data: note.slice(23) } },
        { fileData: { mimeType: 'text/plain', fileUri: 'https://files.example/note' } },
      ],
    },
    { role: 'model', parts: [{ functionCall: { name: 'look', args: { city: 'Rome' } } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'look', response: { told: 'It rains.' } } }] },
    {
      role: 'model',
      parts: [
        { text: 'A tool told.', thought: true },
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'one' } },
      ],
    },
    { role: 'user', parts: [{ text: 'And now?' }] },
  ],
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  tools: [{ functionDeclarations: [{ name: 'look', description: 'Looks around.', parameters }] }],
  toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  generationConfig: {
    maxOutputTokens: 20,
    candidateCount: 1,
    temperature: 0.5,
    topP: 0.9,
    topK: 5,
    seed: 1,
    stopSequences: ['The end'],
    responseMimeType: 'application/json',
    responseSchema: parameters,
    thinkingConfig: { thinkingBudget: 0, includeThoughts: false },
  },
  safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
  labels: { purpose: 'a-test' },
}

/** The same in the other spelling that Google accepts. */
const inSnakeCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  const renamed = Object.entries(value).map(([name, item]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    inSnakeCase(item),
  ])
  return Object.fromEntries(renamed)
}

const googles = 24
const generatePath = `/v1beta/models/${typicalModels[googles]}`

export const typicalRequests: readonly TypicalRequest[] = [
  { title: 'chat', path: '/v1/chat/completions', channelType: 1, body: chat },
  { title: 'responses', path: '/v1/responses', channelType: 1, body: responses },
  { title: 'messages', path: '/v1/messages', channelType: 14, body: messages },
  { title: 'messages to be counted', path: '/v1/messages/count_tokens', channelType: 14, body: withoutLimit(messages) },
  { title: 'generateContent', path: `${generatePath}:generateContent`, channelType: googles, body: generate },
  {
    title: 'generateContent in snake case',
    path: `${generatePath}:generateContent`,
    channelType: googles,
    body: { ...Object(inSnakeCase(generate)) },
  },
  {
    title: 'countTokens',
    path: `${generatePath}:countTokens`,
    channelType: googles,
    body: { generateContentRequest: { model: `models/${typicalModels[googles]}`, ...generate } },
  },
  {
    title: 'embedContent',
    path: `${generatePath}:embedContent`,
    channelType: googles,
    body: {
      model: `models/${typicalModels[googles]}`,
      content: { parts: [{ text: 'Water.' }] },
      taskType: 'RETRIEVAL_DOCUMENT',
      title: 'A note',
      outputDimensionality: 8,
    },
  },
  {
    title: 'batchEmbedContents',
    path: `${generatePath}:batchEmbedContents`,
    channelType: googles,
    body: {
      requests: [
        {
          model: `models/${typicalModels[googles]}`,
          content: { parts: [{ text: 'Water.' }] },
          outputDimensionality: 8,
        },
      ],
    },
  },
  {
    title: 'completions',
    path: '/v1/completions',
    channelType: 1,
    body: {
      model: typicalModels[1],
      prompt: ['Say something.', 'And more.'],
      suffix: 'Thanks.',
      n: 1,
      best_of: 1,
      max_tokens: 20,
      logprobs: 1,
      stop: 'The end',
      user: 'visitor-1',
    },
  },
  {
    title: 'embeddings',
    path: '/v1/embeddings',
    channelType: 1,
    body: {
      model: typicalModels[1],
      input: ['Water.', 'A gate.'],
      dimensions: 8,
      encoding_format: 'float',
      user: 'visitor-1',
    },
  },
  {
    title: 'moderations',
    path: '/v1/moderations',
    channelType: 1,
    body: {
      model: typicalModels[1],
      input: [
        { type: 'text', text: 'Water.' },
        { type: 'image_url', image_url: { url: picture } },
      ],
    },
  },
  {
    title: 'pictures',
    path: '/v1/images/generations',
    channelType: 1,
    body: {
      model: typicalModels[1],
      prompt: 'A gate.',
      n: 1,
      size: '1024x1024',
      quality: 'standard',
      response_format: 'b64_json',
      style: 'vivid',
      partial_images: 0,
      output_compression: 50,
      user: 'visitor-1',
    },
  },
  {
    title: 'speech',
    path: '/v1/audio/speech',
    channelType: 1,
    body: {
      model: typicalModels[1],
      input: 'Water.',
      instructions: 'Speak slowly.',
      voice: 'alloy',
      response_format: 'mp3',
      speed: 1,
    },
  },
  {
    title: 'rerank',
    path: '/v1/rerank',
    channelType: 38,
    body: {
      model: typicalModels[38],
      query: 'Water?',
      documents: ['Water.', { text: 'A gate.', title: 'Gates' }],
      top_n: 1,
    },
  },
]

/** The same in dialects that no upstream is spoken to in: these are written in another one on their way. */
export const translatedRequests: readonly TypicalRequest[] = [
  {
    title: 'a conversation in lines',
    path: '/api/chat',
    channelType: 1,
    body: {
      model: typicalModels[1],
      stream: false,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is it?', images: [picture.slice(picture.indexOf(',') + 1)] },
        {
          role: 'assistant',
          content: 'Let me look.',
          thinking: 'A tool will tell.',
          tool_calls: [{ id: 'call_1', function: { index: 0, name: 'look', arguments: { city: 'Rome' } } }],
        },
        { role: 'tool', tool_name: 'look', tool_call_id: 'call_1', content: 'It rains.' },
      ],
      tools: [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters } }],
      format: parameters,
      think: 'low',
      keep_alive: '5m',
      options: { num_ctx: 4096, num_predict: 100, temperature: 0.5, seed: 1, stop: ['END'] },
    },
  },
  {
    title: 'a prompt in lines',
    path: '/api/generate',
    channelType: 1,
    body: {
      model: typicalModels[1],
      stream: false,
      prompt: 'What is it?',
      system: 'Be brief.',
      images: [picture.slice(picture.indexOf(',') + 1)],
      options: { num_predict: 100 },
    },
  },
  {
    title: 'vectors in lines',
    path: '/api/embed',
    channelType: 1,
    body: { model: typicalModels[1], input: ['Water.', 'A gate.'], truncate: true, dimensions: 8 },
  },
  {
    title: 'one vector in lines',
    path: '/api/embeddings',
    channelType: 1,
    body: { model: typicalModels[1], prompt: 'Water.' },
  },
]

function withoutLimit({ max_tokens: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}
