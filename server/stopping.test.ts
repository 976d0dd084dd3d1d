import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, priceModels, prompt } from '#testing/relay-client.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { findBrokenInvariants } from './db/invariants.ts'

const words = ['Water', ' finds', ' its', ' way.']

let upstream: AnsweringUpstream
let answers: ServerResponse[]

beforeAll(async () => {
  upstream = await startAnsweringUpstream((_call, response) => {
    answers.push(response)
  })
})
afterAll(() => upstream.close())

const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
/** How a call is made in each dialect, and what ends its stream when the gateway cannot go on. */
const dialects: Readonly<Record<string, { path: string; body: object; end: RegExp }>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: { model: 'long', ...prompt },
    end: /data: \{"error":\{[^\n]*stream_gateway_stopped[^\n]*\n\ndata: \[DONE\]\n\n$/,
  },
  'openai-responses': {
    path: '/v1/responses',
    body: { model: 'long', store: false, input: 'Say something.' },
    end: /event: response\.failed\ndata: [^\n]*The gateway is being stopped[^\n]*\n\n$/,
  },
  'anthropic-messages': {
    path: '/v1/messages',
    body: { model: 'long', max_tokens: 99, ...prompt },
    end: /event: error\ndata: [^\n]*The gateway is being stopped[^\n]*\n\n$/,
  },
  gemini: {
    path: '/v1beta/models/long:streamGenerateContent?alt=sse',
    body: { contents },
    end: /data: \{"error":\{[^\n]*STREAM_GATEWAY_STOPPED[^\n]*\s+$/,
  },
}
const names = Object.keys(dialects)

const post = (url: string, key: string, { path, body }: { path: string; body: object }) =>
  fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

eachDatabase((_engine, _open, _openPlace, makePlace) => {
  const open = async () => {
    answers = []
    const { place } = await makePlace()
    const gateway = await startTestGateway({ place })
    const root = await gateway.asRoot()
    await priceModels(root, ['long'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'long', setting: '{"dialect":"openai-chat"}' })
    const { key } = await addRelayToken(root)
    return { place, gateway, key }
  }

  /** What is in the books after all of it. */
  const look = async (place: Awaited<ReturnType<typeof open>>['place']) => {
    const next = await startTestGateway({ place })
    try {
      const { items } = (await (await next.asRoot()).get('/api/log/?p=1&page_size=10&type=2')).data
      expect(await findBrokenInvariants(next.plane.database)).toEqual([])
      return items
    } finally {
      await next.close()
    }
  }

  it.each(names)(
    'F19: a stream that outlasts the grace ends in words, and what it gave is charged: %s',
    async (name) => {
      const { place, gateway, key } = await open()
      const asked = dialects[name]
      if (asked === undefined) throw new Error('no such dialect')
      const answering = post(gateway.url, key, { ...asked, body: { ...asked.body, stream: true } })
      await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
      const [response] = answers
      response?.writeHead(200, { 'content-type': 'text/event-stream' }).write(chatEvents(words).slice(0, 4).join(''))
      const reader = (await answering).body?.getReader()
      let text = ''
      const read = async () => {
        const piece = await reader?.read()
        text += Buffer.from(piece?.value ?? new Uint8Array()).toString()
        return piece?.done !== true
      }
      while (!text.includes('way.')) await read()
      const left = new Promise((resolve) => response?.once('close', resolve))
      const gone = gateway.close({ graceMs: 100 })
      while (await read());
      expect(text).toMatch(asked.end)
      await gone
      await left
      const [row, ...more] = await look(place)
      expect(more).toEqual([])
      expect(JSON.parse(row.other)).toMatchObject({ stream_error: 'gateway_stopped', estimated: true })
      expect([row.completion_tokens > 0, row.quota]).toEqual([true, row.prompt_tokens + row.completion_tokens])
    },
  )

  it.each(names)(
    'F19: a call that was given nothing when the grace is over is refused, and costs nothing: %s',
    async (name) => {
      const { place, gateway, key } = await open()
      const asked = dialects[name]
      if (asked === undefined) throw new Error('no such dialect')
      const path = asked.path.replace('streamGenerateContent?alt=sse', 'generateContent')
      const waiting = [post(gateway.url, key, { path, body: asked.body })]
      await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
      waiting.push(post(gateway.url, key, { path, body: asked.body }))
      await vi.waitFor(() => expect(answers).toHaveLength(2), patience)
      answers[1]?.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[')
      const gone = gateway.close({ graceMs: 100 })
      for (const answer of await Promise.all(waiting)) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await answer.text()).toContain('The server is shutting down')
      }
      await gone
      expect(await look(place)).toEqual([])
    },
  )

  it('F19: what ends within the grace ends as ever', async () => {
    const { place, gateway, key } = await open()
    const answering = post(gateway.url, key, {
      path: '/v1/chat/completions',
      body: { model: 'long', stream: true, ...prompt },
    })
    await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
    const gone = gateway.close({ graceMs: 5000 })
    answers[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).end(chatEvents(words).join(''))
    expect(await (await answering).text()).toContain('[DONE]')
    await gone
    const [row] = await look(place)
    expect([row.quota, JSON.parse(row.other).stream_error]).toEqual([20, undefined])
  })
})

describe('a process that is told to end', () => {
  it('F19: says so to its balancer and to whoever comes new, in words, and serves what it has', async () => {
    const server = await startServerProcess({ SHUTDOWN_NOTICE_SECONDS: '3', METRICS_TOKEN: 'a-token-of-metrics' })
    try {
      answers = []
      const account = { username: 'root', password: 'root-password', confirmPassword: 'root-password' }
      const send = async (path: string, body: object, headers = {}) => {
        const answer = await fetch(server.url + path, {
          method: path.startsWith('/api/option') ? 'PUT' : 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
        const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
        return { ...JSON.parse(await answer.text()), cookie: cookie.join('; ') }
      }
      expect((await send('/api/setup', account)).success).toBe(true)
      const { cookie, data } = await send('/api/user/login', account)
      const headers = { cookie, 'new-api-user': String(data.id) }
      await send('/api/option/', { key: 'ModelRatio', value: '{"long":1}' }, headers)
      await send(
        '/api/channel/',
        { name: 'u', type: 1, key: 'sk', group: 'default', base_url: upstream.url, models: 'long' },
        headers,
      )
      const token = await send('/api/token/', { name: 't', unlimited_quota: true }, headers)
      const key = `sk-${token.data.key}`
      const running = post(server.url, key, {
        path: '/v1/chat/completions',
        body: { model: 'long', stream: true, ...prompt },
      })
      await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

      const ended = server.stop()
      await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503), patience)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      for (const { path, body } of Object.values(dialects)) {
        const refused = await post(server.url, key, { path, body })
        expect([refused.status, refused.headers.get('connection'), refused.headers.get('retry-after')]).toEqual([
          503,
          'close',
          '5',
        ])
        expect(JSON.parse(await refused.text()).error).toBeDefined()
      }
      for (const path of ['/api/status', '/', '/readyz']) {
        const told = await fetch(server.url + path)
        expect([path, told.status, told.headers.get('connection')]).toEqual([path, 503, 'close'])
      }
      expect(answers).toHaveLength(1)
      answers[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).end(chatEvents(words).join(''))
      expect(await (await running).text()).toContain('[DONE]')
      expect(await ended).toBe(0)
    } finally {
      await server.remove()
    }
  })
})
