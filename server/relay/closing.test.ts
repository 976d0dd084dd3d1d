import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'

let upstream: AnsweringUpstream

/** Begins to speak and then says nothing more: the client has to leave. */
const answer = (_call: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chatEvents(['Water', ' finds', ' its', ' way.'])[0])
}

beforeAll(async () => {
  upstream = await startAnsweringUpstream(answer)
})
afterAll(() => upstream.close())
afterEach(() => vi.restoreAllMocks())

eachDatabase((_engine, _open, openPlace) => {
  it('F16: a stream that was left is charged before the gateway is gone, however long its counting takes', async () => {
    const { place } = await openPlace()
    const gateway = await startTestGateway({ place })
    const root = await gateway.asRoot()
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
    await priceModels(root, ['plain'])
    const { key } = await addRelayToken(root)

    const { ledger, tokenCounter } = gateway.plane.domain
    const counts: ((tokens: number) => void)[] = []
    vi.spyOn(tokenCounter, 'count').mockImplementation(
      () =>
        new Promise((resolve) => {
          counts.push(resolve)
        }),
    )
    const leaving = new AbortController()
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'plain', stream: true, messages: [{ role: 'user', content: 'Say much.' }] }),
    })
    await response.body?.getReader().read()
    leaving.abort()
    await vi.waitFor(() => expect(counts).toHaveLength(2), patience)

    const closeCounter = vi.spyOn(tokenCounter, 'close')
    const drainLedger = vi.spyOn(ledger, 'drain')
    const gone = gateway.close()
    await vi.waitFor(() => expect(closeCounter).toHaveBeenCalled(), patience)
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(drainLedger).not.toHaveBeenCalled()
    for (const count of counts) count(7)
    await gone

    const next = await startTestGateway({ place })
    const { data } = await (await next.asRoot()).get('/api/log/?type=2')
    expect(data.items).toMatchObject([{ completion_tokens: 7 }])
    await next.close()
  })
})
