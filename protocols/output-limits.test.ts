import { describe, expect, it } from 'vitest'
import { protocols } from './index.ts'
import type { JsonObject } from './json/json.ts'
import type { Protocol } from './protocol.ts'

/** A request that most dialects of words can read. */
const request: JsonObject = {
  model: 'some-model',
  messages: [{ role: 'user', content: 'Hi' }],
  contents: [{ parts: [{ text: 'Hi' }] }],
  input: 'Hi',
  prompt: 'Hi',
}
const limits: readonly JsonObject[] = [
  { max_tokens: 900 },
  { max_completion_tokens: 900 },
  { max_tokens: 900, max_completion_tokens: 900 },
  { max_output_tokens: 900 },
  { generationConfig: { maxOutputTokens: 900, temperature: 1 } },
  { generation_config: { max_output_tokens: 900 } },
  { options: { num_predict: 900, seed: 7 } },
]

const limitOf = ({ request: { outline } }: Protocol, body: JsonObject): number | undefined => {
  try {
    return outline(body).maximumOutput
  } catch {
    return undefined
  }
}

const limited = protocols.flatMap((protocol) =>
  limits
    .filter((limit) =>
      Object.entries(limit).every(([name, said]) => limitOf(protocol, { ...request, [name]: said }) === 900),
    )
    .map((limit) => ({ name: protocol.name, protocol, limit })),
)

describe('A limit of the answer', () => {
  it.each(limited)('can be lowered in $name, under the name it has there: $limit', ({ protocol, limit }) => {
    const body = { ...request, ...limit }
    const lowered = { ...body, ...protocol.request.limit?.(body, 77) }
    expect(limitOf(protocol, lowered)).toBe(77)
    expect(JSON.stringify(lowered)).toBe(JSON.stringify(body).replaceAll('900', '77'))
  })

  it.each([...new Set(limited.map(({ protocol }) => protocol))])('can be set in $name where none was', (protocol) => {
    expect(limitOf(protocol, { ...request, ...protocol.request.limit?.(request, 77) })).toBe(77)
  })

  // Anthropic's own 0 fills a cache, and Ollama's writes nothing.
  it.each(limited.filter(({ name }) => name.startsWith('openai')))(
    'is none where it is 0 in $name, and goes to no upstream: $limit',
    ({ protocol, limit }) => {
      const none = JSON.parse(JSON.stringify({ ...request, ...limit }).replaceAll('900', '0'))
      const outline = protocol.request.outline(none)
      expect(outline.maximumOutput).toBeUndefined()
      const sent = protocol.request.amend(Buffer.from(JSON.stringify(none)), none, outline, 'some-model')
      expect(JSON.parse(sent.toString())).toEqual(request)
      if (protocol.common?.kind === 'chat') {
        expect(protocol.common.client.readRequest({ ...none, prompt: undefined }).maximumOutput).toBeUndefined()
      }
    },
  )
})
