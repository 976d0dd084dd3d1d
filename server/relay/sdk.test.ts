import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/money/recomputed-row.ts'

const text = 'Water finds its way through the gate, slowly.'

oneGateway((gateway) => {
  let upstream: Upstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startUpstream('upstream')
    root = await gateway().asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { type: 47, base_url: upstream.url, models: 'plain' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  afterEach(async () => {
    const { database, domain } = gateway().plane
    await domain.ledger.drain()
    expect(await findBrokenInvariants(database)).toEqual([])
    expect(await findWrongCharges(database, recomputeRow)).toEqual([])
  })

  it('serves the official Anthropic client from a channel that speaks chat, whole and streamed', async () => {
    const client = new Anthropic({ apiKey: key, baseURL: gateway().url, maxRetries: 0 })
    const question = {
      model: 'plain',
      max_tokens: 64,
      messages: [{ role: 'user' as const, content: 'Say something.' }],
    }
    const whole = await client.messages.create(question)
    expect(whole.content).toMatchObject([{ type: 'text', text: expect.stringContaining('Water') }])
    expect(whole.usage).toMatchObject({
      input_tokens: upstreamUsage.prompt_tokens,
      output_tokens: upstreamUsage.completion_tokens,
    })
    const streamed = await client.messages.stream(question).finalMessage()
    expect(streamed.content).toMatchObject([{ type: 'text', text }])
    expect(streamed.stop_reason).toBe('end_turn')
  })

  it('serves the official Google client from a channel that speaks chat, whole and streamed', async () => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway().url } })
    const question = { model: 'plain', contents: 'Say something.' }
    const whole = await client.models.generateContent(question)
    expect(whole.text).toContain('Water')
    expect(whole.usageMetadata).toMatchObject({ promptTokenCount: upstreamUsage.prompt_tokens })
    let streamed = ''
    for await (const chunk of await client.models.generateContentStream(question)) streamed += chunk.text ?? ''
    expect(streamed).toBe(text)
  })

  it('serves the official OpenAI client its newer dialect the same way', async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${gateway().url}/v1`, maxRetries: 0 })
    const whole = await client.responses.create({ model: 'plain', input: 'Say something.' })
    expect(whole.output_text).toContain('Water')
    const streamed = await client.responses.stream({ model: 'plain', input: 'Say something.' }).finalResponse()
    expect(streamed.output_text).toBe(text)
    expect(streamed.usage).toMatchObject({ input_tokens: upstreamUsage.prompt_tokens })
  })
})
