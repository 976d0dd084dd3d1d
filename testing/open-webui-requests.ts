import type { JsonObject } from '#protocols/json/json.ts'

/**
 * What Open WebUI 0.12.4 asked, recorded between it and a gateway that it had as both of its connections, OpenAI's and
 * Ollama's, each with a key. Prompts are shortened: a title, tags and questions to go on with are asked for in a page of
 * words. A recording of speech could not be made and is written down from its source.
 */
export type RecordedRequest = { what: string; path: string; body?: JsonObject; form?: Readonly<Record<string, string>> }

/** The same for every model of a conversation. */
export const conversationsOf = (model: string): readonly RecordedRequest[] => [
  { what: 'streamed', path: '/v1/chat/completions', body: { model, messages: [user], stream: true } },
  {
    what: 'with settings of the chat',
    path: '/v1/chat/completions',
    body: {
      model,
      messages: [{ role: 'system', content: 'Be brief.' }, user],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 100,
      stop: ['gate'],
      frequency_penalty: 0.1,
      seed: 7,
      reasoning_effort: 'low',
    },
  },
  {
    what: 'a title, tags, questions, searches',
    path: '/v1/chat/completions',
    body: { model, messages: [task], stream: false, max_tokens: 1000 },
  },
  {
    what: 'a picture',
    path: '/v1/chat/completions',
    body: { model, messages: [{ role: 'user', content: [words, { type: 'image_url', image_url }] }], stream: true },
  },
  { what: 'streamed, as Ollama', path: '/api/chat', body: { model, messages: [user], stream: true } },
  {
    what: 'with settings, as Ollama',
    path: '/api/chat',
    body: {
      model,
      messages: [{ role: 'system', content: 'Be brief.' }, user],
      options: { temperature: 0.5, num_ctx: 4096, stop: ['gate'], num_predict: 100 },
      stream: true,
    },
  },
  {
    what: 'a title, as Ollama',
    path: '/api/chat',
    body: { model, messages: [task], options: { num_predict: 1000 }, stream: false },
  },
  {
    what: 'a picture, as Ollama',
    path: '/api/chat',
    body: { model, messages: [{ role: 'user', content: 'What is it?', images: [picture] }], stream: true },
  },
  { what: 'a tool, as Ollama', path: '/api/chat', body: { model, messages: [user], stream: true, tools: [weather] } },
  { what: 'a prompt', path: '/api/generate', body: { model, prompt: 'Say something.', stream: true } },
  { what: 'letting a model go', path: '/api/generate', body: { model, keep_alive: 0, prompt: '' } },
  { what: 'what a model can', path: '/api/show', body: { model } },
]

export const lists: readonly RecordedRequest[] = [
  { what: 'models', path: '/v1/models' },
  { what: 'models, as Ollama', path: '/api/tags' },
  { what: 'loaded models', path: '/api/ps' },
  { what: 'whether it is there', path: '/api/version' },
]

/** For a model of vectors, of pictures and of sounds. */
export const othersOf = (model: string): readonly RecordedRequest[] => [
  { what: 'vectors', path: '/v1/embeddings', body: { model, input: ['one', 'two'] } },
  { what: 'vectors, as Ollama', path: '/api/embed', body: { model, input: ['one', 'two'] } },
  { what: 'a vector, as Ollama', path: '/api/embeddings', body: { model, prompt: 'one' } },
  { what: 'a picture', path: '/v1/images/generations', body: { model, prompt: 'a cat', n: 1, size: '512x512' } },
  { what: 'speech', path: '/v1/audio/speech', body: { input: 'hello', voice: 'alloy', model } },
  { what: 'what was said', path: '/v1/audio/transcriptions', form: { model, language: 'en' } },
]

/** Its client sends these with each request, beside the key. */
export const recordedHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Python/3.11 aiohttp/3.14.5',
}

const user = { role: 'user', content: 'Say something.' }
const task = { role: 'user', content: '### Task:\nA title, please.\n<chat_history>\nUSER: Hi.\n</chat_history>' }
const words = { type: 'text', text: 'What is it?' }
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image_url = { url: `data:image/png;base64,${picture}` }
const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Tells the weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
}
