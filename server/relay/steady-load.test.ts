import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { busyThings, keptOf } from '#testing/kept-things.ts'
import { oneRelayBench } from '#testing/relay-bench.ts'
import { prompt } from '#testing/relay-client.ts'
import { Trace } from './trace.ts'

oneRelayBench(({ gateway, root, channel, token, upstream }) => {
  let agent: Agent
  beforeAll(() => {
    agent = new Agent({ connections: 500, pipelining: 1 })
  })
  afterAll(() => agent.destroy())

  /** Answers its status, and whether all of it came. */
  const call = async (model: string, stream: boolean, leaveEarly = false) => {
    const { statusCode, body } = await request(`${gateway().url}/v1/chat/completions`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: `Bearer ${token().key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...prompt, model, stream }),
    })
    if (leaveEarly) {
      body.on('error', () => {})
      body.destroy()
      return { status: statusCode, isWhole: false }
    }
    const text = await body.text().catch(() => '')
    return { status: statusCode, isWhole: text.includes(stream ? '[DONE]' : '"usage"') }
  }

  const health = async () => {
    const { statusCode, body } = await request(`${gateway().url}/healthz`, { dispatcher: agent })
    await body.dump()
    return statusCode
  }

  const chargedRows = async () => {
    const { database, domain } = gateway().plane
    await domain.ledger.drain()
    const { count } = await database.query
      .selectFrom('logs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('type', '=', 2)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  const atOnce = 10
  /** Calls that end in every way there is, at once, while an operator works. */
  const round = async () => {
    const calls = Array.from({ length: atOnce }, () => [
      call('plain', false),
      call('plain', true),
      call('silent', true),
      call('cut', true),
      call('fail-400', false),
      call('unknown', false),
      call('drip-20', true, true),
    ])
    await Promise.all([...calls.flat(), root().put('/api/channel/', { id: channel(), priority: 5 }), health()])
    // Those that were left are charged when the upstream has been let go of.
    await gateway().plane.domain.traffic.idle()
    await gateway().plane.domain.ledger.drain()
  }

  describe('under steady load', () => {
    it('F30 I8: of calls that were served nothing is left: no trace, no connection, no timer', async () => {
      await round()
      const things = busyThings()
      const kept = keptOf(Trace)
      await round()
      await round()
      // Connections that are kept for the next call may close meanwhile; none may be added.
      const more = () => Object.entries(busyThings()).filter(([name, count]) => count > (things[name] ?? 0) + 10)
      await expect.poll(more).toEqual([])
      // A call has one trace, which everything that works for it knows.
      await expect.poll(() => keptOf(Trace) - kept).toBeLessThan(10)
    })
  })

  describe('under more load than it can carry', () => {
    it('F29 I9: every call is answered and charged once, health checks too, and as many in the same time as before', async () => {
      const rateOf = async (atOnce: number): Promise<number> => {
        const total = 200
        let begun = 0
        const startedAt = performance.now()
        const client = async () => {
          while (begun < total) {
            begun += 1
            expect(await call('plain', begun % 2 === 0)).toEqual({ status: 200, isWhole: true })
          }
        }
        await Promise.all(Array.from({ length: atOnce }, client))
        return total / (performance.now() - startedAt)
      }
      await rateOf(20)
      const [rows, asked] = [await chargedRows(), upstream().calls.length]
      const checks = { answered: 0 }
      let over = false
      const watch = async () => {
        while (!over) {
          expect(await health()).toBe(200)
          checks.answered += 1
        }
      }
      const watching = watch()
      const rates: [usual: number, crowded: number][] = []
      for (let turn = 0; turn < 4; turn += 1) rates.push([await rateOf(20), await rateOf(400)])
      over = true
      await watching
      expect(checks.answered).toBeGreaterThan(2)
      expect([(await chargedRows()) - rows, upstream().calls.length - asked]).toEqual([1600, 1600])
      // In the best of four turns: what else the machine does meets some of them.
      expect(Math.max(...rates.map(([usual, crowded]) => crowded / usual))).toBeGreaterThan(0.4)
      // Nobody who comes after a crowd pays for it.
      const [[before] = [0], ...later] = rates
      expect(Math.max(...later.map(([after]) => after / before))).toBeGreaterThan(0.4)
    })
  })
})
