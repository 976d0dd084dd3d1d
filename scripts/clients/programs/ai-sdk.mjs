import { embedMany, generateText, Output, stepCountIs, streamText, tool } from 'ai'
import * as z from 'zod'
import { question, refusal, tell, weatherOf, world } from './tell.mjs'

// Its warnings about names that it does not know tell nothing here.
globalThis.AI_SDK_LOG_WARNINGS = false

const v1 = `${world.address}/v1`

/** How each provider of this package is made with a key, its models, and how it is asked to think. */
export const ways = {
  chat: async (apiKey) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const provider = createOpenAI({ apiKey, baseURL: v1 })
    return { model: (name) => provider.chat(name), vectors: (name) => provider.textEmbeddingModel(name) }
  },
  responses: async (apiKey) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const provider = createOpenAI({ apiKey, baseURL: v1 })
    return {
      model: (name) => provider.responses(name),
      vectors: (name) => provider.textEmbeddingModel(name),
      thinking: { openai: { reasoningEffort: 'low', reasoningSummary: 'auto', forceReasoning: true } },
      // Nothing is kept at the other end.
      always: { openai: { store: false } },
    }
  },
  anthropic: async (apiKey) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const provider = createAnthropic({ apiKey, baseURL: v1 })
    return {
      model: (name) => provider(name),
      thinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
    }
  },
  google: async (apiKey) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    const provider = createGoogleGenerativeAI({ apiKey, baseURL: `${world.address}/v1beta` })
    return {
      model: (name) => provider(name),
      vectors: (name) => provider.textEmbeddingModel(name),
      thinking: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'low' } } },
    }
  },
  router: async (apiKey) => {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
    const provider = createOpenRouter({ apiKey, baseURL: `${world.address}/api/v1` })
    return {
      model: (name) => provider.chat(name),
      vectors: (name) => provider.textEmbeddingModel(name),
      thinking: { openrouter: { reasoning: { effort: 'low' } } },
    }
  },
}

const merged = (one = {}, other = {}) =>
  Object.fromEntries([...Object.keys(one), ...Object.keys(other)].map((key) => [key, { ...one[key], ...other[key] }]))

export const featuresOf = async (way) => {
  const { model, vectors, thinking, always } = await ways[way](world.key ?? 'none')
  const asking = (name, { thinks = false, ...rest } = {}) => ({
    model: model(name),
    maxRetries: 0,
    providerOptions: merged(always, thinks ? thinking : {}),
    ...(rest.messages ? {} : { prompt: question }),
    ...rest,
  })
  const ask = (name, rest) => generateText(asking(name, rest))
  const told = ({ text, reasoningText, usage, steps }) => ({
    text,
    thought: steps?.map((step) => step.reasoningText ?? '').join('') || reasoningText,
    input: usage.inputTokens,
    output: usage.outputTokens,
    calls: steps?.flatMap(({ toolCalls }) => toolCalls.map(({ toolName, input }) => [toolName, input])),
  })
  const stream = async (name, rest) => {
    const failures = []
    const running = streamText({ ...asking(name, rest), onError: ({ error }) => failures.push(error) })
    let count = 0
    for await (const _ of running.textStream) count += 1
    if (failures.length > 0) throw failures[0]
    const [text, reasoningText, usage, steps] = await Promise.all([
      running.text,
      running.reasoningText,
      running.usage,
      running.steps,
    ])
    return { ...told({ text, reasoningText, usage, steps }), inPieces: count > 1 }
  }
  const withTools = {
    stopWhen: stepCountIs(3),
    tools: {
      weather: tool({
        description: 'Tells the weather.',
        inputSchema: z.object({ city: z.string() }),
        execute: async (given) => weatherOf(given),
      }),
    },
  }
  return {
    plain: async (name) => told(await ask(name)),
    streamed: (name) => stream(name),
    tools: async (name) => told(await ask(name, withTools)),
    streamedTools: (name) => stream(name, withTools),
    picture: async (name) => {
      const content = [
        { type: 'text', text: 'What is it?' },
        { type: 'file', data: world.picture, mediaType: 'image/png' },
      ]
      return told(await ask(name, { messages: [{ role: 'user', content }] }))
    },
    schema: async (name) => {
      const schema = z.object({ city: z.string(), degrees: z.number() })
      return (await ask(name, { output: Output.object({ schema }) })).output
    },
    reasoning: async (name) => told(await ask(name, { thinks: true })),
    streamedReasoning: (name) => stream(name, { thinks: true }),
    reasoningTools: async (name) => told(await ask(name, { ...withTools, thinks: true })),
    system: async (name) => told(await ask(name, { system: 'Be brief.' })),
    limit: async (name) => {
      const answer = await ask(name, { maxOutputTokens: 16 })
      return { ...told(answer), isCut: answer.finishReason === 'length' }
    },
    stop: async (name) => told(await ask(name, { stopSequences: ['gate'] })),
    refused: (name) => refusal(() => ask(name)),
    refusedStream: (name) => refusal(() => stream(name)),
    wrongKey: async (name) => {
      const wrong = await ways[way]('sk-wrong')
      return refusal(() => generateText({ ...asking(name), model: wrong.model(name) }))
    },
    vectors: async (name) =>
      (await embedMany({ model: vectors(name), values: ['one', 'two'], maxRetries: 0 })).embeddings,
  }
}

if (import.meta.main) await tell(await featuresOf(process.argv[2]))
