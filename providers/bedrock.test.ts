import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ChatUpstream } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { openaiChat } from '#protocols/openai-chat/index.ts'
import { chatOf } from '#testing/chat-dialects.ts'
import { expectAsRecorded, readRecorded, recordedBytes } from '#testing/recorded-chat.ts'
import { type Recording, recordingsOf } from '#testing/recordings.ts'
import { channelFacts, headerPairs, stillEnvironment, wantedCall } from '#testing/wanted.ts'
import { bedrock } from './bedrock.ts'
import { bedrockConverse } from './bedrock-converse/index.ts'
import type { Dialect } from './dialect.ts'
import type { Route } from './provider.ts'

const key = 'AKIDEXAMPLE|secret|eu-west-1'
const routeOf = (model: string, fields = {}): Route =>
  bedrock.route(channelFacts(), wantedCall({ model, ...fields }), key)

const upstreamOf = (dialect: Dialect): ChatUpstream => {
  if (typeof dialect === 'string') {
    return chatOf('anthropic-messages').upstream
  }
  if (dialect.kind !== 'chat') throw new Error('not a chat dialect')
  return dialect.upstream
}

const named = (all: readonly Recording[]) => all.map((each) => [each.id, each] as const)

describe('addresses', () => {
  it('come from the region in the key, and the model from its table or as it is', () => {
    expect(routeOf('claude-sonnet-4-5-20250929')).toMatchObject({
      origin: 'https://bedrock-runtime.eu-west-1.amazonaws.com',
      path: '/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
      dialect: 'anthropic-messages',
      modelInBody: false,
    })
    expect(routeOf('claude-3-5-haiku-20241022').path).toBe('/model/anthropic.claude-3-5-haiku-20241022-v1%3A0/invoke')
    expect(routeOf('nova-lite-v1:0', { stream: true })).toMatchObject({
      path: '/model/amazon.nova-lite-v1%3A0/converse-stream',
      dialect: bedrockConverse,
    })
    const profile = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/x'
    expect(routeOf(profile).path).toBe(`/model/${encodeURIComponent(profile)}/converse`)
  })

  it('take what the operator gives instead', () => {
    const facts = channelFacts({ baseUrl: 'https://proxy.example/aws' })
    const { origin, path } = bedrock.route(facts, wantedCall({ model: 'claude-3-haiku-20240307', stream: true }), key)
    expect(origin + path).toBe(
      'https://proxy.example/aws/model/eu.anthropic.claude-3-haiku-20240307-v1%3A0/invoke-with-response-stream',
    )
  })
})

describe('who we are', () => {
  const request = { origin: 'https://a.example', path: '/model/x/invoke', method: 'POST', body: Buffer.from('{}') }
  const headersOf = async (secret: string) =>
    headerPairs(
      await bedrock.headers(channelFacts(), secret, { ...request, wanted: wantedCall({}) }, stillEnvironment()),
    )

  it('is signed with a key pair', async () => {
    expect((await headersOf(key)).authorization).toContain('AKIDEXAMPLE/20251121/eu-west-1/bedrock/aws4_request')
  })

  it('is told plainly with a key of the newer kind', async () => {
    expect(await headersOf('ABSK123|eu-west-1')).toEqual({ authorization: 'Bearer ABSK123' })
    expect(bedrock.route(channelFacts(), wantedCall({ model: 'x' }), 'ABSK123|eu-west-1').origin).toContain('eu-west-1')
  })
})

describe('requests to Claude', () => {
  const changesOf = (body: Record<string, unknown>, fields = {}) =>
    routeOf('claude-sonnet-4-5-20250929', fields).changes?.(body)

  it('leave out what this road does not know and carry version and betas in the body', () => {
    const body = { model: 'x', stream: true, max_tokens: 5, metadata: {}, service_tier: 'auto', messages: [] }
    const headers = { 'anthropic-beta': 'a, b' }
    expect({ ...body, ...changesOf(body, { headers }) }).toEqual({
      max_tokens: 5,
      messages: [],
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['a', 'b'],
    })
  })

  it('say no more of tools than is understood, and refuse a search of the web that stands alone', () => {
    const tools = [{ name: 't', eager_input_streaming: true, input_schema: {} }]
    const choice = { type: 'tool', name: 't', disable_parallel_tool_use: true }
    expect(changesOf({ max_tokens: 5, tools, tool_choice: choice })).toMatchObject({
      tools: [{ name: 't', input_schema: {} }],
      tool_choice: { type: 'tool', name: 't' },
    })
    expect(() => changesOf({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] })).toThrow(ProtocolError)
  })
})

describe('the list of models', () => {
  it('is asked of the service in a signed call', () => {
    const list = bedrock.modelList?.(channelFacts(), key, stillEnvironment())
    expect(list?.url).toBe('https://bedrock.eu-west-1.amazonaws.com/foundation-models')
    expect(list?.headers.authorization).toContain('SignedHeaders=host;x-amz-date')
    expect(list?.read({ modelSummaries: [{ modelId: 'amazon.nova-lite-v1:0' }, {}] })).toEqual([
      'amazon.nova-lite-v1:0',
    ])
  })
})

const isTitan = ({ request }: Recording) => JSON.stringify(request?.body ?? '').includes('textGenerationConfig')
const answered = (protocol: string) =>
  recordingsOf(protocol).filter((each) => each.response.status === 200 && !isTitan(each))
const failed = (protocol: string) => recordingsOf(protocol).filter(({ response }) => response.status >= 400)

describe.skipIf(recordingsOf('bedrock-invoke').length === 0)('recorded answers', () => {
  const read = (recording: Recording, model: string, size?: number) => {
    const { dialect, unframe } = routeOf(model, { stream: recording.streaming })
    return readRecorded(recording, upstreamOf(dialect), { unframe }, size)
  }

  it.each(named(answered('bedrock-invoke')))('of Claude are read: %s', (_id, each) => {
    expectAsRecorded(read(each, 'claude-3-haiku-20240307'), each)
  })

  it.each(named(answered('bedrock-converse')))('of other models are read however they are cut: %s', (_id, each) => {
    expectAsRecorded(read(each, 'nova-lite-v1:0'), each)
    if (each.streaming) expect(read(each, 'nova-lite-v1:0', 7)).toEqual(read(each, 'nova-lite-v1:0'))
  })

  it.each(named([...failed('bedrock-converse'), ...failed('bedrock-invoke')]))(
    'that are errors are told: %s',
    (_id, each) => {
      const problem = upstreamOf(bedrockConverse).readError(each.response.status, recordedBytes(each))
      expect(problem.message).toBe(JSON.parse(each.response.body ?? '').message)
    },
  )
})

describe('failures inside a stream', () => {
  const failure = (name: string, message: string): Buffer =>
    frameOf({ ':message-type': 'exception', ':exception-type': name }, { message })

  it('are told in the dialect that is read next', () => {
    const invoke = routeOf('claude-3-haiku-20240307', { stream: true }).unframe?.()
    expect(invoke?.push(failure('throttlingException', 'too many'))?.toString()).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"too many"}}\n\n',
    )
    const { unframe } = routeOf('nova-lite-v1:0', { stream: true })
    const reader = upstreamOf(bedrockConverse).createReader()
    const events = reader.push(unframe?.().push(failure('modelTimeoutException', 'too long')) ?? Buffer.alloc(0))
    expect(events).toEqual([
      {
        type: 'error',
        problem: { message: 'too long', type: 'modelTimeoutException', code: undefined, parameter: undefined },
      },
    ])
  })

  it('include a frame that never came to its end', () => {
    const unframing = routeOf('nova-lite-v1:0', { stream: true }).unframe?.()
    unframing?.push(failure('x', 'y').subarray(0, 20))
    expect(unframing?.end()?.toString()).toContain('broke off')
  })
})

describe('requests to other models', () => {
  const write = (body: Record<string, unknown>, model = 'amazon.nova-2-lite-v1:0') => {
    if (openaiChat.common?.kind !== 'chat') throw new Error('not a chat dialect')
    const request = openaiChat.common.client.readRequest({ model, ...body })
    return upstreamOf(bedrockConverse).writeRequest(request, { model, defaultMaximumOutput: 1, fetchesUrls: false })
  }

  it('hold the whole conversation, results of tools and pictures among it', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call.1', type: 'function', function: { name: 't', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call.1', content: 'ok' },
      { role: 'user', content: 'Go on' },
    ]
    const tools = [{ type: 'function', function: { name: 't', description: 'd', parameters: { type: 'object' } } }]
    expect(
      write({ messages, tools, tool_choice: 'required', max_tokens: 9, temperature: 1.5, top_k: 3, stop: 'x' }),
    ).toEqual({
      system: [{ text: 'Be brief.' }],
      messages: [
        { role: 'user', content: [{ text: 'Look' }, { image: { format: 'png', source: { bytes: 'QUJD' } } }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 't', input: { a: 1 } } }] },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: 'ok' }] } }, { text: 'Go on' }],
        },
      ],
      inferenceConfig: { maxTokens: 9, temperature: 1.5, stopSequences: ['x'] },
      toolConfig: {
        tools: [{ toolSpec: { name: 't', description: 'd', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { any: {} },
      },
      additionalModelRequestFields: { inferenceConfig: { topK: 3 } },
    })
  })

  it('name the tools of calls in the conversation although the client names none any more', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 't', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: '1', content: 'b' },
    ]
    expect(write({ messages }).toolConfig).toEqual({
      tools: [{ toolSpec: { name: 't', inputSchema: { json: { type: 'object', properties: {} } } } }],
    })
  })

  it('ask for thinking where the model has a say in it', () => {
    const body = { messages: [{ role: 'user', content: 'a' }], max_tokens: 9, reasoning_effort: 'high' }
    expect(write(body)).toMatchObject({
      additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
    })
    expect(write(body)).not.toHaveProperty('inferenceConfig')
    expect(write(body, 'amazon.nova-lite-v1:0')).toMatchObject({ inferenceConfig: { maxTokens: 9 } })
  })

  it('refuse what cannot be said', () => {
    const messages = [{ role: 'user', content: 'a' }]
    expect(() => write({ messages, n: 2 })).toThrow(ProtocolError)
  })
})

const frameOf = (headers: Record<string, string>, payload: unknown): Buffer => {
  const encoded = Object.entries(headers).map(([name, value]) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(Buffer.byteLength(value))
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)])
  })
  const head = Buffer.concat(encoded)
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + head.length + body.length)
  prelude.writeUInt32BE(head.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const rest = Buffer.concat([prelude, head, body])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(rest))
  return Buffer.concat([rest, check])
}
