import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnsweredCall, answerJson } from '#testing/answering-upstream.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { type SoundFormat, sounds } from '#testing/sounds.ts'

const models = ['tts-voice', 'voice', 'hears-transcribe', 'hears', 'gpt-image-drawn', 'drawn']

/**
 * How an answer ends: told to its end, left by its client when all but the end was there, or broken off there. One that
 * is `stalled` was left too, and its upstream does not end.
 */
const endings = ['whole', 'left', 'broken'] as const
type Ending = (typeof endings)[number] | 'stalled'

/** Pieces of an answer that come with a pause between them, and what stands behind them. */
type Served = { type: string; pieces: readonly (Buffer | string)[]; last: string }

const seconds = 30
/** As makers of such models count. */
const spoken = seconds * 20

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`

const cut = (bytes: Buffer, pieces = 5): Buffer[] => {
  const size = Math.ceil(bytes.length / pieces)
  return Array.from({ length: pieces }, (_, place) => bytes.subarray(place * size, (place + 1) * size))
}

const soundOf = ({ body }: AnsweredCall, tellsUsage: boolean): Served => {
  const format: SoundFormat = body.response_format ?? 'mp3'
  const sound = sounds[format](seconds)
  if (body.stream_format !== 'sse') return { type: 'audio/mpeg', pieces: cut(sound), last: '' }
  const usage = tellsUsage ? { usage: { input_tokens: 10, output_tokens: spoken, total_tokens: spoken + 10 } } : {}
  return {
    type: 'text/event-stream',
    pieces: cut(sound).map((piece) => event({ type: 'speech.audio.delta', audio: piece.toString('base64') })),
    last: event({ type: 'speech.audio.done', ...usage }),
  }
}

const words = 'Water finds its way. '.repeat(20)

const wordsOf = ({ text }: AnsweredCall, tells: object): Served => {
  const asked = /name="response_format"\r\n\r\n(\w+)/.exec(text)?.[1] ?? 'json'
  if (/name="stream"\r\n\r\ntrue/.test(text)) {
    const deltas = words.match(/.{1,60}/g) ?? []
    return {
      type: 'text/event-stream',
      pieces: deltas.map((delta) => event({ type: 'transcript.text.delta', delta })),
      last: event({ type: 'transcript.text.done', text: words, ...tells }),
    }
  }
  if (asked.includes('json')) {
    return { type: 'application/json', pieces: [], last: JSON.stringify({ text: words, ...tells }) }
  }
  return {
    type: 'text/plain',
    pieces: [],
    last: asked === 'text' ? words : `1\n00:00:00,000 --> 00:00:30,000\n${words}`,
  }
}

const picture = Buffer.alloc(3000).toString('base64')
const drawn = { size: '1024x1024', quality: 'medium' }

const picturesOf = ({ body }: AnsweredCall, tells: object): Served => {
  if (body.stream === true) {
    const sketch = (index: number) =>
      event({ type: 'image_generation.partial_image', b64_json: picture, partial_image_index: index, ...drawn })
    return {
      type: 'text/event-stream',
      pieces: [sketch(0), sketch(1)],
      last: event({ type: 'image_generation.completed', b64_json: picture, ...drawn, ...tells }),
    }
  }
  const data = Array.from({ length: body.n ?? 1 }, () => ({ b64_json: picture }))
  return { type: 'application/json', pieces: [], last: JSON.stringify({ created: 1, data, ...drawn, ...tells }) }
}

oneFaultBench(models, (bench) => {
  beforeAll(async () => {
    const { addChannel, upstream } = bench()
    await addChannel({ base_url: upstream.url, models: models.join() })
  })

  /** Serves an answer, and ends it as is wanted; resolves once its row is there. */
  const charge = async (
    path: string,
    body: Record<string, unknown> | FormData,
    serve: (call: AnsweredCall) => Served,
    ending: Ending = 'whole',
  ) => {
    const { upstream, gateway, key, rows } = bench()
    const before = (await rows()).total
    let gone: () => void = () => {}
    let leave: () => void = () => {}
    const isSent = new Promise<void>((resolve) => {
      gone = resolve
    })
    const isLeft = new Promise<void>((resolve) => {
      leave = resolve
    })
    let held = 0
    const { ledger } = gateway.plane.domain
    const balance = await ledger.balance(1)
    upstream.does(async (call, response) => {
      held = balance - (await ledger.balance(1))
      const { type, pieces, last } = serve(call)
      response.on('error', () => {}).writeHead(200, { 'content-type': type })
      for (const piece of pieces) await write(response, piece)
      if (ending === 'broken') response.destroy()
      else if (ending === 'whole') response.end(last)
      else {
        gone()
        if (ending === 'left') await isLeft.then(() => response.end(last))
        else await new Promise((resolve) => response.on('close', resolve))
      }
    })
    const client = await post(`${gateway.url}${path}`, key, body)
    let received = 0
    const chunks: Buffer[] = []
    client.on('data', (chunk: Buffer) => {
      received += chunk.length
      chunks.push(chunk)
    })
    const ended = new Promise((resolve) => client.on('close', resolve).on('error', resolve))
    if (ending === 'left' || ending === 'stalled') {
      await isSent
      await expect.poll(() => received).toBeGreaterThan(0)
      client.destroy()
    }
    await ended
    leave()
    await expect.poll(async () => (await rows()).total).toBe(before + 1)
    const [row] = (await rows()).items
    const text = Buffer.concat(chunks).toString('latin1')
    return { quota: row.quota, held, other: JSON.parse(row.other), status: client.statusCode, text }
  }

  const near = (quota: number, wanted: number, tolerance = 0.1) =>
    expect([quota >= wanted * (1 - tolerance), quota <= wanted * (1 + tolerance), quota]).toEqual([true, true, quota])

  const speech = { input: 'Water finds its way through the gate, slowly.', voice: 'alloy' }

  describe('speech that is priced by tokens', () => {
    // seam: Object.keys forgets that the names are those of formats
    const formats = Object.keys(sounds) as SoundFormat[]
    const forms: [string, Record<string, unknown>, boolean][] = [
      ...formats.map((format): [string, Record<string, unknown>, boolean] => [
        `bytes of ${format}`,
        { response_format: format },
        false,
      ]),
      ['events with usage', { stream_format: 'sse' }, true],
      ['events without usage', { stream_format: 'sse' }, false],
      ['events of pcm', { stream_format: 'sse', response_format: 'pcm' }, false],
    ]
    it.each(forms)(
      'costs what its length costs as %s, also of a client that left, and broken off',
      async (...form) => {
        const [, fields, tellsUsage] = form
        for (const ending of endings) {
          const body = { model: 'voice', ...speech, ...fields }
          const { quota, other } = await charge('/v1/audio/speech', body, (call) => soundOf(call, tellsUsage), ending)
          near(quota, spoken + 10)
          expect([ending, other.estimated]).toEqual([ending, tellsUsage && ending !== 'broken' ? undefined : true])
          expect(other.audio_output).toBeGreaterThan(0)
        }
      },
      60_000,
    )

    it('costs a part where a part of it came', async () => {
      const served: Served = { type: 'audio/mpeg', pieces: cut(sounds.mp3(6)), last: '' }
      const { quota } = await charge('/v1/audio/speech', { model: 'voice', ...speech }, () => served, 'broken')
      near(quota, 6 * 20 + 10)
    })
  })

  it('speech that is priced by letters costs the same in every form and however it ends', async () => {
    for (const fields of [{}, { stream_format: 'sse' }]) {
      for (const ending of endings) {
        const body = { model: 'tts-voice', ...speech, ...fields }
        const { quota } = await charge('/v1/audio/speech', body, (call) => soundOf(call, true), ending)
        expect([ending, quota]).toEqual([ending, speech.input.length])
      }
    }
  })

  const recording = new Blob([new Uint8Array(sounds.wav(seconds))])
  const formOf = (fields: Record<string, string>, file: Blob = recording): FormData => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file, 'said.wav')
    return form
  }

  describe('words out of a recording', () => {
    const byTokens = {
      usage: { type: 'tokens', input_tokens: 300, output_tokens: 100, input_token_details: { audio_tokens: 300 } },
    }
    it.each([
      ['hears-transcribe', 'json', byTokens, 400],
      ['hears-transcribe', 'text', byTokens, 400],
      ['hears-transcribe', 'json', {}, 400],
      ['hears-transcribe', 'text', {}, 400],
      ['hears-transcribe', 'stream', byTokens, 400],
      ['hears-transcribe', 'stream', {}, 400],
      ['hears', 'json', byTokens, 400],
      ['hears', 'text', byTokens, 400],
      ['hears', 'json', { usage: { type: 'duration', seconds } }, 500],
      ['hears', 'text', { usage: { type: 'duration', seconds } }, 500],
      ['hears', 'verbose_json', { duration: 29.4 }, 500],
      ['hears', 'verbose_json', { duration: '29.40' }, 500],
      ['hears', 'json', {}, 500],
      ['hears', 'text', {}, 500],
      ['hears', 'srt', {}, 500],
      ['hears', 'vtt', {}, 500],
    ])('by %s cost the same as %s, told %j', async (model, form, tells, wanted) => {
      const fields = form === 'stream' ? { stream: 'true' } : { response_format: form }
      const body = formOf({ model, ...fields })
      const { quota, held } = await charge('/v1/audio/transcriptions', body, (call) => wordsOf(call, tells))
      near(quota, wanted, 0.15)
      expect(held).toBeGreaterThanOrEqual(quota)
    })

    it.each(['left', 'broken'] as const)(
      'cost what was heard and what was written when the stream is %s',
      async (ending) => {
        const body = formOf({ model: 'hears-transcribe', stream: 'true' })
        const { quota, other } = await charge(
          '/v1/audio/transcriptions',
          body,
          (call) => wordsOf(call, byTokens),
          ending,
        )
        near(quota, 400, 0.15)
        expect(other.estimated).toBe(ending === 'left' ? undefined : true)
      },
    )

    it('the seconds that the vendor tells count before those of the file', async () => {
      const tells = { usage: { type: 'duration', seconds: 60 } }
      const body = formOf({ model: 'hears' })
      const { quota } = await charge('/v1/audio/transcriptions', body, (call) => wordsOf(call, tells))
      expect(quota).toBe(1000)
    })

    it.each([
      [undefined, '{"text":'],
      ['json', '{"text":'],
      ['text', 'Water'],
      ['srt', '1\n'],
    ])(
      'out of a file that nobody here can read cost by the seconds that the upstream tells, wanted as %s',
      async (format, beginning) => {
        const fields: Record<string, string> = format === undefined ? {} : { response_format: format }
        const body = formOf({ model: 'hears', ...fields }, new Blob([Buffer.alloc(100_000, 'x')]))
        const { quota, text } = await charge('/v1/audio/transcriptions', body, (call) => {
          const isAsked = call.text.includes('verbose_json')
          return wordsOf(call, isAsked ? { task: 'transcribe', duration: seconds, segments: [] } : {})
        })
        expect(quota).toBe(500)
        expect(text.startsWith(beginning)).toBe(true)
        expect(text).not.toContain('segments')
      },
    )

    it('that are wanted as they are come as they are, though JSON is asked for', async () => {
      const { upstream, gateway, key } = bench()
      upstream.does((call, response) => answerJson(response, 200, JSON.parse(wordsOf(call, byTokens).last)))
      const client = await post(
        `${gateway.url}/v1/audio/transcriptions`,
        key,
        formOf({ model: 'hears', response_format: 'text' }),
      )
      let text = ''
      for await (const chunk of client) text += chunk
      expect([text, client.headers['content-type']]).toEqual([`${words}\n`, 'text/plain; charset=utf-8'])
    })
  })

  it('a sound that breaks off does not end, so that nobody takes it for whole, and has nothing but sound in it', async () => {
    const { upstream, gateway, key, root } = bench()
    await root.put('/api/option/', { key: 'general_setting.ping_interval_enabled', value: 'true' })
    const sound = sounds.mp3(6)
    upstream.does(async (_call, response) => {
      response.on('error', () => {}).writeHead(200, { 'content-type': 'audio/mpeg' })
      for (const piece of cut(sound)) await write(response, piece)
      response.destroy()
    })
    const client = await post(`${gateway.url}/v1/audio/speech`, key, { model: 'voice', ...speech })
    const received: Buffer[] = []
    client.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {})
    await new Promise((resolve) => client.on('close', resolve))
    const bytes = Buffer.concat(received)
    expect([client.complete, bytes.length > 0, sound.subarray(0, bytes.length).equals(bytes)]).toEqual([
      false,
      true,
      true,
    ])
    await root.put('/api/option/', { key: 'general_setting.ping_interval_enabled', value: 'false' })
  })

  describe('T46: figures of an upstream that cannot be', () => {
    const forged = [-5, 'NaN', null, {}, [], '', -1e300]
    it.each(forged)('are none, and what came is charged: %j', async (figure) => {
      const usage = { input_tokens: figure, output_tokens: figure, total_tokens: figure }
      const told = { type: 'text/event-stream', pieces: [event({ type: 'speech.audio.delta', audio: '' })], last: '' }
      const silent = await charge('/v1/audio/speech', { model: 'voice', ...speech }, () => ({
        ...told,
        last: event({ type: 'speech.audio.done', usage }),
      }))
      near(silent.quota, 10, 0.5)
      const tells = { usage: { ...usage, type: 'duration', seconds: figure }, duration: figure }
      const heard = await charge('/v1/audio/transcriptions', formOf({ model: 'hears' }), (call) => wordsOf(call, tells))
      expect(heard.quota).toBe(500)
      const body = { model: 'gpt-image-drawn', prompt: 'A gate.', ...drawn }
      const claimed = { usage, size: figure, quality: figure }
      near((await charge('/v1/images/generations', body, (call) => picturesOf(call, claimed))).quota, 1060)
    })
  })

  describe('pictures', () => {
    const order = { prompt: 'A gate.', ...drawn }
    const tells = { usage: { input_tokens: 4, output_tokens: 1056 } }
    const tellsBest = { usage: { input_tokens: 4, output_tokens: 4160 } }
    it.each([
      ['gpt-image-drawn', {}, tells, 'whole', 1060],
      ['gpt-image-drawn', {}, {}, 'whole', 1060],
      ['gpt-image-drawn', { stream: true }, tells, 'whole', 1060],
      ['gpt-image-drawn', { stream: true }, tells, 'left', 1060],
      ['gpt-image-drawn', { stream: true, quality: 'auto', size: 'auto' }, {}, 'stalled', 1060],
      ['drawn', { stream: true }, tells, 'left', 1060],
      ['drawn', { stream: true }, {}, 'left', 1060],
      ['drawn', { stream: true }, {}, 'stalled', 1060],
      ['drawn', {}, tells, 'whole', 1060],
      ['gpt-image-drawn', { quality: 'high' }, tellsBest, 'whole', 4164],
      ['drawn', { quality: 'high' }, tellsBest, 'whole', 4164],
      ['gpt-image-drawn', { n: 3 }, {}, 'whole', 3 * 1056 + 4],
    ] as const)(
      'by %s cost their tokens: %j, told %j, %s',
      async (model, fields, told, ending, wanted) => {
        const body = { model, ...order, ...fields }
        const { quota, held } = await charge('/v1/images/generations', body, (call) => picturesOf(call, told), ending)
        expect(held).toBeGreaterThanOrEqual(wanted * 0.95)
        // Two pictures in the making are a little beside each that is streamed.
        near(quota, wanted, 0.25)
      },
      20_000,
    )

    it('T13: fewer than were asked for cost what they are', async () => {
      const { root } = bench()
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"drawn":0.001}' })
      for (const [asked, came, wanted] of [
        [4, 4, 2000],
        [4, 1, 500],
        [2, 5, 1000],
      ] as const) {
        const body = { model: 'drawn', ...order, n: asked }
        const { quota } = await charge('/v1/images/generations', body, (call) =>
          picturesOf({ ...call, body: { n: came } }, {}),
        )
        expect([asked, came, quota]).toEqual([asked, came, wanted])
      }
      const ofSketches = await charge(
        '/v1/images/generations',
        { model: 'drawn', ...order, stream: true },
        (call) => picturesOf(call, {}),
        'broken',
      )
      expect(ofSketches.quota).toBe(0)
      const ofLeaver = await charge(
        '/v1/images/generations',
        { model: 'drawn', ...order, stream: true },
        (call) => picturesOf(call, {}),
        'left',
      )
      expect(ofLeaver.quota).toBe(500)
      await root.put('/api/option/', { key: 'ModelPrice', value: '{}' })
    })
  })

  it('T46: figures beyond all measure are cut', async () => {
    const body = { model: 'gpt-image-drawn', prompt: 'A gate.', ...drawn }
    const large = await charge('/v1/images/generations', body, (call) => picturesOf(call, { size: '99999x99999' }))
    expect(large.quota).toBeLessThan(100_100)
    // What follows takes all that the account has: nothing comes after it.
    const usage = { input_tokens: 1e12, output_tokens: 1e12 }
    const most = 80_000_000
    const seconds = { usage: { type: 'duration', seconds: 1e300 } }
    const heard = await charge('/v1/audio/transcriptions', formOf({ model: 'hears' }), (call) => wordsOf(call, seconds))
    expect([heard.quota, heard.other.usage_doubt]).toEqual([most / 2, 'cut'])
    const told = await charge('/v1/images/generations', body, (call) => picturesOf(call, { usage }))
    expect([told.quota, told.other.usage_doubt]).toEqual([most, 'cut'])
  })
})

const write = (response: ServerResponse, piece: Buffer | string): Promise<void> =>
  new Promise((resolve) => response.write(piece, () => setTimeout(resolve, 5)))

const post = async (url: string, key: string, body: Record<string, unknown> | FormData): Promise<IncomingMessage> => {
  const packed = new Response(body instanceof FormData ? body : JSON.stringify(body))
  const type = body instanceof FormData ? (packed.headers.get('content-type') ?? '') : 'application/json'
  const bytes = Buffer.from(await packed.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type, 'content-length': bytes.length }
    const request = httpRequest(url, { method: 'POST', headers }, resolve)
    request.on('error', reject)
    request.end(bytes)
  })
}
