import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import {
  chatAnswer,
  chatStream,
  type ScriptedProvider,
  sendJson,
  startScriptedProvider,
} from '#testing/scripted-provider.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/recompute.ts'

const words = ['Water', ' finds', ' its', ' way.']
const whole = chatStream(words)
const cost = 20
const clock = createMovableClock()

eachGateway(
  (gateway) => {
    let upstream: ScriptedProvider
    let root: TestClient
    let key: string

    beforeAll(async () => {
      upstream = await startScriptedProvider()
      root = await gateway().asRoot()
      await priceModels(root, ['sole', 'storm', 'flap', 'keyed'])
      await addRelayChannel(root, { base_url: upstream.url, models: 'sole', auto_ban: 0 })
      key = (await addRelayToken(root)).key
    })
    afterAll(() => upstream.close())
    afterEach(async () => {
      // What broke off in one test must not keep a channel from the next.
      clock.pass(700)
      const { database, domain } = gateway().plane
      await domain.ledger.drain()
      expect(await findBrokenInvariants(database)).toEqual([])
      expect(await findWrongCharges(database, recomputeRow)).toEqual([])
      expect(await domain.ledger.balance(1)).toBe((await root.get('/api/user/self')).data.quota)
    })

    const call = (body: Record<string, unknown>) => callRelay(gateway(), key, { model: 'sole', ...body })
    const streamed = { stream: true, stream_options: { include_usage: true } }
    const rows = async () => {
      await gateway().plane.domain.ledger.drain()
      return (await root.get('/api/log/?page_size=100&type=2')).data
    }
    const lastRow = async () => (await rows()).items[0]

    describe('a stream that breaks off at any byte', () => {
      it('F01: is an answer, or an error told in the stream, or a refusal without a charge', async () => {
        const before = (await rows()).total
        let charged = 0
        for (const offset of Array.from({ length: 40 }, (_, step) => Math.floor((step * whole.length) / 39))) {
          clock.pass(700)
          upstream.does(async (_call, response) => {
            response.writeHead(200, { 'content-type': 'text/event-stream' })
            response.write(whole.subarray(0, offset))
            await new Promise((resolve) => setImmediate(resolve))
            response.destroy()
          })
          const answer = await call(streamed)
          if (answer.status !== 200) {
            expect(answer.json.error.code).toBeDefined()
            continue
          }
          charged += 1
          const isWhole = answer.text === whole.toString()
          expect(isWhole || answer.text.includes('"error"'), `cut at ${offset}: ${answer.text}`).toBe(true)
          expect((await lastRow()).quota).toBeGreaterThan(0)
        }
        expect((await rows()).total - before).toBe(charged)
        expect(charged).toBeGreaterThan(20)
      })

      it('F10: charges for what a client took that leaves at any byte, once, and holds nothing after', async () => {
        const before = (await rows()).total
        const quota = (await root.get('/api/user/self')).data.quota
        upstream.does(({ body }, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          // The rest never comes: only that the client is gone can end this.
          response.write(whole.subarray(0, Number(body.seed)))
        })
        let served = 0
        for (let first = 1; first < whole.length; first += batch) {
          const offsets = Array.from({ length: Math.min(batch, whole.length - first) }, (_, step) => first + step)
          for (const got of await Promise.all(offsets.map(leaveAt))) served += got
        }
        const { domain } = gateway().plane
        await expect.poll(async () => (await rows()).total - before, { timeout: 10_000 }).toBeGreaterThanOrEqual(served)
        const { items, total } = await rows()
        expect(total - before).toBeLessThanOrEqual(whole.length - 1)
        expect(served).toBeGreaterThan(whole.length / 2)
        for (const row of items) expect(row.quota).toBeGreaterThan(0)
        const stored = async () => (await root.get('/api/user/self')).data.quota
        await expect.poll(() => domain.ledger.balance(1)).toBe(await stored())
        expect(await stored()).toBeLessThan(quota)
      })

      const batch = 24

      /** Reads all events that the upstream sends whole, then hangs up; answers how many calls must be charged. */
      const leaveAt = async (sent: number): Promise<0 | 1> => {
        // The end of a stream is held back until its charge is durable, so no more than the words can be waited for.
        const events = Math.min(words.length, whole.subarray(0, sent).toString().split('\n\n').length - 1)
        const request = httpRequest(`${gateway().url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        })
        request.on('error', () => {})
        const calls = upstream.calls.length
        request.end(JSON.stringify({ ...prompt, ...streamed, model: 'sole', seed: sent }))
        if (events === 0) {
          // No event is whole, so the client gets nothing: it leaves once a call is under way.
          while (upstream.calls.length === calls) await new Promise((resolve) => setImmediate(resolve))
          request.destroy()
          return 0
        }
        const [response] = await once(request, 'response')
        let text = ''
        for await (const chunk of response) {
          text += String(chunk)
          if (text.split('\n\n').length - 1 >= events) break
        }
        request.destroy()
        return 1
      }
    })

    describe('answers that are packed', () => {
      const packed: [string, (bytes: Buffer) => Buffer][] = [
        ['gzip', gzipSync],
        ['br', brotliCompressSync],
        ['deflate', deflateSync],
      ]
      it.each(packed)('F05: are unpacked or refused, never passed on as they are: %s', async (encoding, pack) => {
        const body = pack(Buffer.from(JSON.stringify(chatAnswer({ content: 'Packed.' }))))
        upstream.does((_call, response) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
        })
        const answer = await call({})
        if (answer.status === 200) expect(answer.json.choices[0].message.content).toBe('Packed.')
        else expect(answer.json.error.message).not.toContain('\ufffd')
      })

      it('F05: a packed answer that breaks off is an error', async () => {
        const body = gzipSync(Buffer.from(JSON.stringify(chatAnswer({ content: 'Packed.' }))))
        upstream.does((_call, response) => {
          const head = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
          response.writeHead(200, head).end(body.subarray(0, body.length - 12))
        })
        const before = (await rows()).total
        expect((await call({})).status).toBeGreaterThanOrEqual(500)
        expect((await rows()).total).toBe(before)
      })
    })

    describe('answers that are huge', () => {
      it('F06: a line longer than any event ends the stream with an error', async () => {
        upstream.does((_call, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          const piece = Buffer.alloc(1024 * 1024, 'x')
          response.write('data: ')
          const push = (left: number): void => {
            if (left === 0 || response.destroyed) return
            response.write(piece, () => push(left - 1))
          }
          push(12)
        })
        const answer = await call(streamed)
        expect(answer.status === 200 ? answer.text : answer.json.error.code).toMatch(
          /error|unreachable|unreadable|cut_short/,
        )
        expect(answer.text.length).toBeLessThan(4096)
      })

      it('F06: a stream of very small pieces comes through as it is', async () => {
        const many = chatStream(Array.from({ length: 400 }, (_, index) => ` ${index}`))
        upstream.does(async (_call, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.socket?.setNoDelay(true)
          for (let at = 0; at < many.length; at += 3) {
            if (!response.write(many.subarray(at, at + 3))) await once(response, 'drain')
          }
          response.end()
        })
        const answer = await call(streamed)
        expect(answer.text).toBe(many.toString())
        expect((await lastRow()).quota).toBe(cost)
      })
    })

    describe('what is told of usage', () => {
      const message = (fields: Record<string, unknown>) => ({ content: '', ...fields })
      const toolCall = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
      it.each([
        ['only tool calls', message({ content: null, tool_calls: [toolCall] })],
        [
          'only a picture',
          message({ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] }),
        ],
        ['only reasoning', message({ reasoning_content: 'Hm.' })],
        ['blank text', message({ content: '  ' })],
      ])('T64: an answer with %s is charged by its usage', async (_title, answer) => {
        upstream.does((_call, response) => sendJson(response, 200, chatAnswer(answer)))
        expect((await call({})).status).toBe(200)
        expect((await lastRow()).quota).toBe(cost)
      })

      it.each([
        ['negative', { prompt_tokens: -50, completion_tokens: -9, total_tokens: -59 }],
        ['as text', { prompt_tokens: '10', completion_tokens: '10', total_tokens: '20' }],
        ['not a number', { prompt_tokens: null, completion_tokens: {}, total_tokens: [] }],
      ])('T46: usage that is %s never gives anything back', async (_title, usage) => {
        upstream.does((_call, response) => sendJson(response, 200, chatAnswer({ content: 'Hello.' }, usage)))
        expect((await call({})).status).toBe(200)
        expect((await lastRow()).quota).toBeGreaterThan(0)
      })
    })

    describe('a storm', () => {
      it('F07: of refusals costs few retries, rests the channel, and is over soon after it ends', async () => {
        const healthy = await startScriptedProvider()
        const sick = await startScriptedProvider()
        sick.does((_call, response) => sendJson(response, 429, { error: { message: 'too many' } }))
        const channels = await Promise.all(
          [sick, healthy, healthy].map(({ url }) =>
            addRelayChannel(root, { base_url: url, models: 'storm', auto_ban: 0 }),
          ),
        )
        const ask = () => callRelay(gateway(), key, { model: 'storm' })
        const before = healthy.calls.length + sick.calls.length
        let served = 0
        for (let round = 0; round < 60; round += 1) {
          const answers = await Promise.all(Array.from({ length: 5 }, ask))
          served += answers.filter(({ status }) => status === 200).length
          clock.pass(1)
        }
        const attempts = healthy.calls.length + sick.calls.length - before
        expect(served).toBeGreaterThanOrEqual(297)
        expect(attempts).toBeLessThanOrEqual(1.2 * 300)
        sick.does((_call, response) => sendJson(response, 200, chatAnswer({ content: 'Back.' })))
        clock.pass(35)
        const during = sick.calls.length
        for (let round = 0; round < 30; round += 1) expect((await ask()).status).toBe(200)
        expect(sick.calls.length - during).toBeGreaterThan(0)
        for (const id of channels) await root.remove(`/api/channel/${id}`)
        await healthy.close()
        await sick.close()
      })

      it('F07: on every channel is answered with how long to wait', async () => {
        upstream.does((_call, response) => {
          sendJson(response, 429, { error: { message: 'too many' } }, { 'retry-after': '20' })
        })
        await call({})
        const answer = await call({})
        expect([429, 503]).toContain(answer.status)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(20)
      })

      it('F08: of failures that come and go is not seen by clients while a sibling is well', async () => {
        const steady = await startScriptedProvider()
        const flapping = await startScriptedProvider()
        const channels = await Promise.all(
          [flapping, steady].map(({ url }) => addRelayChannel(root, { base_url: url, models: 'flap', auto_ban: 0 })),
        )
        let served = 0
        let attempts = -steady.calls.length - flapping.calls.length
        for (let second = 0; second < 60; second += 1) {
          const isDown = Math.floor(second / 10) % 2 === 0
          flapping.does((_call, response) =>
            isDown
              ? sendJson(response, 500, { error: { message: 'down' } })
              : sendJson(response, 200, chatAnswer({ content: 'Up.' })),
          )
          for (let turn = 0; turn < 5; turn += 1) {
            served += (await callRelay(gateway(), key, { model: 'flap' })).status === 200 ? 1 : 0
          }
          clock.pass(1)
        }
        attempts += steady.calls.length + flapping.calls.length
        expect(served).toBeGreaterThanOrEqual(297)
        expect(attempts).toBeLessThanOrEqual(1.2 * 300)
        for (const id of channels) await root.remove(`/api/channel/${id}`)
        await steady.close()
        await flapping.close()
      })
    })

    it('F09: a key that is refused is left out, and its channel goes on with the others', async () => {
      const keyed = await startScriptedProvider()
      const keys = ['sk-one', 'sk-two', 'sk-bad', 'sk-four', 'sk-five']
      const id = await addRelayChannel(root, { base_url: keyed.url, models: 'keyed', key: keys.join('\n') })
      keyed.does(({ headers }, response) =>
        headers.authorization === 'Bearer sk-bad'
          ? sendJson(response, 401, { error: { message: 'Incorrect API key provided: sk-bad' } })
          : sendJson(response, 200, chatAnswer({ content: 'Hello.' })),
      )
      const answers = []
      for (let turn = 0; turn < 20; turn += 1) answers.push(await callRelay(gateway(), key, { model: 'keyed' }))
      expect(answers.filter(({ status }) => status !== 200).length).toBeLessThanOrEqual(1)
      expect(keyed.calls.filter(({ headers }) => headers.authorization === 'Bearer sk-bad')).toHaveLength(1)
      expect(new Set(keyed.calls.map(({ headers }) => headers.authorization)).size).toBe(5)
      expect((await root.get(`/api/channel/${id}`)).data.status).toBe(1)
      await keyed.close()
    })
  },
  undefined,
  clock,
)
