import { expect, it } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachFaultBench, faultWords, streamed } from '#testing/fault-bench.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { rollUp } from '../db/logs/log-store.ts'
import { nowSeconds } from '../lib/clock.ts'

const clock = createStillClock()

eachFaultBench(
  [],
  (bench) => {
    it('counts how long answers took until their end, and nothing of those that broke off', async () => {
      const { gateway, upstream, root, call, rowOf } = bench()
      const { database } = gateway.plane
      const begun = nowSeconds(clock) - 3600
      for (const seconds of [1.1, 1.1, 1.1, 1.1, 1.1, 2, 2, 4, 4, 29]) {
        upstream.does((_call, response) => {
          clock.pass(seconds)
          answerJson(response, 200, chatBody({ content: 'Hello.' }))
        })
        expect((await call()).status).toBe(200)
      }
      upstream.does((_call, response) => {
        clock.pass(200)
        const events = chatEvents(faultWords).slice(0, 2)
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
      })
      const { requestId } = await call(streamed)
      expect(JSON.parse((await rowOf(requestId)).other).stream_error).toBe('upstream_error')

      const asked = async () => {
        const { data } = await root.get(`/api/data/by?by=model&start_timestamp=${begun}`)
        return [data.items[0].count, data.items[0].p50_ms, data.items[0].p95_ms, data.total.p50_ms, data.total.p95_ms]
      }
      expect(await asked()).toEqual([11, 1101, 28_730, 1101, 28_730])
      clock.pass(3 * 86_400)
      await rollUp(database, nowSeconds(clock))
      expect(await asked()).toEqual([11, 1101, 28_730, 1101, 28_730])
    })
  },
  clock,
)
