import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import {
  type Answer,
  type AnsweringUpstream,
  startAnsweringUpstream,
  streamWords,
} from '#testing/answering-upstream.ts'
import { eachDatabase } from '#testing/database.ts'
import { createFailingParts, toldByFaults } from '#testing/failing-parts.ts'
import { startTestGateway, type TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { answerTypically } from '#testing/typical-bench.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

const messages = [{ role: 'user', content: 'Say something.' }]
const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
const model = 'plain'

/** One of every dialect and every kind. */
const calls: readonly [string, object | undefined][] = [
  ['/v1/chat/completions', { model, messages }],
  ['/v1/chat/completions?streamed', { model, messages, stream: true }],
  ['/v1/responses', { model, input: 'Say something.' }],
  ['/v1/messages', { model, messages, max_tokens: 10 }],
  [`/v1beta/models/${model}:generateContent`, { contents }],
  [`/v1beta/models/${model}:streamGenerateContent`, { contents }],
  ['/v1/completions', { model, prompt: 'Say something.' }],
  ['/v1/embeddings', { model, input: 'Something.' }],
  ['/v1/moderations', { model, input: 'Something.' }],
  ['/v1/rerank', { model, query: 'what', documents: ['one', 'two'] }],
  ['/v1/images/generations', { model, prompt: 'Something.' }],
  ['/v1/audio/speech', { model, input: 'Something.', voice: 'alloy' }],
  ['/v1/messages/count_tokens', { model, messages }],
  [`/v1beta/models/${model}:countTokens`, { contents }],
  ['/v1/responses/resp_2', undefined],
  ['/v1/models', undefined],
  [`/v1/models/${model}`, undefined],
  ['/v1beta/models', undefined],
]

/** As an upstream does that serves them all. */
const answerAsAsked: Answer = (call, response) =>
  call.body.stream === true ? streamWords('Hello.')(call, response) : answerTypically(call, response)

/** More than any of them makes before its answer. */
const most = 40

describe('whatever fails while a call is relayed', () => {
  eachDatabase((_engine, _open, openPlace) => {
    const failing = createFailingParts(/\/server\/relay\/relay\.ts/)
    let gateway: TestGateway
    let upstream: AnsweringUpstream
    let key: string
    beforeAll(async () => {
      upstream = await startAnsweringUpstream(answerAsAsked)
      gateway = await startTestGateway({ place: (await openPlace()).place, intercept: failing.intercept })
      const root = await gateway.asRoot()
      await priceModels(root, [model])
      await addRelayChannel(root, { base_url: upstream.url, models: model })
      key = (await addRelayToken(root)).key
      failing.breakInto(gateway.plane)
    })
    afterAll(async () => {
      failing.heal()
      await gateway.close()
      await upstream.close()
    })

    it.each(calls)('T50: %s tells no more than that it failed, and the log has it once', async (path, body) => {
      const ask = () =>
        fetch(gateway.url + path, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
      const usual = await ask()
      // Its channel is asked, and is not at rest after what was tried before.
      expect(usual.status).toBeLessThan(500)
      const usualEnd = (await usual.text()).slice(-20)
      let refused = 0
      for (let number = 1; number <= most; number += 1) {
        const before = gateway.logLines.length
        failing.failAt(number)
        const response = await ask()
        const text = await response.text()
        if (!failing.heal()) break
        expect(text).not.toMatch(/password_hash|secret\.sqlite|hidden|\.ts:/)
        const logged = gateway.logLines.slice(before).filter((line) => line.includes(toldByFaults))
        const isLater = response.status === 200 && logged.some((line) => line.includes('a call failed inside'))
        if (response.status !== 500 && !isLater) continue
        refused += 1
        const requestId = response.headers.get('x-request-id') ?? ''
        expect(requestId).toMatch(/^\w{20,}$/)
        // A stream that has begun tells it in an event; who has the whole answer need not know.
        const told = `${errorMessage('internal', 'en', {})} (request id: ${requestId})`
        if (isLater) expect(text.endsWith(usualEnd) || text.includes(`"message":"${told}"`)).toBe(true)
        else expect(JSON.parse(text).error.message).toBe(told)
        expect(logged).toEqual([expect.stringContaining(requestId)])
        expect(logged[0]).toContain('"level":"error"')
        expect(logged[0]).not.toContain('\\n    at ')
      }
      expect(refused).toBeGreaterThan(0)
      await gateway.plane.domain.ledger.drain()
      expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
    })
  })
})
