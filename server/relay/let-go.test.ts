import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { eachFaultBench } from '#testing/fault-bench.ts'
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

eachFaultBench([...spokenBy, 'endless'], (bench) => {
  let upstream: AnsweringUpstream
  let answers: ServerResponse[]

  beforeAll(async () => {
    upstream = await startAnsweringUpstream((_call, response) => {
      answers.push(response)
    })
    for (const [spoken, { type }] of Object.entries(beginnings)) {
      const setting = JSON.stringify(type === 1 ? { dialect: spoken } : {})
      await bench().addChannel({ type, base_url: upstream.url, models: spoken, setting })
    }
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    answers = []
  })

  it.each(pairs)(
    'F10: the upstream of a stream is let go of when its client leaves: $spoken for $speaks',
    async ({ speaks, spoken }) => {
      const { gateway, key } = bench()
      const asked = asks[speaks]?.(spoken)
      const leaving = new AbortController()
      const answering = fetch(gateway.url + asked?.path, {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(asked?.body),
      })
      await vi.waitFor(() => expect(answers).toHaveLength(1))
      const [response] = answers
      const closed = new Promise<void>((resolve) => response?.once('close', () => resolve()))
      response?.writeHead(200, { 'content-type': 'text/event-stream' }).write(beginnings[spoken]?.text)
      await (await answering).body?.getReader().read()
      expect(response?.destroyed).toBe(false)
      leaving.abort()
      // Its silence would let go of it after a minute; nobody waits for that here.
      await closed
    },
  )

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
    await vi.waitFor(() => expect(sessions.open()).toBe(0))
    await sessions.close()
  })
})
