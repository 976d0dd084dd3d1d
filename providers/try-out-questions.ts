import type { JsonObject } from '#protocols/json/json.ts'

type Wanted = 'text' | 'tools' | 'picture'

/** How one dialect asks, and how its answers show that what was wanted was done. */
type Question = {
  path: (model: string, streamed: boolean) => string
  query: string
  body: (model: string, streamed: boolean, wants: Wanted) => JsonObject
  /** The answer in the dialect of the question. */
  callsTool: RegExp
}

const words: Record<Wanted, string> = {
  text: 'Say hi.',
  tools: 'What is the weather in Paris? Ask the tool.',
  picture: 'Which colour is this picture? Answer with the name of the colour in capital letters.',
}

/** A red square of 32 by 32. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC'
const mediaType = 'image/png'
const pictureUrl = `data:${mediaType};base64,${picture}`

/** Whoever saw the picture says so. */
export const namesColour = /\b(?:RED|Red)\b/

const tool = { name: 'weather', description: 'Tells the weather of a city.' }
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
/** Enough for those that think first. */
const mostTokens = 300

const only = (isWanted: boolean, members: JsonObject): JsonObject => (isWanted ? members : {})

/** The chat dialects that clients speak, by their names. */
export const questions = {
  'openai-chat': {
    path: () => '/v1/chat/completions',
    query: '',
    body: (model, stream, wants) => {
      const text = { type: 'text', text: words[wants] }
      const content = wants === 'picture' ? [text, { type: 'image_url', image_url: { url: pictureUrl } }] : words[wants]
      return {
        ...{ model, stream, max_tokens: mostTokens, messages: [{ role: 'user', content }] },
        ...only(wants === 'tools', { tools: [{ type: 'function', function: { ...tool, parameters } }] }),
      }
    },
    callsTool: /"tool_calls":\s*\[\s*\{/,
  },
  'openai-responses': {
    path: () => '/v1/responses',
    query: '',
    body: (model, stream, wants) => {
      const text = { type: 'input_text', text: words[wants] }
      const content = wants === 'picture' ? [text, { type: 'input_image', image_url: pictureUrl }] : [text]
      return {
        ...{ model, stream, store: false, max_output_tokens: mostTokens, input: [{ role: 'user', content }] },
        ...only(wants === 'tools', { tools: [{ type: 'function', ...tool, parameters, strict: false }] }),
      }
    },
    callsTool: /"type":\s*"function_call"/,
  },
  'anthropic-messages': {
    path: () => '/v1/messages',
    query: '',
    body: (model, stream, wants) => {
      const text = { type: 'text', text: words[wants] }
      const source = { type: 'base64', media_type: mediaType, data: picture }
      const content = wants === 'picture' ? [{ type: 'image', source }, text] : [text]
      return {
        ...{ model, stream, max_tokens: mostTokens, messages: [{ role: 'user', content }] },
        ...only(wants === 'tools', { tools: [{ ...tool, input_schema: parameters }] }),
      }
    },
    callsTool: /"type":\s*"tool_use"/,
  },
  'gemini-generate': {
    path: (model, streamed) =>
      `/v1beta/models/${encodeURIComponent(model)}:${streamed ? 'streamGenerateContent' : 'generateContent'}`,
    query: 'alt=sse',
    body: (_model, _streamed, wants) => {
      const inlineData = { mimeType: mediaType, data: picture }
      const parts = [...(wants === 'picture' ? [{ inlineData }] : []), { text: words[wants] }]
      return {
        ...{ contents: [{ role: 'user', parts }], generationConfig: { maxOutputTokens: mostTokens } },
        ...only(wants === 'tools', { tools: [{ functionDeclarations: [{ ...tool, parameters }] }] }),
      }
    },
    callsTool: /"functionCall":\s*\{/,
  },
} satisfies Record<string, Question>

export const questionOf = (dialect: string): Question | undefined =>
  new Map<string, Question>(Object.entries(questions)).get(dialect)
