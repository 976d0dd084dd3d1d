import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachFaultBench, faultCost } from '#testing/fault-bench.ts'
import { eachGateway } from '#testing/gateway.ts'
import { freePort } from '#testing/local-service.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, callPath, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { startUpstream } from '#testing/upstream.ts'

eachFaultBench(['picture', 'gone', 'speech', 'gpt-4o-seeing'], (bench) => {
  const greet = () =>
    bench().upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' })))

  describe('how many pictures are wanted', () => {
    const draw = async (n: unknown) => {
      const { gateway, key } = bench()
      return callPath(gateway, key, '/v1/images/generations', { model: 'picture', prompt: 'A gate.', n })
    }

    it('T13: is a whole number from one to ten, is paid for, and never brings anything in', async () => {
      const { upstream, root, addChannel, rows, rowOf, gateway } = bench()
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"picture":0.001}' })
      await addChannel({ base_url: upstream.url, models: 'picture' })
      upstream.does(({ body }, response) => {
        const data = Array.from({ length: Number(body.n ?? 1) }, () => ({ b64_json: 'AA==' }))
        answerJson(response, 200, { created: 1, data })
      })
      const [before, asked] = [(await rows()).total, upstream.calls.length]
      const quota = await gateway.plane.domain.ledger.balance(1)
      for (const n of [-5, 0, 11, 1e9, 1.5, '-5', '0', '11', '1.5', 'two', [2], true])
        expect([n, (await draw(n)).status]).toEqual([n, 400])
      expect([(await rows()).total, upstream.calls.length]).toEqual([before, asked])
      expect(await gateway.plane.domain.ledger.balance(1)).toBe(quota)
      // Forms have only text, so a number may come as one.
      for (const n of [undefined, null, 1, '2', 10]) {
        const answer = await draw(n)
        expect([n, answer.status, (await rowOf(answer.requestId)).quota]).toEqual([n, 200, 500 * Number(n ?? 1)])
      }
    })
  })

  describe('a file that claims to be enormous', () => {
    it('T61: is taken for what its bytes can be: a recording of 30 years in 200 bytes', async () => {
      const { upstream, gateway, key, addChannel, rowOf } = bench()
      await addChannel({ base_url: upstream.url, models: 'speech' })
      const movie = Buffer.alloc(200)
      movie.write('\0\0\0\x08ftyp\0\0\0\xb8moov\0\0\0\xb0mvhd', 'latin1')
      movie.writeUInt32BE(1, 36)
      movie.writeUInt32BE(1_000_000_000, 40)
      const form = new FormData()
      form.append('model', 'speech')
      form.append('file', new Blob([movie]), '../../etc/passwd')
      const transcribe = async (answered: object) => {
        upstream.does((_call, response) => answerJson(response, 200, { text: 'said', ...answered }))
        const headers = { authorization: `Bearer ${key}` }
        const url = `${gateway.url}/v1/audio/transcriptions`
        const response = await fetch(url, { method: 'POST', headers, body: form })
        const row = await rowOf(response.headers.get('x-request-id') ?? '')
        return [response.status, row.quota, JSON.parse(row.other).usage_doubt]
      }
      expect(await transcribe({})).toEqual([200, 50, undefined])
      // The same from the upstream's own mouth.
      expect(await transcribe({ usage: { type: 'duration', seconds: 1e9 } })).toEqual([200, 40_000_000, 'cut'])
    })

    it('T61: costs no more than the largest picture, and is not unpacked: 50,000 times 50,000 dots', async () => {
      const { upstream, addChannel, call, rowOf } = bench()
      await addChannel({ base_url: upstream.url, models: 'gpt-4o-seeing' })
      upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' }, null)))
      const bomb = Buffer.alloc(5000)
      bomb.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
      bomb.writeUInt32BE(50_000, 16)
      bomb.writeUInt32BE(50_000, 20)
      const url = `data:image/png;base64,${bomb.toString('base64')}`
      const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]
      const { status, requestId } = await call({ model: 'gpt-4o-seeing', messages })
      expect(status).toBe(200)
      expect((await rowOf(requestId)).prompt_tokens).toBeLessThan(2000)
    })
  })

  describe('a call that asks to go elsewhere', () => {
    it('T35: goes where its channel leads, with the key of the channel', async () => {
      greet()
      const { upstream, gateway, key, rowOf } = bench()
      const evil = 'http://127.0.0.1:1'
      const fields = { api_base: evil, base_url: evil, api_key: 'sk-evil', custom_llm_provider: 'evil' }
      const headers = {
        'x-portkey-custom-host': evil,
        'x-stainless-base-url': evil,
        'x-forwarded-host': 'evil.example',
        'openai-organization': 'evil',
      }
      const body = { model: 'sole', ...fields, extra_headers: { authorization: 'Bearer sk-evil' } }
      const answer = await callRelay(gateway, key, body, headers)
      const asked = upstream.calls.at(-1)
      expect([answer.status, asked?.path, asked?.key]).toEqual([200, '/v1/chat/completions', 'sk-upstream'])
      expect(asked?.headers.host).toBe(new URL(upstream.url).host)
      expect(JSON.stringify([asked?.headers, asked?.body])).not.toMatch(/evil|127\.0\.0\.1:1\b/)
      expect((await rowOf(answer.requestId)).quota).toBe(faultCost)
    })
  })

  describe('a key', () => {
    it('T51: of a megabyte ends its connection and disturbs nobody', async () => {
      greet()
      const { gateway, call } = bench()
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
      socket.resume()
      socket.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sk-${'x'.repeat(1 << 20)}`)
      await closed
      expect((await call()).status).toBe(200)
      expect(gateway.logLines.filter((line) => line.includes('"error"'))).toEqual([])
    })

    it('T26: that differs in one sign is as unknown as any other, wherever the sign stands', async () => {
      const { gateway, key } = bench()
      const { vault } = gateway.plane.domain
      const right = key.slice(3)
      const told = new Set<string>()
      for (let place = 0; place < right.length; place += 1) {
        const near = right.slice(0, place) + (right[place] === 'x' ? 'y' : 'x') + right.slice(place + 1)
        const { status, text, requestId } = await callRelay(gateway, `sk-${near}`, { model: 'sole' })
        told.add(`${status} ${text.replace(requestId, '')}`)
        // What is looked for has nothing in common with what would be found.
        expect(vault.fingerprint(near).slice(0, 6)).not.toBe(vault.fingerprint(right).slice(0, 6))
      }
      expect([...told]).toEqual([expect.stringMatching(/^401 .*invalid_api_key/)])
    })

    it.each([1, 24])('T62: is not told when nobody answers at the address of its channel: type %i', async (type) => {
      const { gateway, key, addChannel, root } = bench()
      const port = await freePort()
      const base_url = `http://127.0.0.1:${port}`
      const id = await addChannel({ type, base_url, models: 'gone', key: 'sk-hidden-key' })
      const { status, text } = await callRelay(gateway, key, { model: 'gone' })
      expect([status, JSON.parse(text).error.code]).toEqual([502, 'upstream_unreachable'])
      const channel = await root.get(`/api/channel/${id}`)
      for (const place of [text, gateway.logLines.join('\n'), channel.data.other_info]) {
        expect(place).not.toContain('sk-hidden-key')
        expect(place).not.toContain(String(port))
      }
      await root.remove(`/api/channel/${id}`)
    })
  })

  describe('a client that does not read', () => {
    it('T44: makes its upstream wait, and is left after a minute', async () => {
      const { upstream, gateway, key, rows } = bench()
      const before = (await rows()).total
      const event = chatEvents(['wave '.repeat(2000)])[0] ?? ''
      let sent = 0
      let isLeft = false
      upstream.does((_call, response) => {
        response.on('close', () => {
          isLeft = true
        })
        response.on('error', () => {}).writeHead(200, { 'content-type': 'text/event-stream' })
        const pour = () => {
          do sent += event.length
          while (!response.destroyed && response.write(event))
        }
        response.on('drain', pour)
        pour()
      })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const request = httpRequest(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        })
        request.on('error', () => {})
        request.end(JSON.stringify({ ...prompt, model: 'sole', stream: true }))
        const [response] = await once(request, 'response')
        response.pause().on('error', () => {})
        for (let last = -1; last !== sent; ) {
          last = sent
          for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        }
        // What the network itself holds on two connections is all that is on the way.
        expect(sent).toBeLessThan(32 * 1024 * 1024)
        vi.advanceTimersByTime(59_000)
        for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        expect(isLeft).toBe(false)
        vi.advanceTimersByTime(1_500)
        await vi.waitUntil(() => isLeft, patience)
        request.destroy()
      } finally {
        vi.useRealTimers()
      }
      await expect.poll(async () => (await rows()).total).toBe(before + 1)
      expect(JSON.parse((await rows()).items[0].other).stream_error).toBe('client_gone')
    })
  })
})

eachGateway(
  (gateway) => {
    it('T52: a key that is bound to addresses is for those of the connection, whatever the client claims', async () => {
      const upstream = await startUpstream()
      const root = await gateway().asRoot()
      await priceModels(root, ['plain'])
      await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
      const far = await addRelayToken(root, { allow_ips: '10.0.0.0/8' })
      const near = await addRelayToken(root, { allow_ips: '127.0.0.1' })
      for (const claim of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']) {
        const headers = { [claim]: claim === 'forwarded' ? 'for=10.1.1.1' : '10.1.1.1' }
        const status = async (key: string) => (await callRelay(gateway(), key, { model: 'plain' }, headers)).status
        expect([claim, await status(far.key), await status(near.key)]).toEqual([claim, 403, 200])
      }
      await upstream.close()
    })
  },
  { TRUSTED_PROXIES: '' },
)
