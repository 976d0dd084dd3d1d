import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Told } from '#testing/vendor-server.ts'
import { vendorBench } from '#testing/vendor-suite.ts'
import { startWebSocketVendor, type WebSocketVendor } from '#testing/web-socket-vendor.ts'

const text = 'Water 水 finds its way.'
/** A sign of Chinese writing counts twice. */
const characters = 23
const sound = Buffer.from('not a word, but samples of sound \x00\x01\x02', 'latin1')

describe('speech that comes as letters in events', () => {
  const bench = vendorBench(['qwen3-tts-flash', 'qwen3-tts-flash-realtime'], { type: 17, key: 'sk-d' })
  const speak = (more: object = {}) =>
    bench().call({ model: 'qwen3-tts-flash', input: text, voice: 'Cherry', ...more }, '/v1/audio/speech')

  const event = (output: object, name = 'result') =>
    `id:1\nevent:${name}\n:HTTP_STATUS/200\ndata:${JSON.stringify({ output, request_id: 'r-1' })}\n\n`
  const spoken = (...pieces: Buffer[]): Told => ({
    type: 'text/event-stream;charset=UTF-8',
    body: [
      ...pieces.map((piece) => event({ finish_reason: 'null', audio: { data: piece.toString('base64'), url: '' } })),
      event({ finish_reason: 'stop', audio: { data: '', url: 'https://sound.example/1.wav', expires_at: 1 } }),
    ],
  })

  it('is asked for to the letter, told as sound with a head, and paid by the character', async () => {
    bench().vendor.tell(spoken(sound.subarray(0, 11), sound.subarray(11)))
    const answer = await speak({ response_format: 'wav', instructions: 'Calmly.', language_type: 'English' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect(answer.bytes.toString('latin1', 0, 16)).toBe('RIFF\xff\xff\xff\xffWAVEfmt ')
    expect([answer.bytes.readUInt32LE(24), answer.bytes.readUInt16LE(34)]).toEqual([24_000, 16])
    expect(answer.bytes.subarray(44).equals(sound)).toBe(true)
    const call = bench().vendor.calls.at(-1)
    expect(call?.path).toBe('/api/v1/services/aigc/multimodal-generation/generation')
    expect(call?.headers).toMatchObject({ 'x-dashscope-sse': 'enable', authorization: 'Bearer sk-d' })
    expect(call?.text).toBe(
      '{"model":"qwen3-tts-flash","input":{"text":"Water 水 finds its way.","voice":"Cherry",' +
        '"instructions":"Calmly.","language_type":"English"}}',
    )
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: characters, quota: characters })
  })

  it('is told as bare samples to whoever asks for these, and keeps a head that it came with', async () => {
    const head = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(40, 1)])
    bench().vendor.tell(spoken(head, sound))
    const bare = await speak({ response_format: 'pcm' })
    expect([bare.headers.get('content-type'), bare.bytes]).toEqual(['audio/pcm', sound])
    const whole = await speak()
    expect([whole.headers.get('content-type'), whole.bytes]).toEqual(['audio/wav', Buffer.concat([head, sound])])
  })

  const problem = { code: 'InvalidParameter', message: 'Voice is not supported.', request_id: 'r-1' }
  it.each([
    ['with a status of its own', { status: 400, body: problem }],
    ['under a success', { body: problem }],
    [
      'in an event',
      {
        type: 'text/event-stream',
        body: [`id:1\nevent:error\n:HTTP_STATUS/400\ndata:${JSON.stringify(problem)}\n\n`],
      },
    ],
  ])('that is refused %s is no sound, and costs nothing', async (_, told) => {
    bench().vendor.tell(told)
    const answer = await speak()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.json.error.message).toContain('Voice is not supported.')
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('of which nothing comes costs nothing', async () => {
    bench().vendor.tell(spoken())
    const answer = await speak()
    expect([answer.status, answer.json.error.type]).toEqual([502, expect.any(String)])
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it.each([
    [{ response_format: 'mp3' }, 'response_format'],
    [{ stream_format: 'sse' }, 'stream_format'],
    [{ model: 'qwen3-tts-flash-realtime' }, 'model'],
  ])('is not asked for as it cannot be given: %o', async (more, member) => {
    const before = bench().vendor.calls.length
    const answer = await speak(more)
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringMatching(`^${member}`)])
    expect(bench().vendor.calls).toHaveLength(before)
  })
})

describe('speech over a line', () => {
  let lines: WebSocketVendor
  let heard: string[] = []
  let path: string | undefined
  beforeAll(async () => {
    lines = await startWebSocketVendor()
  })
  afterAll(() => lines.close())
  const bench = vendorBench(['cosyvoice-v3-flash'], { type: 17, key: 'sk-d' }, () => ({ base_url: lines.url }))
  const speak = (more: object = {}) =>
    bench().call({ model: 'cosyvoice-v3-flash', input: text, voice: 'longanyang', ...more }, '/v1/audio/speech')

  const idIn = (message: string) => JSON.parse(message).header.task_id
  const event = (name: string, message: string, more: object = {}) =>
    JSON.stringify({ header: { task_id: idIn(message), event: name, attributes: {}, ...more }, payload: {} })

  /** The vendor, as it documents itself; `after` is what becomes of the text. */
  const speaks = (after: (finish: string, say: (said: string | Buffer) => void) => void): void => {
    heard = []
    lines.tell({
      messages: [],
      admits: ({ headers, url }) => {
        path = url
        return headers.authorization === 'Bearer sk-d' ? undefined : { status: 401, body: { code: 'InvalidApiKey' } }
      },
      hears: (message, say) => {
        heard.push(message)
        const { action, task_id } = JSON.parse(message).header
        if (task_id !== idIn(heard[0] ?? '')) throw new Error('another task is spoken of')
        if (action === 'run-task') say(event('task-started', message))
        if (action === 'finish-task') after(message, say)
      },
    })
  }
  const speaksWell = () =>
    speaks((finish, say) => {
      for (const piece of [sound.subarray(0, 9), sound.subarray(9)]) {
        say(event('result-generated', finish))
        say(piece)
      }
      say(event('task-finished', finish))
    })

  it('is talked about to the letter, and its sound alone is told', async () => {
    speaksWell()
    const answer = await speak({ speed: 1.2, sample_rate: 24_000 })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(answer.bytes.equals(sound)).toBe(true)
    expect(path).toBe('/api-ws/v1/inference')
    const id = idIn(heard[0] ?? '')
    expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
    const header = (action: string) => `{"header":{"action":"${action}","task_id":"${id}","streaming":"duplex"}`
    expect(heard).toEqual([
      `${header('run-task')},"payload":{"task_group":"audio","task":"tts","function":"SpeechSynthesizer",` +
        '"model":"cosyvoice-v3-flash","parameters":{"text_type":"PlainText","voice":"longanyang","format":"mp3",' +
        '"rate":1.2,"sample_rate":24000},"input":{}}}',
      `${header('continue-task')},"payload":{"input":{"text":"Water 水 finds its way."}}}`,
      `${header('finish-task')},"payload":{"input":{}}}`,
    ])
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: characters, quota: characters })
    await expect.poll(() => lines.open()).toBe(0)
  })

  it('is told in pieces that are not too long for one message', async () => {
    speaksWell()
    const answer = await speak({ input: 'ab'.repeat(15_000), response_format: 'wav' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    const pieces = heard.slice(1, -1).map((message) => JSON.parse(message).payload.input.text)
    expect(pieces.map((piece) => piece.length)).toEqual([20_000, 10_000])
  })

  it.each([
    ['InvalidParameter', 400],
    ['Throttling.RateQuota', 429],
    ['InternalError', 502],
  ])('that fails with %s before a sound is an error of %i, and costs nothing', async (error_code, status) => {
    speaks((finish, say) => say(event('task-failed', finish, { error_code, error_message: 'Not spoken.' })))
    const answer = await speak()
    const told = status === 429 ? 'overloaded' : 'Not spoken.'
    expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringContaining(told)])
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('is refused with the handshake where the key is wrong', async () => {
    speaksWell()
    lines.tell({
      messages: [],
      admits: () => ({ status: 401, body: { code: 'InvalidApiKey', message: 'No such key.' } }),
    })
    const answer = await speak()
    // That a channel's key is wrong is nothing to tell its users.
    expect([answer.status, answer.json.error.type]).toEqual([502, expect.any(String)])
    expect(heard).toEqual([])
  })

  it('of which nothing comes costs nothing', async () => {
    speaks((finish, say) => say(event('task-finished', finish)))
    const answer = await speak()
    expect([answer.status, answer.json.error.type]).toEqual([502, expect.any(String)])
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('that breaks off in the middle does not look whole', async () => {
    let breakOff = () => {}
    speaks((finish, say) => {
      for (const _piece of [1, 2]) say(Buffer.alloc(4096, 7))
      const failure = event('task-failed', finish, { error_code: 'InternalError', error_message: 'Out of breath.' })
      breakOff = () => say(failure)
    })
    const { gateway, key } = bench()
    const response = await fetch(`${gateway.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'cosyvoice-v3-flash', input: text, voice: 'longanyang' }),
    })
    expect(response.status).toBe(200)
    breakOff()
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  it.each([
    [{ response_format: 'opus' }, 'response_format'],
    [{ stream_format: 'sse' }, 'stream_format'],
  ])('is not asked for as it cannot be given: %o', async (more, member) => {
    speaksWell()
    const answer = await speak(more)
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringMatching(`^${member}`)])
    expect(heard).toEqual([])
  })
})
