import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'

const models = [
  'plain',
  'fail-400',
  'fail-401',
  'fail-429',
  'fail-500',
  'reset',
  'cut',
  'page',
  'silent',
  'drip-20',
  'slow-150',
]
const cost = upstreamUsage.total_tokens

eachGateway((gateway) => {
  expectSettledBooks(gateway)

  let upstream: Upstream
  let other: Upstream
  let root: TestClient
  let channel: number
  let token: { id: number; key: string }

  beforeAll(async () => {
    upstream = await startUpstream('first')
    other = await startUpstream('second')
    root = await gateway().asRoot()
    await priceModels(root, [...models, 'mapped', 'backed', 'elsewhere'])
    channel = await addRelayChannel(root, { base_url: upstream.url, models: models.join(','), priority: 5 })
    token = await addRelayToken(root)
  })
  afterAll(async () => {
    await upstream.close()
    await other.close()
  })
  const call = (body: Record<string, unknown> | string, headers?: Record<string, string>, key = token.key) =>
    callRelay(gateway(), key, body, headers)

  const lastRow = async (requestId: string) => {
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    return items.find((row: { request_id: string }) => row.request_id === requestId)
  }

  const spent = async () => {
    await gateway().plane.domain.ledger.drain()
    return (await root.get('/api/user/self')).data.used_quota
  }

  describe('a call', () => {
    it('passes the answer on byte for byte, charges it and writes its row', async () => {
      const answer = await call({ model: 'plain', seed: 7, odd: { field: [1] } })
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ object: 'chat.completion', usage: upstreamUsage })
      expect(upstream.calls.at(-1)?.body).toMatchObject({ model: 'plain', seed: 7, odd: { field: [1] } })
      expect(upstream.calls.at(-1)?.headers.authorization).toBe('Bearer sk-upstream')
      expect(answer.headers.get('server-timing')).toMatch(
        /auth;dur=.*hold;dur=.*route;dur=.*upstream;dur=.*settle;dur=/,
      )
      const row = await lastRow(answer.requestId)
      expect(row).toMatchObject({
        quota: cost,
        prompt_tokens: 10,
        completion_tokens: 10,
        model_name: 'plain',
        token_name: 'token',
        username: 'root',
        group: 'default',
        channel,
        is_stream: false,
      })
      expect(JSON.parse(row.other)).toMatchObject({
        model_ratio: 1,
        completion_ratio: 1,
        group_ratio: 1,
        model_price: -1,
        admin_info: { use_channel: [String(channel)], attempts: [{ channel, status: 200 }] },
      })
    })

    it('streams, hiding the usage from a client that did not ask for it', async () => {
      const answer = await call({ model: 'plain', stream: true })
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
      expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
      expect(answer.text).not.toContain('"prompt_tokens"')
      expect(upstream.calls.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } })
      expect(await lastRow(answer.requestId)).toMatchObject({ quota: cost, is_stream: true })
    })

    it('shows it to one that did', async () => {
      const answer = await call({ model: 'plain', stream: true, stream_options: { include_usage: true } })
      expect(answer.text).toContain(JSON.stringify(upstreamUsage))
    })

    it('estimates what a stream without usage used, and says so', async () => {
      const answer = await call({ model: 'silent', stream: true })
      const row = await lastRow(answer.requestId)
      expect(JSON.parse(row.other).estimated).toBe(true)
      expect(row.completion_tokens).toBe(10)
      expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens)
    })

    it('keeps what was said when the operator wants it, and not otherwise', async () => {
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Is it "wet"?' }] },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'And now?' },
      ]
      const said = {
        system_prompt: 'Be brief.',
        context: 'Is it "wet"?\nYes.',
        input_content: 'And now?',
        output_content: 'Water finds its way through the gate, slowly.',
      }
      const plain = await call({ model: 'plain', messages })
      expect(JSON.parse((await lastRow(plain.requestId)).other)).not.toMatchObject({
        input_content: said.input_content,
      })
      await root.put('/api/option/', { key: 'LogChatContentEnabled', value: 'true' })
      for (const stream of [false, true]) {
        const answer = await call({ model: 'plain', messages, stream })
        expect(JSON.parse((await lastRow(answer.requestId)).other)).toMatchObject(said)
      }
      await root.put('/api/option/', { key: 'LogChatContentEnabled', value: 'false' })
    })

    it('answers HTTP/1.0 clients without chunks', async () => {
      const text = await new Promise<string>((resolve, reject) => {
        const { port } = new URL(gateway().url)
        const body = JSON.stringify({ ...prompt, model: 'plain', stream: true })
        const outgoing = httpRequest({ port, host: '127.0.0.1', path: '/v1/chat/completions', method: 'POST' })
        outgoing.once('socket', (socket) => {
          socket.once('connect', () => {
            let received = ''
            socket.on('data', (piece) => {
              received += piece
            })
            socket.once('close', () => resolve(received))
            socket.write(
              `POST /v1/chat/completions HTTP/1.0\r\nauthorization: Bearer ${token.key}\r\n` +
                `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
            )
          })
        })
        outgoing.once('error', reject)
      })
      expect(text).toMatch(/^HTTP\/1\.1 200/)
      expect(text.toLowerCase()).not.toContain('transfer-encoding')
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    })

    it('T47: is charged under an id of our own, whatever id the client sends', async () => {
      const before = await spent()
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          call({ model: 'plain' }, { 'x-request-id': 'mine', 'idempotency-key': 'mine' }),
        ),
      )
      expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(100)
      expect((await spent()) - before).toBe(100 * cost)
    })

    it('T35: sends an upstream nothing of the client but the body', async () => {
      await call(
        { model: 'plain' },
        { 'x-portkey-custom-host': 'http://evil', cookie: 'session=1', 'openai-organization': 'x' },
      )
      const { headers } = upstream.calls.at(-1) ?? { headers: {} }
      expect(Object.keys(headers).sort()).toEqual(
        ['authorization', 'connection', 'content-length', 'content-type', 'host'].sort(),
      )
    })

    it('maps the model for its channel and says so in the row', async () => {
      await addRelayChannel(root, {
        base_url: upstream.url,
        models: 'mapped',
        model_mapping: JSON.stringify({ mapped: 'between', between: 'plain' }),
      })
      const answer = await call({ model: 'mapped' })
      expect(upstream.calls.at(-1)?.body.model).toBe('plain')
      const row = await lastRow(answer.requestId)
      expect(row.model_name).toBe('mapped')
      expect(JSON.parse(row.other)).toMatchObject({ is_model_mapped: true, upstream_model_name: 'plain' })
    })
  })

  describe('a call that fails', () => {
    it.each([
      ['reset', 502],
      ['page', 502],
      ['fail-400', 400],
      ['fail-401', 401],
      ['fail-429', 429],
      ['fail-500', 500],
    ])('F01: %s is answered %i and charged nothing', async (model, status) => {
      const before = await spent()
      const answer = await call({ model })
      expect(answer.status).toBe(status)
      expect(answer.json.error.message).toContain(answer.requestId)
      expect(await spent()).toBe(before)
      expect(await lastRow(answer.requestId)).toBeUndefined()
    })

    it('T62: never shows the upstream key or address', async () => {
      for (const model of ['reset', 'fail-401', 'page']) {
        const { text } = await call({ model })
        expect(text).not.toContain('sk-upstream')
        expect(text).not.toContain(new URL(upstream.url).port)
      }
      const lines = gateway().logLines.join('\n')
      expect(lines).not.toContain('sk-upstream')
      expect(lines).not.toContain(token.key.slice(3))
    })

    it('moves on to a channel that has not been tried, and the row tells the way', async () => {
      const broken = await addRelayChannel(root, {
        base_url: upstream.url,
        models: 'backed',
        priority: 9,
        model_mapping: JSON.stringify({ backed: 'fail-500' }),
      })
      const sound = await addRelayChannel(root, {
        base_url: other.url,
        models: 'backed',
        priority: 1,
        model_mapping: JSON.stringify({ backed: 'plain' }),
      })
      for (const stream of [false, true]) {
        const answer = await call({ model: 'backed', stream })
        expect(answer.status).toBe(200)
        expect(answer.text).toContain('second')
        const { admin_info } = JSON.parse((await lastRow(answer.requestId)).other)
        expect(admin_info.use_channel).toEqual([String(broken), String(sound)])
        expect(admin_info.attempts).toMatchObject([{ status: 500 }, { status: 200 }])
        expect(admin_info.candidates).toBe(2)
      }
    })

    it('spends no retry where there is no other channel to try', async () => {
      const { retryBudget } = gateway().plane.domain
      const fill = () => {
        for (let calls = 0; calls < 100; calls += 1) retryBudget.earn()
      }
      fill()
      for (let calls = 0; calls < 4; calls += 1) expect((await call({ model: 'fail-500' })).status).toBe(500)
      let left = 0
      while (retryBudget.spend()) left += 1
      expect(left).toBe(20)
      fill()
    })

    it('ends a stream that broke off with an error event, and charges what it gave', async () => {
      const answer = await call({ model: 'cut', stream: true })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('"code":"upstream_broke_off"')
      const row = await lastRow(answer.requestId)
      expect(JSON.parse(row.other)).toMatchObject({ stream_error: 'upstream_error', estimated: true })
      // Half of its ten words came.
      expect([row.completion_tokens, row.quota]).toEqual([5, row.prompt_tokens + 5])
    })

    it('F10: charges a client that leaves in the middle for what it was given, and lets the upstream go', async () => {
      const before = await spent()
      const leave = new AbortController()
      const response = await fetch(`${gateway().url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...prompt, model: 'drip-20', stream: true }),
        signal: leave.signal,
      })
      await response.body?.getReader().read()
      leave.abort()
      const requestId = response.headers.get('x-request-id') ?? ''
      await expect.poll(() => lastRow(requestId)).toBeDefined()
      const row = await lastRow(requestId)
      expect(JSON.parse(row.other)).toMatchObject({ stream_error: 'client_gone', estimated: true })
      expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens)
      expect(await spent()).toBe(before + row.quota)
    })

    it('F10: charges a whole answer whose client did not wait for it', async () => {
      const before = await spent()
      const leave = new AbortController()
      const waiting = fetch(`${gateway().url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...prompt, model: 'slow-150' }),
        signal: leave.signal,
      })
      const asked = upstream.calls.length
      await expect.poll(() => upstream.calls.length).toBeGreaterThan(asked)
      leave.abort()
      await expect(waiting).rejects.toThrow()
      await expect.poll(spent).toBe(before + cost)
    })
  })

  describe('a request that is wrong', () => {
    it.each([
      ['no model', { model: undefined }, 400],
      ['T14: a negative limit', { model: 'plain', max_tokens: -1 }, 400],
      ['T14: a limit beyond reason', { model: 'plain', max_tokens: 2 ** 31 }, 400],
      ['T14: a limit as text', { model: 'plain', max_tokens: '10' }, 400],
      [
        'T14: a limit without end',
        '{"model":"plain","messages":[{"role":"user","content":"x"}],"max_tokens":1e308}',
        400,
      ],
      ['T14: a limit that is no number', { model: 'plain', max_tokens: 'NaN' }, 400],
      ['T14: a limit of a half', { model: 'plain', max_completion_tokens: 1.5 }, 400],
      ['T13: too many choices', { model: 'plain', n: 1e9 }, 400],
      ['T13: less than one choice', { model: 'plain', n: -5 }, 400],
      ['T13: choices as text', { model: 'plain', n: '2' }, 400],
      ['T13: one choice and a half', { model: 'plain', n: 1.5 }, 400],
      ['no messages', { model: 'plain', messages: [] }, 400],
      ['an unknown model', { model: 'nowhere' }, 503],
    ])('%s is refused in the shape clients know', async (_title, body, status) => {
      const before = await spent()
      const answer = await call(body)
      expect(answer.status).toBe(status)
      expect(answer.json).toEqual({
        error: {
          message: expect.stringContaining(answer.requestId),
          type: expect.any(String),
          param: null,
          code: expect.any(String),
        },
      })
      expect(await spent()).toBe(before)
    })

    it.each([
      ['T41: nested too deeply', '['.repeat(10_000) + ']'.repeat(10_000), 400],
      ['T41: with a key that would reach a prototype', '{"model":"plain","__proto__":{"stream":true}}', 400],
      ['cut off', '{"model":"plain",', 400],
      ['not an object', '[1]', 400],
      ['empty', '', 400],
      ['T42: larger than the limit', `{"model":"plain","x":"${'a'.repeat(33 * 1024 * 1024)}"}`, 413],
    ])('a body %s is refused', async (_title, body, status) => {
      const answer = await call(body)
      expect(answer.status).toBe(status)
      expect(answer.json.error.type).toBe('invalid_request_error')
    })

    it('T41: takes what JSON allows and readers differ in', async () => {
      const body = `{"model":"plain","messages":[{"role":"user","content":"\\ud800"}],"x":1e400,"y":1,"y":2}`
      expect((await call(body)).status).toBe(200)
      const sent = upstream.calls.at(-1)?.body
      expect(sent).toMatchObject({ y: 2 })
    })

    it('an unknown path, a wrong method and what is not built are told apart', async () => {
      const ask = async (method: string, path: string) => {
        const response = await fetch(gateway().url + path, {
          method,
          headers: { authorization: `Bearer ${token.key}` },
        })
        return { status: response.status, error: JSON.parse(await response.text()).error }
      }
      expect(await ask('POST', '/v1/nothing')).toMatchObject({ status: 404, error: { code: 'not_found' } })
      expect(await ask('GET', '/v1/chat/completions')).toMatchObject({ status: 405 })
      expect(await ask('POST', '/v1/files')).toMatchObject({ status: 501, error: { code: 'endpoint_not_implemented' } })
      expect(await ask('GET', '/v1/models/nowhere')).toMatchObject({ status: 404, error: { code: 'model_unknown' } })
    })
  })
})
