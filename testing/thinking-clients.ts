import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { type Content, type GenerateContentResponse, GoogleGenAI } from '@google/genai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { generateText, isStepCount, type LanguageModel, streamText, tool } from 'ai'
import OpenAI from 'openai'
import * as z from 'zod'

/** As loose as parsing leaves it. */
type Json = ReturnType<typeof JSON.parse>

/** Where a client asks, and which model. */
type Asked = { url: string; key: string; model: string; streams: boolean }

/** Goes through a loop of tools as its client does, sending back what it got; answers what was said at the end. */
export type ThinkingClient = (asked: Asked) => Promise<string>

const description = 'Looks.'
const parameters = { type: 'object' as const, properties: {} }
const question = 'Look.'
const mostTurns = 4

/** One of the clients that run the loop by themselves. */
const vercel =
  (modelOf: (asked: Asked) => LanguageModel, providerOptions = {}): ThinkingClient =>
  async (asked) => {
    const options = {
      model: modelOf(asked),
      prompt: question,
      maxRetries: 0,
      stopWhen: isStepCount(mostTurns),
      tools: { look: tool({ description, inputSchema: z.object({}), execute: async () => 'seen' }) },
      providerOptions,
    }
    if (!asked.streams) return (await generateText(options)).text
    const stream = streamText(options)
    await stream.consumeStream()
    return stream.text
  }

export const thinkingClients: Readonly<Record<string, ThinkingClient>> = {
  chat: async ({ url, key, model, streams }) => {
    const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }]
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const asking = {
        ...{ model, messages, reasoning_effort: 'low' as const },
        tools: [{ type: 'function' as const, function: { name: 'look', description, parameters } }],
      }
      const message = streams
        ? await client.chat.completions.stream(asking).finalMessage()
        : (await client.chat.completions.create(asking)).choices[0]?.message
      if (message?.tool_calls === undefined) return message?.content ?? ''
      const seen = message.tool_calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'seen' }))
      messages.push(message, ...seen)
    }
    return ''
  },
  'chat by way of a router': vercel(({ url, key, model }) =>
    createOpenRouter({ apiKey: key, baseURL: `${url}/v1` }).chat(model),
  ),
  responses: async ({ url, key, model, streams }) => {
    const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
    const input: Json[] = [{ role: 'user', content: question }]
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const asking = {
        ...{ model, input, store: false, include: ['reasoning.encrypted_content' as const] },
        reasoning: { summary: 'auto' as const },
        tools: [{ type: 'function' as const, name: 'look', description, parameters, strict: false }],
      }
      const answer = streams
        ? await client.responses.stream(asking).finalResponse()
        : await client.responses.create(asking)
      const calls = answer.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
      if (calls.length === 0) return answer.output_text
      const seen = calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'seen' }))
      input.push(...answer.output, ...seen)
    }
    return ''
  },
  'responses by another client': vercel(
    ({ url, key, model }) => createOpenAI({ apiKey: key, baseURL: `${url}/v1` }).responses(model),
    {
      openai: {
        store: false,
        include: ['reasoning.encrypted_content'],
        reasoningSummary: 'auto',
        forceReasoning: true,
      },
    },
  ),
  messages: async ({ url, key, model, streams }) => {
    const client = new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const asking = {
        ...{ model, messages, max_tokens: 4096 },
        thinking: { type: 'enabled' as const, budget_tokens: 1024 },
        tools: [{ name: 'look', description, input_schema: parameters }],
      }
      const answer = streams
        ? await client.messages.stream(asking).finalMessage()
        : await client.messages.create(asking)
      const calls = answer.content.filter((block) => block.type === 'tool_use')
      if (calls.length === 0) return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
      const seen = calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'seen' }))
      messages.push({ role: 'assistant', content: answer.content }, { role: 'user', content: seen })
    }
    return ''
  },
  'messages by another client': vercel(
    ({ url, key, model }) => createAnthropic({ apiKey: key, baseURL: `${url}/v1` })(model),
    { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
  ),
  contents: async ({ url, key, model, streams }) => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } })
    const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }]
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const tools = [{ functionDeclarations: [{ name: 'look', description, parametersJsonSchema: parameters }] }]
      const asking = { model, contents, config: { tools, thinkingConfig: { includeThoughts: true } } }
      const pieces: GenerateContentResponse[] = []
      if (!streams) pieces.push(await client.models.generateContent(asking))
      else for await (const piece of await client.models.generateContentStream(asking)) pieces.push(piece)
      const parts = pieces.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
      const calls = parts.filter(({ functionCall }) => functionCall !== undefined)
      if (calls.length === 0) return parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('')
      const seen = calls.map(() => ({ functionResponse: { name: 'look', response: { output: 'seen' } } }))
      contents.push({ role: 'model', parts }, { role: 'user', parts: seen })
    }
    return ''
  },
  'contents by another client': vercel(
    ({ url, key, model }) => createGoogle({ apiKey: key, baseURL: `${url}/v1beta` })(model),
    { google: { thinkingConfig: { includeThoughts: true } } },
  ),
}
