import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { writeErrorEvent } from './error.ts'
import { readClientEvent, readServerEvent } from './events.ts'
import { createLocalCount } from './local-count.ts'

const bytes = (message: unknown) => Buffer.from(JSON.stringify(message))
const client = (message: unknown) => readClientEvent(bytes(message))
const server = (message: unknown) => readServerEvent(bytes(message))
const done = (usage: unknown, rest: object = {}) =>
  server({ type: 'response.done', response: { id: 'resp_1', status: 'completed', usage }, ...rest })

describe('the usage of a response', () => {
  const usage = {
    total_tokens: 190,
    input_tokens: 140,
    output_tokens: 50,
    input_token_details: {
      cached_tokens: 40,
      text_tokens: 60,
      audio_tokens: 70,
      image_tokens: 10,
      cached_tokens_details: { text_tokens: 25, audio_tokens: 15, image_tokens: 0 },
    },
    output_token_details: { text_tokens: 20, audio_tokens: 30 },
  }

  it('is made into disjoint classes', () => {
    expect(done(usage)).toMatchObject({
      kind: 'response_done',
      id: 'resp_1',
      status: 'completed',
      usage: { input: 35, cacheRead: 40, audioInput: 55, imageInput: 10, output: 20, audioOutput: 30 },
    })
  })

  it('is found beside the response too, where some tell it', () => {
    expect(done({}, { usage })).toMatchObject({ usage: { cacheRead: 40 } })
    expect(done(null)).toMatchObject({ kind: 'response_done', usage: undefined })
  })

  it('never becomes a bill from broken figures', () => {
    expect(done({ input_tokens: -5, output_tokens: 'x' })).toMatchObject({ usage: undefined })
    const broken = { input_tokens: 10, output_tokens: 1, input_token_details: { cached_tokens: 50, audio_tokens: 99 } }
    expect(done(broken)).toMatchObject({ usage: { input: 0, cacheRead: 10, audioInput: 0, output: 1 } })
  })
})

describe('the usage of a transcription', () => {
  const transcribed = (usage: unknown) =>
    server({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'hi', usage })

  it('is told in tokens or in seconds', () => {
    const details = { text_tokens: 2, audio_tokens: 8 }
    const tokens = {
      type: 'tokens',
      input_tokens: 10,
      output_tokens: 3,
      input_token_details: details,
      total_tokens: 13,
    }
    expect(transcribed(tokens)).toMatchObject({
      usage: { kind: 'tokens', usage: { input: 2, audioInput: 8, output: 3 } },
    })
    expect(transcribed({ type: 'duration', seconds: 2.5 })).toEqual({
      kind: 'transcription',
      usage: { kind: 'duration', seconds: 2.5 },
    })
  })

  it.each([undefined, null, {}, { type: 'duration', seconds: -1 }, { type: 'duration', seconds: 'x' }])(
    'is none for %j',
    (usage) => {
      expect(transcribed(usage)).toEqual({ kind: 'transcription', usage: undefined })
    },
  )
})

describe('what a session says of itself', () => {
  it("is read in today's words", () => {
    const session = {
      type: 'realtime',
      model: 'gpt-realtime',
      instructions: 'be brief',
      max_output_tokens: 500,
      audio: {
        input: { format: { type: 'audio/pcmu' }, transcription: { model: 'whisper-1' } },
        output: { format: { type: 'audio/pcm', rate: 16_000 }, voice: 'marin' },
      },
    }
    expect(client({ type: 'session.update', session })).toEqual({
      kind: 'session',
      session: {
        model: 'gpt-realtime',
        voice: 'marin',
        transcriptionModel: 'whisper-1',
        instructions: 'be brief',
        tools: undefined,
        maximumOutput: 500,
        inputBytesPerSecond: 8000,
        outputBytesPerSecond: 32_000,
      },
    })
  })

  it("is read in the beta's words", () => {
    const session = {
      model: 'gpt-4o-realtime-preview',
      voice: 'alloy',
      input_audio_format: 'pcm16',
      output_audio_format: 'g711_alaw',
      input_audio_transcription: { model: 'whisper-1' },
      max_response_output_tokens: 'inf',
    }
    expect(server({ type: 'session.created', session })).toMatchObject({
      session: {
        model: 'gpt-4o-realtime-preview',
        voice: 'alloy',
        transcriptionModel: 'whisper-1',
        maximumOutput: undefined,
        inputBytesPerSecond: 48_000,
        outputBytesPerSecond: 8000,
      },
    })
  })
})

describe('messages that are counted along', () => {
  const sound = Buffer.alloc(4800).toString('base64')

  it('knows sound by the names of the beta and of today, wherever its type stands', () => {
    for (const type of ['response.audio.delta', 'response.output_audio.delta']) {
      expect(server({ type, response_id: 'r', delta: sound })).toEqual({ kind: 'output_audio', bytes: 4800 })
    }
    expect(client({ type: 'input_audio_buffer.append', audio: sound })).toEqual({ kind: 'input_audio', bytes: 4800 })
    expect(client({ audio: sound, type: 'input_audio_buffer.append' })).toEqual({ kind: 'input_audio', bytes: 4800 })
  })

  it('knows text, transcripts and arguments', () => {
    const types = ['text', 'output_text', 'audio_transcript', 'output_audio_transcript', 'function_call_arguments']
    for (const type of types) {
      expect(server({ type: `response.${type}.delta`, delta: 'abc' })).toEqual({ kind: 'output_text', text: 'abc' })
    }
  })

  it('knows the words that are for one response', () => {
    const input = [{ type: 'message', content: [{ type: 'input_text', text: 'now' }] }]
    const wanted = client({ type: 'response.create', response: { instructions: 'sing ', input } })
    expect(wanted).toEqual({ kind: 'response_wanted', text: 'sing now' })
    const count = createLocalCount()
    count.client(wanted)
    expect(count.seen().input).toBe(3)
    expect(count.take().input).toBe(3)
    expect(count.seen().input).toBe(0)
  })

  it('does not take words for marks', () => {
    const content = [{ type: 'input_text', text: '"type":"input_audio_buffer.append"' }]
    const item = { type: 'message', role: 'user', content }
    expect(client({ type: 'conversation.item.create', item })).toMatchObject({ kind: 'input_text' })
  })

  it('lets everything else and what is no message pass', () => {
    expect(client({ type: 'response.cancel' })).toEqual({ kind: 'other' })
    expect(client({ type: 'response.create' })).toEqual({ kind: 'response_wanted', text: '' })
    expect(server({ type: 'rate_limits.updated' })).toEqual({ kind: 'other' })
    for (const text of ['', 'no json', '[]', 'null']) {
      expect(readServerEvent(Buffer.from(text))).toEqual({ kind: 'other' })
      expect(readClientEvent(Buffer.from(text))).toEqual({ kind: 'other' })
    }
  })

  it('makes usage of it where the upstream tells none', () => {
    const count = createLocalCount()
    const tools = [{ type: 'function', name: 'f', description: 'd', parameters: {} }]
    count.client(client({ type: 'session.update', session: { instructions: 'word '.repeat(30), tools } }))
    const minute = Buffer.alloc(48_000 * 60).toString('base64')
    count.client(client({ type: 'input_audio_buffer.append', audio: minute }))
    count.server(server({ type: 'response.output_audio.delta', delta: minute }))
    count.server(server({ type: 'response.output_audio_transcript.delta', delta: 'abcdef' }))
    count.server(done(undefined))
    expect(count.take()).toMatchObject({ input: 44, output: 2, audioInput: 1667, audioOutput: 834 })
    count.server(done(undefined))
    expect(count.take()).toMatchObject({ input: 10, output: 0, audioInput: 0, audioOutput: 0 })
  })
})

describe('errors', () => {
  it('are read from the upstream', () => {
    const error = { type: 'invalid_request_error', code: 'c', message: 'm', param: 'p', event_id: null }
    expect(server({ type: 'error', event_id: 'e', error })).toEqual({
      kind: 'error',
      problem: { message: 'm', type: 'invalid_request_error', code: 'c', parameter: 'p' },
    })
  })

  it('are told to the client', () => {
    const error = { kind: 'no_credit', status: 403, code: 'quota_insufficient', message: 'nothing is left' } as const
    expect(JSON.parse(writeErrorEvent(error, 'event_1'))).toEqual({
      type: 'error',
      event_id: 'event_1',
      error: {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: 'nothing is left',
        param: null,
        event_id: null,
      },
    })
  })
})

describe.skipIf(!recordingsPresent)('recorded sessions', () => {
  it.each(recordingsOf('openai-realtime').map((each) => [each.id, each] as const))('meters %s', (_id, each) => {
    const frames = (each.response.ws ?? []).filter(({ dir }) => dir === 'server').map(({ data }) => server(data))
    const responses = frames.flatMap((event) => (event.kind === 'response_done' ? [event.usage] : []))
    expect(responses.length).toBe(each.expected.responses)
    const text = frames.map((event) => (event.kind === 'output_text' ? event.text : '')).join('')
    expect(text).toContain(each.expected.text ?? each.expected.transcript)
    const expected = each.expected.usage_by_response
    if (!Array.isArray(expected)) {
      expect(responses).toMatchObject([{ input: 10, audioInput: 146, output: 15, audioOutput: 170 }])
      return
    }
    const found = responses.map((usage) =>
      usage === undefined
        ? undefined
        : { input: inputTokens(usage), output: outputTokens(usage), cached: usage.cacheRead },
    )
    expect(found).toMatchObject(expected.map(({ input, output, cached }) => ({ input, output, cached })))
  })
})
