import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/money/recomputed-row.ts'

const cost = upstreamUsage.total_tokens

eachGateway((gateway) => {
  let upstream: Upstream
  let root: TestClient
  let user: TestClient

  beforeAll(async () => {
    upstream = await startUpstream('first')
    root = await gateway().asRoot()
    await root.put('/api/option/', { key: 'QuotaForNewUser', value: '0' })
    await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"better":2,"hidden":1}' })
    await root.put('/api/option/', { key: 'UserUsableGroups', value: '{"default":"Default","better":"Better"}' })
    await priceModels(root, ['plain', 'drip-5'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain,drip-5', group: 'default,better,hidden' })
    user = await gateway().asUser('player')
    await root.put('/api/user/', { id: user.userId, username: 'player', quota: 1000 })
  })
  afterAll(() => upstream.close())
  afterEach(async () => {
    const { database, domain } = gateway().plane
    await domain.ledger.drain()
    expect(await findBrokenInvariants(database)).toEqual([])
    expect(await findWrongCharges(database, recomputeRow)).toEqual([])
  })

  const play = (client: TestClient, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    client.post('/pg/chat/completions', { ...prompt, ...body }, { headers })

  const refusalOf = ({ text }: { text: string }): unknown => JSON.parse(text).error.code

  const setLimits = async (limits: { count: number; successes: number } | undefined) => {
    for (const [key, value] of Object.entries({
      ModelRequestRateLimitEnabled: String(limits !== undefined),
      ModelRequestRateLimitDurationMinutes: '1',
      ModelRequestRateLimitCount: String(limits?.count ?? 0),
      ModelRequestRateLimitSuccessCount: String(limits?.successes ?? 1000),
    })) {
      await root.put('/api/option/', { key, value })
    }
  }

  const balance = async () => {
    await gateway().plane.domain.ledger.drain()
    return (await user.get('/api/user/self')).data.quota
  }

  describe('the playground', () => {
    it('answers whoever is signed in, charges his balance alone, and keeps the group to itself', async () => {
      const before = await balance()
      const answer = await play(user, { model: 'plain', group: 'better' })
      expect(JSON.parse(answer.text)).toMatchObject({ object: 'chat.completion', usage: upstreamUsage })
      expect(upstream.calls.at(-1)?.body).not.toHaveProperty('group')
      expect(await balance()).toBe(before - 2 * cost)
      const { items } = (await user.get('/api/log/self/?type=2')).data
      expect(items[0]).toMatchObject({ token_name: 'playground-better', quota: 2 * cost, group: 'better' })
    })

    it('streams events', async () => {
      const answer = await play(user, { model: 'drip-5', stream: true })
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      expect(answer.text).toMatch(/data: \[DONE\]\n\n$/)
    })

    it('T57: refuses groups that the user cannot choose', async () => {
      for (const group of ['hidden', 'nowhere', '__proto__']) {
        const answer = await play(user, { model: 'plain', group })
        expect([group, answer.status, refusalOf(answer)]).toEqual([group, 403, 'group_forbidden'])
      }
    })

    it('T57: knows a model of a channel with a prefix by its whole name only', async () => {
      await priceModels(root, ['plain', 'drip-5', 'bare'])
      await addRelayChannel(root, { base_url: upstream.url, models: 'bare', model_prefix: 'far/' })
      const answer = await play(user, { model: 'far/bare' })
      expect([answer.status, upstream.calls.at(-1)?.body.model]).toEqual([200, 'bare'])
      const bare = await play(user, { model: 'bare' })
      expect([bare.status, refusalOf(bare)]).toEqual([404, 'model_not_found'])
    })

    it('T57: refuses who has nothing left, before anybody is asked', async () => {
      const poor = await gateway().asUser('poor')
      const asked = upstream.calls.length
      const answer = await play(poor, { model: 'plain' })
      expect([answer.status, refusalOf(answer), upstream.calls.length]).toEqual([403, 'insufficient_quota', asked])
    })

    it('T56 T57: counts with the calls of keys towards the limit of the user', async () => {
      const member = await gateway().asUser('hurried')
      await root.put('/api/user/', { id: member.userId, username: 'hurried', quota: 10_000 })
      const { key } = await addRelayToken(member)
      await setLimits({ count: 10, successes: 1000 })
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, turn) =>
          turn % 2 === 0 ? play(member, { model: 'plain' }) : callRelay(gateway(), key, { model: 'plain' }),
        ),
      )
      await setLimits(undefined)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect([answer.status, refusalOf(answer)]).toEqual([429, 'rate_limit_exceeded'])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })

    it('T56: lets so many succeed and no more', async () => {
      const member = await gateway().asUser('lucky')
      await root.put('/api/user/', { id: member.userId, username: 'lucky', quota: 10_000 })
      await setLimits({ count: 0, successes: 5 })
      const answers = await Promise.all(Array.from({ length: 50 }, () => play(member, { model: 'plain' })))
      await setLimits(undefined)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect([answer.status, refusalOf(answer)]).toEqual([429, 'rate_limit_exceeded'])
      }
    })

    it('T16 T57: is for sessions of this site: no stranger, no access token, no other site', async () => {
      expect((await play(gateway().visitor(), { model: 'plain' })).status).toBe(401)
      const accessToken = (await user.get('/api/user/token')).data
      const tool = gateway().visitor()
      tool.userId = user.userId
      const byToken = await play(tool, { model: 'plain' }, { authorization: `Bearer ${accessToken}` })
      expect([byToken.status, refusalOf(byToken)]).toEqual([401, 'not_signed_in'])
      const elsewhere = await play(user, { model: 'plain' }, { origin: 'https://evil.example' })
      expect(elsewhere.status).toBe(403)
      expect(upstream.calls.filter(({ headers }) => headers.origin !== undefined)).toEqual([])
    })
  })
})
