import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, priceModels, prompt } from '#testing/relay-client.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/recompute.ts'

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

    it('refuses groups that the user cannot choose', async () => {
      const answer = await play(user, { model: 'plain', group: 'hidden' })
      expect(answer.status).toBe(403)
      expect(JSON.parse(answer.text).error).toMatchObject({ code: 'group_forbidden' })
    })

    it('T16: is for sessions of this site: no stranger, no access token, no other site', async () => {
      expect((await play(gateway().visitor(), { model: 'plain' })).status).toBe(401)
      const accessToken = (await user.get('/api/user/token')).data
      const tool = gateway().visitor()
      tool.userId = user.userId
      const byToken = await play(tool, { model: 'plain' }, { authorization: `Bearer ${accessToken}` })
      expect(byToken.status).toBeGreaterThanOrEqual(400)
      const elsewhere = await play(user, { model: 'plain' }, { origin: 'https://evil.example' })
      expect(elsewhere.status).toBe(403)
      expect(upstream.calls.filter(({ headers }) => headers.origin !== undefined)).toEqual([])
    })
  })
})
