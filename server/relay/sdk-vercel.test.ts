import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { embed, generateText, isStepCount, Output, streamText, tool } from 'ai'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { capableArguments, capableObject, capableText } from '#testing/capable-upstream.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

sdkBench(({ gateway, key }) => {
  const openai = () => createOpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1` })
  const anthropic = () => createAnthropic({ apiKey: key(), baseURL: `${gateway().url}/v1` })
  const router = () => createOpenRouter({ apiKey: key(), baseURL: `${gateway().url}/api/v1` })
  const translated = {
    'chat, as clients of a router ask': () => router().chat('plain'),
    chat: () => openai().chat('plain'),
    'responses, translated': () => openai().responses('plain'),
    'messages, translated': () => anthropic()('plain'),
    'messages, as they are': () => anthropic()('claude-native'),
  }
  const ways = { ...translated, 'responses, as they are': () => openai().responses('kept') }
  const asking = { prompt: 'Say something.', maxOutputTokens: 100, maxRetries: 0 }

  describe.each(Object.entries(ways))('a model by way of %s', (_name, model) => {
    it('generates and streams', async () => {
      const whole = await generateText({ model: model(), ...asking })
      expect(whole.text).toBe(capableText)
      expect(whole.usage).toMatchObject({ inputTokens: 11, outputTokens: 9 })
      const streamed = streamText({ model: model(), ...asking })
      let text = ''
      for await (const piece of streamed.textStream) text += piece
      expect(text).toBe(capableText)
      expect(await streamed.usage).toMatchObject({ inputTokens: 11, outputTokens: 9 })
    })
  })

  describe.each(Object.entries(translated))('a model by way of %s', (_name, model) => {
    it('uses tools until there is an answer', async () => {
      const asked: unknown[] = []
      const { text } = await generateText({
        model: model(),
        ...asking,
        stopWhen: isStepCount(3),
        tools: {
          weather: tool({
            description: 'Tells the weather.',
            inputSchema: z.object({ city: z.string() }),
            execute: async (given) => {
              asked.push(given)
              return 'sunny'
            },
          }),
        },
      })
      expect(asked).toEqual([capableArguments])
      expect(text).toContain('sunny')
    })
  })

  it.each(['chat', 'responses, translated'] as const)('keeps to a schema by way of %s', async (way) => {
    const schema = z.object({ city: z.string(), degrees: z.number() })
    const { output } = await generateText({
      model: ways[way](),
      ...asking,
      output: Output.object({ schema }),
    })
    expect(output).toEqual(capableObject)
  })

  it('embeds', async () => {
    const { embedding } = await embed({ model: openai().embedding('kept'), value: 'one', maxRetries: 0 })
    expect(embedding).toEqual([0.25, -0.5, 1])
  })
})
