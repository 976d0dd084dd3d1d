import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { closeFor, problemOfClose } from './closing.ts'
import { createLocalCount } from './local-count.ts'
import { createServerReader, readClientMessage } from './messages.ts'
import { modelOf, setupFor } from './setup.ts'
import { withoutSound } from './sound-cut.ts'

const bytes = (message: unknown) => Buffer.from(JSON.stringify(message))
const second = Buffer.alloc(32_000).toString('base64')
const sound = { data: second, mimeType: 'audio/pcm;rate=16000' }

describe.skipIf(!recordingsPresent)('a recorded session', () => {
  it('is read as its maker counted it', () => {
    for (const { response, expected } of recordingsOf('gemini-live')) {
      const read = createServerReader('gemini-3.1-flash-live-preview')
      const messages = response.ws ?? []
      expect(messages[0]?.data).toHaveProperty('setup')
      for (const { dir, data } of messages)
        if (dir === 'client') expect(readClientMessage(bytes(data)).events).toHaveLength(1)
      const events = messages.flatMap(({ dir, data }) => (dir === 'server' ? read(bytes(data)) : []))
      const text = events.flatMap((event) => (event.kind === 'output_text' ? event.text : [])).join('')
      expect(text).toContain(expected.transcript)
      expect(text).toContain('get_weather')
      const [done, ...others] = events.filter((event) => event.kind === 'response_done')
      expect(others).toEqual([])
      expect(done?.usage).toMatchObject({ input: 482, audioInput: 0, output: 12, audioOutput: 57 })
      expect(done?.usage && [inputTokens(done.usage), outputTokens(done.usage)]).toEqual([482, 69])
      expect(events.at(-1)).toEqual({ kind: 'turn_done', isTold: true })
      expect(events.filter(({ kind }) => kind === 'kept')).toHaveLength(1)
    }
  })
})

describe('a message of a client', () => {
  it.each([
    ['sound', { realtimeInput: { audio: sound } }],
    [
      'sound in the older words',
      { realtime_input: { media_chunks: [{ data: second, mime_type: 'audio/pcm;rate=16000' }] } },
    ],
  ])('is known as so many seconds of sound: %s', (_title, message) => {
    const { events, checked } = readClientMessage(bytes(message))
    expect(events).toEqual([{ kind: 'input_audio', bytes: 32_001, bytesPerSecond: 32_000 }])
    expect(checked?.length).toBeLessThan(100)
    const count = createLocalCount()
    for (const event of events) count.client(event)
    expect(count.seen()).toMatchObject({ input: 0, audioInput: 26 })
  })

  it.each([
    ['beside sound', { realtimeInput: { audio: sound, text: 'read me' } }],
    ['in the place of sound', { realtimeInput: { audio: { ...sound, data: 'read me '.repeat(30) } } }],
    [
      'in the result of a tool',
      { toolResponse: { functionResponses: [{ name: 'f', response: { data: `read me${second}` } }] } },
    ],
    [
      'in a turn beside it',
      { realtimeInput: { audio: sound }, clientContent: { turns: [{ parts: [{ text: 'read me' }] }] } },
    ],
  ])('is looked through where words may be: %s', (_title, message) => {
    expect(readClientMessage(bytes(message)).checked?.toString()).toContain('read me')
  })

  it('keeps what an escape makes end elsewhere', () => {
    const text = `{"realtimeInput":{"audio":{"data":"${second}\\",\\"x","text":"read me"}}}`
    expect(withoutSound(Buffer.from(text)).toString()).toBe(text)
    expect(withoutSound(Buffer.from(`{"data" : "${second}" , "x":"data"}`)).toString()).toBe(
      '{"data" : 32001 , "x":"data"}',
    )
  })

  it('says what it holds in words, pictures and things that are kept', () => {
    const turns = [
      { parts: [{ text: 'What is ' }, { inlineData: { data: 'aaaa', mimeType: 'image/png' } }, { text: 'this?' }] },
    ]
    expect(readClientMessage(bytes({ clientContent: { turns } })).events).toEqual([
      { kind: 'input_text', text: 'What is this?', named: undefined },
      { kind: 'input_picture' },
    ])
    const setup = { model: 'models/m', session_resumption: { handle: 'h' } }
    expect(readClientMessage(bytes({ setup })).events).toMatchObject([
      { kind: 'session', named: [{ kind: 'session', id: 'h' }] },
    ])
    expect(readClientMessage(Buffer.from('no json'))).toMatchObject({ events: [] })
  })
})

describe('the figures of a turn', () => {
  const told = { usageMetadata: { promptTokenCount: 7, responseTokenCount: 3, totalTokenCount: 10 } }
  const over = { serverContent: { turnComplete: true } }

  it('may come before its end, with it, behind it, or not at all', () => {
    const kinds = (...messages: object[]) => {
      const read = createServerReader('m')
      return messages
        .flatMap((message) => read(bytes(message)))
        .map((event) => ('isTold' in event ? event.isTold : event.kind))
    }
    expect(kinds(told, over)).toEqual(['response_done', true])
    expect(kinds({ ...told, ...over })).toEqual(['response_done', true])
    expect(kinds(over, told, over)).toEqual([false, 'response_done', true])
    expect(kinds(over, over)).toEqual([false, false])
    expect(kinds({ usageMetadata: { promptTokenCount: 0 } })).toEqual([])
    expect(kinds({ goAway: { timeLeft: '50s' } }, { serverContent: { interrupted: true } })).toEqual([])
  })

  it('count what came behind them and before the end of the turn', () => {
    const count = createLocalCount()
    const read = createServerReader('m')
    const says = { serverContent: { modelTurn: { parts: [{ text: 'some words' }] } } }
    for (const event of [told, says].flatMap((message) => read(bytes(message)))) count.server(event)
    expect(count.seen().output).toBeGreaterThan(0)
    for (const event of read(bytes(over))) count.server(event)
    expect(count.seen().output).toBe(0)
  })
})

describe('a setup', () => {
  it('names its model with or without where it stands', () => {
    for (const model of [
      'm',
      'models/m',
      'publishers/google/models/m',
      'projects/p/locations/l/publishers/google/models/m',
    ]) {
      expect(modelOf({ model })).toBe('m')
    }
    expect(modelOf({})).toBe('')
    expect(() => modelOf({ model: 1 })).toThrow('must be a string')
  })

  it('is overwritten by the members that a key names, in either spelling, also by their absence', () => {
    const setup = { model: 'models/other', system_instruction: 'long', generationConfig: { temperature: 1, topK: 2 } }
    const own = { model: 'models/m', generation_config: { temperature: 0 } }
    expect(
      setupFor(setup, { setup: own, mask: ['model', 'systemInstruction', 'generationConfig.temperature'] }),
    ).toEqual({
      model: 'models/m',
      generationConfig: { temperature: 0, topK: 2 },
    })
    expect(setupFor(setup, { mask: ['generationConfig'] })).toEqual({
      model: 'models/other',
      system_instruction: 'long',
    })
    expect(setupFor(setup, { mask: [] })).toBe(setup)
    expect(setupFor(setup, { setup: own, mask: [] })).toEqual(own)
  })

  it('goes on with an earlier session where a key lets it', () => {
    const setup = { model: 'models/m', sessionResumption: { handle: 'h' } }
    expect(setupFor(setup, { setup: { model: 'models/m' }, mask: [] })).toEqual({ model: 'models/m' })
    expect(setupFor(setup, { setup: { model: 'models/m', session_resumption: {} }, mask: [] })).toEqual(setup)
  })
})

describe('a close', () => {
  it('tells an error by its code, and as much of its words as there is room for', () => {
    const error = { kind: 'limited', status: 429, code: 'c', message: `${'ä'.repeat(80)}` } as const
    const { code, reason } = closeFor(error)
    expect(code).toBe(1011)
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
    expect(reason).toBe(`${'ä'.repeat(60)}…`)
    expect(closeFor({ ...error, kind: 'request_invalid', message: 'no' })).toEqual({ code: 1007, reason: 'no' })
    expect(closeFor({ ...error, kind: 'no_credit', message: 'no' }).code).toBe(1008)
  })

  it.each([
    [1007, 'API key not valid. Please pass a valid API key.', 401],
    [1008, "Method doesn't allow unregistered callers", 401],
    [1008, 'models/m is not found for API version v1beta, or is not supported for bidiGenerateContent.', 404],
    [1007, 'Request contains an invalid argument.', 400],
    [1008, 'Operation is not implemented, or supported, or enabled.', 400],
    [1011, 'You exceeded your current quota, please check your plan and billing details.', 429],
    [1011, 'The service is currently unavailable.', 503],
    [1011, 'Deadline expired before operation could complete.', 504],
    [1011, '', 500],
    [1000, 'bye', undefined],
    [1001, '', undefined],
  ])('of an upstream is read: %i %s', (code, reason, status) => {
    expect(problemOfClose(code, reason)?.status).toBe(status)
  })
})
