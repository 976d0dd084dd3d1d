import Anthropic from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { capableArguments, capableText } from '#testing/capable-upstream.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

sdkBench(({ gateway, key }) => {
  const client = () => new Anthropic({ apiKey: key(), baseURL: gateway().url, maxRetries: 0 })
  const asking = (model: string) => ({
    model,
    max_tokens: 64,
    messages: [{ role: 'user' as const, content: 'Say something.' }],
  })
  const weather = {
    name: 'weather',
    description: 'Tells the weather.',
    input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
  }

  it.each(['plain', 'claude-native'])('serves messages of %s: whole, in pieces and put together', async (model) => {
    const whole = await client().messages.create(asking(model))
    expect(whole.content).toMatchObject([{ type: 'text', text: capableText }])
    expect(whole.usage).toMatchObject({ input_tokens: 11, output_tokens: 9 })
    let text = ''
    for await (const event of await client().messages.create({ ...asking(model), stream: true })) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text
    }
    expect(text).toBe(capableText)
    const stream = client().messages.stream(asking(model))
    expect(await stream.finalText()).toBe(capableText)
    expect(await stream.finalMessage()).toMatchObject({ stop_reason: 'end_turn', usage: { output_tokens: 9 } })
  })

  it.each(['plain', 'claude-native'])('lets %s use a tool and tell what it said', async (model) => {
    const first = asking(model)
    const turn = await client()
      .messages.stream({ ...first, tools: [weather] })
      .finalMessage()
    expect(turn.stop_reason).toBe('tool_use')
    const use = turn.content.find((block) => block.type === 'tool_use')
    expect(use).toMatchObject({ name: 'weather', input: capableArguments })
    const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: 'sunny' }
    const answer = await client().messages.create({
      ...first,
      tools: [weather],
      messages: [...first.messages, { role: 'assistant', content: turn.content }, { role: 'user', content: [result] }],
    })
    expect(answer.content).toMatchObject([{ type: 'text', text: 'The tool says: sunny' }])
  })

  it('shows what a model thinks', async () => {
    const wish = { ...asking('thinks'), max_tokens: 4096, thinking: { type: 'enabled' as const, budget_tokens: 1024 } }
    const whole = await client().messages.create(wish)
    expect(whole.content).toMatchObject([{ type: 'thinking', thinking: 'Let me think.' }, { type: 'text' }])
    const streamed = await client().messages.stream(wish).finalMessage()
    expect(streamed.content).toMatchObject([{ type: 'thinking', thinking: 'Let me think.' }, { type: 'text' }])
  })

  it.each(['plain', 'claude-native'])('counts the tokens of %s', async (model) => {
    const { max_tokens: _, ...counted } = asking(model)
    const { input_tokens } = await client().messages.countTokens(counted)
    expect(input_tokens).toBeGreaterThan(3)
    expect(input_tokens).toBeLessThan(30)
  })

  it('lists models, and tells errors as the client knows them', async () => {
    const models: string[] = []
    for await (const { id } of client().models.list()) models.push(id)
    expect(models).toContain('claude-native')
    expect(await client().models.retrieve('plain')).toMatchObject({ id: 'plain', type: 'model' })
    await expect(client().models.retrieve('nowhere')).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    const wrong = new Anthropic({ apiKey: 'sk-wrong', baseURL: gateway().url, maxRetries: 0 })
    await expect(wrong.messages.create(asking('plain'))).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  })
})
