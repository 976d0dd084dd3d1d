import type { ServerResponse } from 'node:http'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const asText = { disallowedSpecial: new Set<string>() }
const atOnce = 30

/** What a maker charges: its own count, so much for each picture and sound, and what it thought and wrote. */
const usageFor = (
  body: { messages?: { content?: unknown }[]; tools?: unknown; max_tokens?: number },
  output: number,
) => {
  let prompt = 3
  for (const { content } of body.messages ?? []) {
    prompt += 4
    for (const part of Array.isArray(content) ? content : [{ type: 'text', text: content }]) {
      if (part.type === 'text') prompt += countTokens(part.text, asText)
      if (part.type === 'image_url') prompt += 1105
      if (part.type === 'input_audio') prompt += 600
      if (part.type === 'file') prompt += 20_000
    }
  }
  if (body.tools !== undefined) prompt += countTokens(JSON.stringify(body.tools), asText)
  const completion = Math.min(output, body.max_tokens ?? output)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

const user = (content: unknown) => [{ role: 'user', content }]
const letters = (length: number, sign: (index: number) => string) =>
  Array.from({ length }, (_, index) => sign(index)).join('')
const cuneiform = letters(1500, (index) => String.fromCodePoint(0x12000 + ((index * 37) % 900)))

/** Prompts that look shorter than they are. */
const prompts: Readonly<Record<string, Record<string, unknown>>> = {
  cuneiform: { messages: user(cuneiform) },
  Tibetan: { messages: user(letters(1500, (index) => String.fromCodePoint(0xf40 + ((index * 29) % 120)))) },
  'private signs': { messages: user(letters(1500, (index) => String.fromCodePoint(0xe000 + ((index * 37) % 6000)))) },
  Base64: { messages: user(Buffer.from(cuneiform).toString('base64')) },
  'a run of letters': {
    messages: user(letters(6000, (index) => String.fromCharCode(97 + ((index * index * 7 + index) % 26)))),
  },
  'rare signs between ordinary words': { messages: user(`${'plain words '.repeat(100)}${cuneiform}`.repeat(3)) },
  'tools of rare signs': {
    messages: user('hi'),
    tools: [{ type: 'function', function: { name: 'f', description: cuneiform, parameters: { enum: [cuneiform] } } }],
  },
  'pictures by their address': {
    messages: user(Array(4).fill({ type: 'image_url', image_url: { url: 'https://pictures.example/large.png' } })),
  },
  'a sound pressed hard': {
    messages: user([{ type: 'input_audio', input_audio: { data: 'AAAA'.repeat(20_000), format: 'wav' } }]),
  },
  'a file that unfolds': {
    messages: user([{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }]),
  },
}

/** Signs that are three tokens each, some at a time, so that the gateway can end the stream when nothing is left. */
const streamSigns = async (response: ServerResponse, body: Parameters<typeof usageFor>[0]): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (value: object) => response.write(`data: ${JSON.stringify({ id: 'x', ...value })}\n\n`)
  let written = 0
  for (let place = 0; place < cuneiform.length && written < 6000; place += 40) {
    if (response.destroyed) return
    const content = cuneiform.slice(place, place + 40)
    written += countTokens(content, asText)
    event({ choices: [{ index: 0, delta: { content } }] })
    await new Promise((resolve) => setImmediate(resolve))
  }
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  event({ choices: [], usage: usageFor(body, written) })
  response.end('data: [DONE]\n\n')
}

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let spenders = 0

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(async ({ body }, response) => {
      // All that were admitted are under way together.
      await new Promise((resolve) => setTimeout(resolve, 100))
      const thinks = body.model === 'o3' || body.reasoning_effort !== undefined
      if (body.messages?.[0]?.content === 'write signs') return streamSigns(response, body)
      const usage = usageFor(body, thinks ? 20_000 : body.max_tokens === undefined ? 3000 : 200)
      if (body.stream !== true) return answerJson(response, 200, chatBody({ content: 'Yes.' }, usage))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = {
        id: 'x',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      }
      response.end(
        `data: ${JSON.stringify(piece)}\n\ndata: ${JSON.stringify({ ...piece, choices: [], usage })}\n\ndata: [DONE]\n\n`,
      )
    })
    root = await gateway().asRoot()
    await priceModels(root, ['gpt-4o', 'o3'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt-4o,o3' })
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  /** Spends a balance with many calls at once; answers what is left, and what the dearest call cost. */
  const spend = async (quota: number, body: Record<string, unknown>, viaToken = false) => {
    spenders += 1
    const member = await gateway().asUser(`spender${spenders}`)
    await root.put('/api/user/', {
      id: member.userId,
      username: `spender${spenders}`,
      quota: viaToken ? 500_000_000 : quota,
    })
    const limits = viaToken ? { unlimited_quota: false, remain_quota: quota } : {}
    const { id, key } = await addRelayToken(member, limits)
    const answers = await Promise.all(Array.from({ length: atOnce }, () => callRelay(gateway(), key, body)))
    await gateway().plane.domain.ledger.drain()
    expect(answers.filter(({ status }) => status !== 200 && status !== 403 && status !== 401)).toEqual([])
    const rows = (await member.get('/api/log/self?p=1&page_size=100&type=2')).data.items
    const left = viaToken
      ? (await member.get(`/api/token/${id}`)).data.remain_quota
      : (await member.get('/api/user/self')).data.quota
    const served = answers.filter(({ status }) => status === 200).length
    return { left, served, dearest: Math.max(0, ...rows.map((row: { quota: number }) => row.quota)) }
  }

  it.each(Object.entries(prompts))(
    'T01, T02: a debt is at most one call’s, whatever it is made of: %s',
    async (_name, body) => {
      const cost = usageFor(body, 200).total_tokens
      const { left, served, dearest } = await spend(Math.floor(2.5 * cost), {
        model: 'gpt-4o',
        max_tokens: 200,
        ...body,
      })
      expect(dearest).toBe(cost)
      expect(served).toBeGreaterThan(0)
      expect(left).toBeGreaterThanOrEqual(-cost)
    },
  )

  it('T03: nor is the debt of a token', async () => {
    const body = prompts.cuneiform ?? {}
    const cost = usageFor(body, 200).total_tokens
    const { left, served } = await spend(3 * cost, { model: 'gpt-4o', max_tokens: 200, ...body }, true)
    expect(served).toBe(3)
    expect(left).toBeGreaterThanOrEqual(-cost)
  })

  it.each([
    ['answers without a limit', { model: 'gpt-4o' }],
    ['several answers without a limit', { model: 'gpt-4o', n: 3 }],
    ['thoughts that nobody sees', { model: 'o3' }],
    ['streams of thoughts that nobody sees', { model: 'o3', stream: true }],
    ['streams that are told to think', { model: 'gpt-4o', stream: true, reasoning_effort: 'high', max_tokens: 20_000 }],
  ])('T02: a debt is at most one call’s where nothing says how long the answer is: %s', async (_name, body) => {
    const { left, served, dearest } = await spend(1000, { messages: user('hi'), ...body })
    expect(served).toBeGreaterThan(0)
    expect(left).toBeGreaterThanOrEqual(-dearest)
  })

  it('T02: an answer that comes whole begins only where its own limit is paid for; a stream can be ended', async () => {
    const body = { model: 'gpt-4o', max_tokens: 200, messages: user('hi') }
    expect((await spend(180, body)).served).toBe(0)
    expect((await spend(230, body)).served).toBeGreaterThan(0)
    expect((await spend(180, { ...body, stream: true })).served).toBeGreaterThan(0)
    expect((await spend(500, { ...body, n: 3 })).served).toBe(0)
  })

  it('T02: a debt is at most one call’s where streams are made of rare signs', async () => {
    const { left, served, dearest } = await spend(9000, {
      model: 'gpt-4o',
      stream: true,
      max_tokens: 6000,
      messages: user('write signs'),
    })
    expect(served).toBeGreaterThan(0)
    expect(dearest).toBeGreaterThan(500)
    expect(left).toBeGreaterThanOrEqual(-dearest)
  })

  it('T02: ordinary calls are served as long as there is quota, at once where there is plenty', async () => {
    const body = {
      model: 'gpt-4o',
      max_tokens: 200,
      messages: user('The gate opens slowly, and water comes. '.repeat(50)),
    }
    const cost = usageFor(body, 200).total_tokens
    expect((await spend(atOnce * 1.2 * cost, body)).served).toBe(atOnce)
    expect((await spend(atOnce * 50 * cost, body)).served).toBe(atOnce)
  })

  describe('A call whose output limit is too dear for what is left', () => {
    const costly = { model: 'gpt-4o', max_tokens: 5000, messages: user('hi') }
    const ask = async (quota: number, body: Record<string, unknown>, limits: Record<string, unknown> = {}) => {
      spenders += 1
      const member = await gateway().asUser(`spender${spenders}`)
      await root.put('/api/user/', { id: member.userId, username: `spender${spenders}`, quota })
      const { key } = await addRelayToken(member, limits)
      const answer = await callRelay(gateway(), key, body)
      return { member, status: answer.status, headers: answer.headers, body: answer.json }
    }

    it('is refused with what can be spent, what it may cost, and for how much output the rest pays', async () => {
      const { status, body } = await ask(1000, costly)
      expect([status, body.error.code]).toEqual([403, expect.anything()])
      const [, tokens] =
        /^Insufficient balance, please top up: \$0\.002 can be spent now, which pays for about (\d+) output tokens, and this call may cost \$0\.010\d+: limit its output to that, or top up/.exec(
          body.error.message,
        ) ?? []
      expect(Number(tokens)).toBeGreaterThan(950)
      const fitting = await ask(1000, { ...costly, max_tokens: Number(tokens) })
      expect(fitting.status).toBe(200)
      expect((await ask(1000, { ...costly, max_tokens: Number(tokens) + 40 })).status).toBe(403)
    })

    it('is told what the key has left, where that is less, and that a prompt alone may be too dear', async () => {
      const limits = { unlimited_quota: false, remain_quota: 600 }
      const short = await ask(500_000, costly, limits)
      expect(short.body.error.message).toMatch(
        /^This API token has too little quota left: \$0\.0012 can be spent now, which pays for about 5\d\d output/,
      )
      const long = await ask(20, { ...costly, messages: user('The gate opens slowly. '.repeat(100)) })
      expect(long.body.error.message).toMatch(
        /^Insufficient balance, please top up: \$0\.00004 can be spent now, which does not pay for the prompt/,
      )
    })

    it('is served with a lower limit where the operator wants that, and its header and its row tell it', async () => {
      await root.put('/api/option/', { key: 'OutputLimitByBalanceEnabled', value: 'true' })
      try {
        const before = upstream.calls.length
        const { member, status, headers } = await ask(1000, costly)
        expect(status).toBe(200)
        const limit = Number(headers.get('x-output-limit'))
        expect(limit).toBeGreaterThan(950)
        expect(upstream.calls[before]?.body).toMatchObject({ max_tokens: limit })
        await gateway().plane.domain.ledger.drain()
        const [row] = (await member.get('/api/log/self?p=1&page_size=10&type=2')).data.items
        expect(JSON.parse(row.other).output_limit).toBe(limit)
        expect((await member.get('/api/user/self')).data.quota).toBeGreaterThanOrEqual(0)
        // Not even a short answer fits.
        expect((await ask(20, costly)).status).toBe(403)
        const calm = await ask(500_000, costly)
        expect([calm.status, calm.headers.get('x-output-limit')]).toEqual([200, null])
      } finally {
        await root.put('/api/option/', { key: 'OutputLimitByBalanceEnabled', value: 'false' })
      }
    })
  })
})
