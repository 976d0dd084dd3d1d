import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { patience } from '#testing/patience.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { prompt } from '#testing/relay-client.ts'

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, members: object = {}) => `event: ${type}\n${data({ type, ...members })}`
const message = { id: 'msg_1', type: 'message', role: 'assistant', usage: { input_tokens: 10, output_tokens: 1 } }

/** How each dialect begins to speak; no end follows. */
const beginnings: Readonly<Record<string, { type: number; text: string }>> = {
  'openai-chat': { type: 1, text: chatEvents(['Water', ' finds']).slice(0, 2).join('') },
  'openai-responses': {
    type: 1,
    text:
      named('response.created', { sequence_number: 0, response: { id: 'resp_1', status: 'in_progress' } }) +
      named('response.output_text.delta', { sequence_number: 1, output_index: 0, content_index: 0, delta: 'Water' }),
  },
  'anthropic-messages': {
    type: 14,
    text:
      named('message_start', { message }) +
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Water' } }),
  },
  gemini: {
    type: 24,
    text: data({ candidates: [{ content: { role: 'model', parts: [{ text: 'Water' }] }, index: 0 }] }),
  },
}
const spokenBy = Object.keys(beginnings)

const asks: Readonly<Record<string, (model: string) => { path: string; body: object }>> = {
  'openai-chat': (model) => ({ path: '/v1/chat/completions', body: { model, stream: true, ...prompt } }),
  'openai-responses': (model) => ({ path: '/v1/responses', body: { model, stream: true, input: prompt.messages } }),
  'anthropic-messages': (model) => ({ path: '/v1/messages', body: { model, stream: true, max_tokens: 99, ...prompt } }),
  gemini: (model) => ({
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: 'Say something.' }] }] },
  }),
}
const pairs = Object.keys(asks).flatMap((speaks) => spokenBy.map((spoken) => ({ speaks, spoken })))

const drawn = { size: '1024x1024', quality: 'medium' }
const picture = {
  path: '/v1/images/generations',
  body: { model: 'gpt-image-1', prompt: 'A gate.', stream: true, ...drawn },
}
const speech = { path: '/v1/audio/speech', body: { model: 'gpt-4o-mini-tts', input: 'Say it.', voice: 'alloy' } }

oneFaultBench([...spokenBy, 'endless', 'shut', 'gpt-image-1', 'gpt-4o-mini-tts'], (bench) => {
  let upstream: AnsweringUpstream
  let answers: ServerResponse[]

  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    await bench().addChannel({ base_url: upstream.url, models: 'gpt-image-1,gpt-4o-mini-tts' })
    for (const [spoken, { type }] of Object.entries(beginnings)) {
      const setting = JSON.stringify(type === 1 ? { dialect: spoken } : {})
      await bench().addChannel({ type, base_url: upstream.url, models: spoken, setting })
    }
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    answers = []
    upstream.does((_call, response) => {
      answers.push(response)
    })
  })

  /** Asks, and waits until the upstream was asked. */
  const ask = async ({ path, body }: { path: string; body: object }) => {
    const { gateway, key } = bench()
    const asked = answers.length
    const leaving = new AbortController()
    const answering = fetch(gateway.url + path, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    answering.catch(() => {})
    await vi.waitFor(() => expect(answers).toHaveLength(asked + 1), patience)
    const response = answers[asked]
    if (response === undefined) throw new Error('the upstream was not asked')
    const closed = new Promise<void>((resolve) => response.once('close', () => resolve()))
    return { answering, response, closed, leave: () => leaving.abort() }
  }

  const rowAfter = async (total: number, timeout = 1000) => {
    const { rows } = bench()
    await expect.poll(async () => (await rows()).total, { timeout }).toBe(total + 1)
    const [row] = (await rows()).items
    return { ...row, other: JSON.parse(row.other) }
  }

  it.each(pairs)(
    'F10: the upstream of a stream is let go of when its client leaves: $spoken for $speaks',
    async ({ speaks, spoken }) => {
      const asked = asks[speaks]?.(spoken) ?? speech
      const begin = async () => {
        const begun = await ask(asked)
        begun.response.writeHead(200, { 'content-type': 'text/event-stream' }).write(beginnings[spoken]?.text)
        await (await begun.answering).body?.getReader().read()
        return begun
      }
      const [stayed, left] = [await begin(), await begin()]
      expect(left.response.destroyed).toBe(false)
      left.leave()
      await left.closed
      // Silence would let go of both at once.
      await bench().rows()
      expect(stayed.response.destroyed).toBe(false)
      stayed.leave()
      await stayed.closed
    },
  )

  describe('a client that leaves before anything came', () => {
    it.each(pairs)(
      'F10: lets the upstream go at once, and pays for the prompt: $spoken for $speaks',
      async ({ speaks, spoken }) => {
        const { total } = await bench().rows()
        const stayed = await ask(asks[speaks]?.(spoken) ?? speech)
        const { closed, leave } = await ask(asks[speaks]?.(spoken) ?? speech)
        leave()
        await closed
        const row = await rowAfter(total)
        // Silence would let go of both at once.
        expect(stayed.response.destroyed).toBe(false)
        expect(row.other).toMatchObject({ stream_error: 'client_gone', estimated: true })
        expect([row.quota, row.completion_tokens]).toEqual([row.prompt_tokens, 0])
        expect(row.prompt_tokens).toBeGreaterThan(0)
        stayed.leave()
        await rowAfter(total + 1)
      },
    )

    it.each([
      ['a picture', picture, 1000, 2000],
      ['speech', speech, 1, 20],
    ] as const)(
      'F10: of %s lets the upstream go after three seconds, and pays what is made',
      async (_, asked, least, most) => {
        const { total } = await bench().rows()
        const { closed, leave } = await ask(asked)
        const left = performance.now()
        leave()
        await closed
        expect(performance.now() - left).toBeGreaterThan(2900)
        const row = await rowAfter(total)
        expect(row.other).toMatchObject({ stream_error: 'client_gone', estimated: true })
        expect([row.quota >= least, row.quota <= most, row.quota]).toEqual([true, true, row.quota])
      },
      10_000,
    )

    it('F10: of a picture that comes all the same pays what it is told to have cost', async () => {
      const { total } = await bench().rows()
      const { response, leave } = await ask(picture)
      leave()
      await bench().call()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const usage = { input_tokens: 4, output_tokens: 321 }
      response.end(named('image_generation.completed', { b64_json: 'AAAA', usage }))
      const row = await rowAfter(total + 1)
      expect(row.quota).toBe(325)
    })

    it('F10: has no other upstream asked where the first one fails', async () => {
      const { addChannel, rows } = bench()
      const other = await startAnsweringUpstream()
      await addChannel({ base_url: other.url, models: 'openai-chat', priority: -1 })
      const { total } = await rows()
      const { response, leave } = await ask({ path: '/v1/chat/completions', body: { model: 'openai-chat', ...prompt } })
      leave()
      await bench().call()
      response.writeHead(500).end()
      await bench().call()
      const { ledger } = bench().gateway.plane.domain
      await expect.poll(async () => ledger.balance(1)).toBe((await bench().root.get('/api/user/self')).data.quota)
      expect([other.calls.length, (await rows()).total]).toEqual([0, total + 2])
      await other.close()
    })

    it('F10: before there was a connection pays nothing, and holds nothing', async () => {
      const { addChannel, gateway, key, root, rows } = bench()
      const sockets: Socket[] = []
      // It never says that TLS can be spoken.
      const shut = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
      await once(shut, 'listening')
      const address = shut.address()
      const port = typeof address === 'object' ? address?.port : 0
      await addChannel({ base_url: `https://127.0.0.1:${port}`, models: 'shut' })
      const [{ total }, { ledger }] = [await rows(), gateway.plane.domain]
      const balance = await ledger.balance(1)
      const leaving = new AbortController()
      const { path, body } = asks['openai-chat']?.('shut') ?? speech
      const answering = fetch(gateway.url + path, {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await vi.waitFor(() => expect(sockets).toHaveLength(1), patience)
      expect(await ledger.balance(1)).toBeLessThan(balance)
      leaving.abort()
      await expect(answering).rejects.toThrow()
      await expect.poll(() => ledger.balance(1)).toBe(balance)
      expect([(await rows()).total, (await root.get('/api/user/self')).data.quota]).toEqual([total, balance])
      for (const socket of sockets) socket.destroy()
      shut.close()
    })

    it('F10: does not end what is made in the background', async () => {
      const { response, leave } = await ask({
        path: '/v1/responses',
        body: { model: 'openai-responses', background: true, stream: true, input: prompt.messages },
      })
      leave()
      await bench().call()
      expect(response.destroyed).toBe(false)
      response.writeHead(500).end()
    })

    it.each([
      [31, 503],
      [1, 200],
    ])('F10: after %i seconds, five times in a row: the next one is answered with %i', async (seconds, status) => {
      const { clock, call } = bench()
      const asked = asks['openai-chat']?.('anthropic-messages') ?? speech
      for (let time = 0; time < 5; time += 1) {
        const { total } = await bench().rows()
        const { closed, leave } = await ask(asked)
        clock.pass(seconds)
        leave()
        await closed
        await rowAfter(total)
      }
      upstream.does((_call, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({ ...message, content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn' }),
        )
      })
      expect((await call({ model: 'anthropic-messages' })).status).toBe(status)
    })
  })

  it('F10: the upstream of a session is let go of when its client leaves', async () => {
    const { gateway, key, addChannel } = bench()
    const sessions = await startRealtimeUpstream()
    await addChannel({ base_url: sessions.url, models: 'endless' })
    const { client } = await openRealtime(`${gateway.url}/v1/realtime?model=endless`, {
      headers: { authorization: `Bearer ${key}` },
    })
    await client?.next('session.created')
    client?.send({ type: 'response.create' })
    await client?.next('response.output_text.delta')
    expect(sessions.open()).toBe(1)
    client?.socket.terminate()
    await vi.waitFor(() => expect(sessions.open()).toBe(0), patience)
    await sessions.close()
  })
})
