import { describe, expect, it } from 'vitest'
import { eachRelayBench } from '#testing/relay-bench.ts'
import { addRelayChannel, prompt } from '#testing/relay-client.ts'
import { upstreamUsage } from '#testing/upstream.ts'

const cost = upstreamUsage.total_tokens

eachRelayBench(({ gateway, root, upstream, other, token, call, lastRow, spent }) => {
  describe('a call that fails', () => {
    it.each([
      ['reset', 502],
      ['page', 502],
      ['fail-400', 400],
      ['fail-401', 502],
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
        expect(text).not.toContain(new URL(upstream().url).port)
      }
      const lines = gateway().logLines.join('\n')
      expect(lines).not.toContain('sk-upstream')
      expect(lines).not.toContain(token().key.slice(3))
    })

    it('moves on to a channel that has not been tried, and the row tells the way', async () => {
      const broken = await addRelayChannel(root(), {
        base_url: upstream().url,
        models: 'backed',
        priority: 9,
        model_mapping: JSON.stringify({ backed: 'fail-500' }),
      })
      const sound = await addRelayChannel(root(), {
        base_url: other().url,
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
        headers: { authorization: `Bearer ${token().key}`, 'content-type': 'application/json' },
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
        headers: { authorization: `Bearer ${token().key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...prompt, model: 'slow-150' }),
        signal: leave.signal,
      })
      const asked = upstream().calls.length
      await expect.poll(() => upstream().calls.length).toBeGreaterThan(asked)
      leave.abort()
      await expect(waiting).rejects.toThrow()
      await expect.poll(spent).toBe(before + cost)
    })
  })
})
