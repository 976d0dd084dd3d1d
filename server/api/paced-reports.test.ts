import { describe, expect, it } from 'vitest'
import { eachRelayBench } from '#testing/relay-bench.ts'

const message = { messages: [{ role: 'user', content: 'Hi' }] }
const lastHour = `start_timestamp=${Math.floor(Date.now() / 1000) - 3600}`
const reports = ['/log/', '/log/self', '/log/stat', '/log/self/stat', '/data/', `/data/self?${lastHour}`]

describe('reports', () => {
  eachRelayBench(({ root, call }) => {
    it('begin some time apart for one user while calls flow, and all are answered', async () => {
      expect((await call({ model: 'plain', ...message })).status).toBe(200)
      const begun = performance.now()
      const answers = await Promise.all([...reports, ...reports].map((path) => root().get(`/api${path}`)))
      // Four at once, and a timer may be a millisecond early.
      expect(performance.now() - begun).toBeGreaterThan(8 * 80 - 5)
      expect(answers.map(({ success }) => success)).toEqual(answers.map(() => true))
    })
  })
})
