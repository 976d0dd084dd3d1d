import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userPassword } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { type PacedUpstream, startPacedUpstream } from '#testing/paced-upstream.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { findBrokenInvariants } from './db/invariants.ts'
import { nowSeconds } from './lib/clock.ts'

const apart = 90
const [clock, ahead] = [createMovableClock(), createMovableClock()]
ahead.jump(apart)

withTwoNodes(
  (nodes) => {
    let upstream: PacedUpstream
    beforeAll(async () => {
      upstream = await startPacedUpstream()
      const root = await nodes().one.asRoot()
      await priceModels(root, ['paced'])
      await addRelayChannel(root, { base_url: upstream.url, models: 'paced' })
    })
    afterAll(() => upstream.close())

    describe('that are 90 seconds apart', () => {
      it('F22: know each other’s sessions, keys and limits, and each ends a key by its own clock', async () => {
        const { one, two, on } = nodes()
        const root = await one.asRoot()
        for (const [here, there] of [
          [one, two],
          [two, one],
        ] as const) {
          const user = await here.asUser(here === one ? 'early' : 'late')
          expect((await on(there, user).get('/api/user/proof')).data.fresh).toBe(true)
          const changed = await on(there, user).put('/api/user/self', {
            password: 'another-password',
            original_password: userPassword,
          })
          expect(changed.success).toBe(true)
        }
        const { key } = await addRelayToken(root, { expired_time: nowSeconds(clock) + apart / 2 })
        const ask = async (node: typeof one) => (await callRelay(node, key, { model: 'paced' })).status
        expect([await ask(one), await ask(two)]).toEqual([200, 401])
        await root.put('/api/option/', { key: 'ModelRequestRateLimitCount', value: '2' })
        await root.put('/api/option/', { key: 'ModelRequestRateLimitEnabled', value: 'true' })
        const limited = (await addRelayToken(root)).key
        const askLimited = async (node: typeof one) => (await callRelay(node, limited, { model: 'paced' })).status
        await expect.poll(() => two.plane.domain.options.get('ModelRequestRateLimitEnabled')).toBe(true)
        expect([await askLimited(one), await askLimited(two), await askLimited(one), await askLimited(two)]).toEqual([
          200, 200, 429, 429,
        ])
        await root.put('/api/option/', { key: 'ModelRequestRateLimitEnabled', value: 'false' })
      })

      it('F22 I3: neither takes what the other is at for left over: it is charged once, as a whole', async () => {
        const { one, two } = nodes()
        const root = await one.asRoot()
        const { key } = await addRelayToken(root)
        const domains = [one, two].map(({ plane }) => plane.domain)
        const streams = [one, two].map(async (node) => {
          const answer = await callRelay(node, key, { model: 'paced', stream: true })
          return { id: answer.requestId, text: answer.text }
        })
        await expect.poll(upstream.open).toBe(2)
        upstream.say(10)
        const known = async () =>
          (await one.plane.database.query.selectFrom('running_calls').select('request_id').execute()).length
        await expect.poll(known).toBe(2)
        for (const domain of domains) {
          await domain.runningCalls.chargeLeft()
          await domain.taskHolds.takeOver()
        }
        expect(await known()).toBe(2)
        upstream.end()
        for (const { id, text } of await Promise.all(streams)) {
          expect(text).toMatch(/data: \[DONE\]\s*$/)
          await Promise.all(domains.map(({ ledger }) => ledger.drain()))
          const { items } = (await root.get(`/api/log/?type=2&request_id=${id}`)).data
          expect(items).toHaveLength(1)
          expect(items[0].use_time).toBeGreaterThanOrEqual(0)
          expect(JSON.parse(items[0].other).stream_error).toBeUndefined()
        }
        expect(await findBrokenInvariants(one.plane.database)).toEqual([])
      })

      it('F22: the one ahead neither charges an answer of the background that the other streams, nor holds for it again', async () => {
        const { one, two } = nodes()
        const { key } = await addRelayToken(await one.asRoot())
        const leaving = new AbortController()
        const asked = fetch(`${one.url}/v1/responses`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'paced', input: 'Say something.', background: true, stream: true }),
          signal: leaving.signal,
        })
        await expect.poll(upstream.open).toBe(1)
        upstream.say(40)
        const { body } = await asked
        const open = async () => (await listOpenAnswers(one.plane.database))[0]
        const given = async () => JSON.stringify(await open())
        await expect.poll(given).toContain('"given"')
        const holder = async () => (await open())?.holder
        await expect.poll(holder).toBeTruthy()
        const before = await holder()
        for (const each of [clock, ahead]) each.pass(20)
        await two.plane.domain.taskHolds.takeOver()
        await two.pollTasks()
        expect([await holder(), await given()]).toEqual([before, expect.stringContaining('"given"')])
        leaving.abort()
        await body?.cancel().catch(() => {})
      })
    })
  },
  clock,
  ahead,
)
