import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { capableText } from '#testing/capable-upstream.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

const weather = {
  type: 'function' as const,
  name: 'weather',
  description: 'Tells the weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: false,
}

sdkBench(({ gateway, key, upstream }) => {
  const client = () => new OpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1`, maxRetries: 0 })
  type Asked = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'stream'>
  const ask = (body: Asked, streamed: boolean) =>
    streamed ? client().responses.stream(body).finalResponse() : client().responses.create(body)
  const rolesRead = () =>
    upstream()
      .calls.at(-1)
      ?.body.messages.map(({ role }: { role: string }) => role)

  describe.each(['plain', 'thinks', 'claude-native', 'gemini-native'])(
    'the openai client, with an upstream: %s',
    (model) => {
      it.each([false, true])('goes on by the id of an answer, with tools and back: streamed %s', async (streamed) => {
        const first = await ask({ model, input: 'Say something.', tools: [weather] }, streamed)
        const [call] = first.output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []))
        const output = { type: 'function_call_output' as const, call_id: call ?? '', output: 'sunny' }
        const second = await ask({ model, input: [output], previous_response_id: first.id, tools: [weather] }, streamed)
        expect(second.output_text).toBe('The tool says: sunny')
        const third = await ask({ model, input: 'And?', previous_response_id: second.id }, streamed)
        expect(third.output_text).toBe(capableText)
        expect(rolesRead()).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
        const items = []
        for await (const item of client().responses.inputItems.list(third.id, { order: 'asc', limit: 2 }))
          items.push(item)
        expect(items.map(({ type }) => type).filter((type) => type !== 'reasoning')).toEqual([
          ...['message', 'function_call', 'function_call_output', 'message', 'message'],
        ])
        expect((await client().responses.retrieve(third.id)).output_text).toBe(capableText)
      })

      it.each([false, true])('goes on by the names of items: streamed %s', async (streamed) => {
        const first = await ask({ model, input: 'Say something.' }, streamed)
        const input = first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }))
        const said = await ask({ model, input: [...input, { role: 'user', content: 'And?' }] }, streamed)
        expect(said.output_text).toBe(capableText)
        expect(rolesRead().slice(-2)).toEqual(['assistant', 'user'])
      })
    },
  )

  it('tells the openai client of an answer that is gone as its maker does, and counts for it', async () => {
    const { id } = await ask({ model: 'plain', input: 'Say something.' }, false)
    await client().responses.delete(id)
    await expect(ask({ model: 'plain', input: 'And?', previous_response_id: id }, false)).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    })
    const counted = await client().responses.inputTokens.count({ model: 'plain', input: 'Say something.' })
    expect(counted).toEqual({ object: 'response.input_tokens', input_tokens: expect.any(Number) })
  })

  it.each(['plain', 'claude-native', 'gemini-native'])(
    'serves two turns with tools of the ai package: %s',
    async (model) => {
      const { responses } = createOpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1` })
      const options = {
        model: responses(model),
        tools: { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: () => 'sunny' }) },
        stopWhen: isStepCount(3),
        maxRetries: 0,
      }
      const messages: ModelMessage[] = [{ role: 'user', content: 'How is the weather?' }]
      const first = await generateText({ ...options, messages })
      expect(first.text).toBe('The tool says: sunny')
      messages.push(...first.steps.flatMap((step) => step.response.messages), {
        role: 'user',
        content: 'And tomorrow?',
      })
      const { tools: _tools, ...plain } = options
      const second = streamText({ ...plain, messages })
      expect(await second.text).toBe(capableText)
      expect(rolesRead()).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    },
  )
})
