import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#testing/answering-upstream.ts'
import { answerJson } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachFaultBench, faultCost, faultWords, streamed } from '#testing/fault-bench.ts'
import { addRelayToken, callRelay } from '#testing/relay-client.ts'
import { rollUp } from '../db/logs/log-store.ts'
import { nowSeconds } from '../lib/clock.ts'

const greeting: Answer = (_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' }))

const jumps: readonly [string, number][] = [
  ['an hour forwards', 3600],
  ['an hour back', -3600],
  ['a day forwards', 86_400],
  ['a day back', -86_400],
]

eachFaultBench(['pair', 'resting'], (bench) => {
  describe.each(jumps)('a clock that is set %s', (_title, seconds) => {
    let off = 0
    const jump = (by = seconds) => {
      bench().clock.jump(by)
      off += by
    }
    /** It is noticed, and the clock is set right. */
    const jumpBack = () => jump(-off)
    afterEach(jumpBack)

    it('F22 I3: inside a stream changes nothing of it: it is whole, took no time that was none, and is charged once', async () => {
      const { gateway, clock, upstream, call, rows, rowOf } = bench()
      const before = (await rows()).total
      const events = chatEvents(faultWords)
      upstream.does((_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events[0])
        jump()
        response.end(events.slice(1).join(''))
      })
      const { text, requestId } = await call(streamed)
      expect(text).toMatch(/data: \[DONE\]\s*$/)
      const row = await rowOf(requestId)
      expect(row.quota).toBe(faultCost)
      expect(row.use_time).toBeGreaterThanOrEqual(0)
      expect(row.use_time).toBeLessThan(600)
      const { frt } = JSON.parse(row.other)
      expect(frt).toBeGreaterThanOrEqual(0)
      expect(frt).toBeLessThan(600_000)
      // What is written after hours were added up counts in them, whichever clock they were of.
      await rollUp(gateway.plane.database, nowSeconds(clock))
      jumpBack()
      upstream.does(greeting)
      expect((await call()).status).toBe(200)
      await rollUp(gateway.plane.database, nowSeconds(clock))
      expect((await rows()).total).toBe(before + 2)
    })

    it('F22: neither ends a limit nor makes it last', async () => {
      const { root, clock, upstream, call } = bench()
      const set = (key: string, value: string) => root.put('/api/option/', { key, value })
      await set('ModelRequestRateLimitCount', '2')
      await set('ModelRequestRateLimitEnabled', 'true')
      upstream.does(greeting)
      try {
        expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 429])
        jump()
        const { status, headers } = await call()
        expect(status).toBe(429)
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
        clock.pass(61)
        expect((await call()).status).toBe(200)
      } finally {
        await set('ModelRequestRateLimitEnabled', 'false')
      }
    })

    it('F22: runs out what is past its time, revives it when it is set right, and ends no session', async () => {
      const { gateway, clock, root, upstream } = bench()
      const { key } = await addRelayToken(root, { expired_time: nowSeconds(clock) + 1800 })
      upstream.does(greeting)
      const ask = async () => (await callRelay(gateway, key, { model: 'sole' })).status
      expect(await ask()).toBe(200)
      jump()
      expect(await ask()).toBe(seconds > 0 ? 401 : 200)
      expect((await root.get('/api/user/self')).status).toBe(200)
      await gateway.plane.sessions.sweep()
      const user = await gateway.asUser(`by${seconds}`)
      jumpBack()
      expect(await ask()).toBe(200)
      expect([(await root.get('/api/user/self')).status, (await user.get('/api/user/self')).status]).toEqual([200, 200])
    })

    it('F22: leaves a key that was left out so for its time, no longer and no shorter', async () => {
      const { clock, upstream, addChannel, root, call } = bench()
      const id = await addChannel({ base_url: upstream.url, models: 'pair', key: 'sk-one\nsk-two' })
      upstream.does((asked, response) => {
        if (asked.key === 'sk-two') return greeting(asked, response)
        answerJson(response, 429, { error: { message: 'too much', type: 'x' } }, { 'retry-after': '60' })
      })
      const keysOf = async (calls: number) => {
        const from = upstream.calls.length
        for (let index = 0; index < calls; index += 1) await call({ model: 'pair' })
        return new Set(upstream.calls.slice(from).map(({ key }) => key))
      }
      expect(await keysOf(2)).toEqual(new Set(['sk-one', 'sk-two']))
      jump()
      clock.pass(50)
      expect(await keysOf(2)).toEqual(new Set(['sk-two']))
      clock.pass(11)
      expect(await keysOf(2)).toEqual(new Set(['sk-one', 'sk-two']))
      await root.remove(`/api/channel/${id}`)
    })

    it('F22: misreads no date until which a vendor wants to be left alone', async () => {
      const { upstream, addChannel, root, call } = bench()
      const id = await addChannel({ base_url: upstream.url, models: 'resting' })
      upstream.does((_call, response) => {
        const dates = { date: new Date().toUTCString(), 'retry-after': new Date(Date.now() + 30_000).toUTCString() }
        answerJson(response, 429, { error: { message: 'too much', type: 'x' } }, dates)
      })
      jump()
      await call({ model: 'resting' })
      const { status, headers } = await call({ model: 'resting' })
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(31)
      await root.remove(`/api/channel/${id}`)
    })
  })
})
