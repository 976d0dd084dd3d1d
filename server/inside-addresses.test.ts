import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { chatAnswer } from '#testing/vendor-server.ts'

/** Not every machine knows its own name. */
const ownName = await lookup(hostname()).then(hostname, () => 'localhost')

describe('T32 T33: a service inside is called for no user by a running gateway', () => {
  eachGateway((gateway) => {
    let inside: AnsweringUpstream
    let root: TestClient
    let reached: string[] = []

    beforeAll(async () => {
      inside = await startAnsweringUpstream(({ path, text }, response) => {
        reached.push(`${path} ${text.slice(0, 200)}`)
        const isCall = path.endsWith('/chat/completions')
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(isCall ? JSON.stringify(chatAnswer().body) : '{}')
      })
      root = await gateway().asRoot()
      await priceModels(root, ['m'])
      await addRelayChannel(root, { base_url: inside.url, models: 'm' })
    })
    afterAll(() => inside?.close())

    /** Has a user's quota run low: he is told of it where he wants to be told. */
    const warn = async (name: string, webhook_url: string): Promise<void> => {
      const user = await gateway().asUser(name)
      const { database, domain } = gateway().plane
      const setting = JSON.stringify({ notify_type: 'webhook', quota_warning_threshold: 9_000_000, webhook_url })
      // As an earlier version may have stored it, or as a name leads elsewhere since.
      await database.query.updateTable('users').set({ setting }).where('id', '=', user.userId).execute()
      await root.put('/api/user/', { id: user.userId, quota: 5_000_000 })
      domain.identities.forgetUser(user.userId)
      const { key } = await addRelayToken(user)
      expect((await callRelay(gateway(), key, { model: 'm' })).status).toBe(200)
    }
    /** The watch looks now and then. */
    const afterWarnings = async <Found>(look: () => Found): Promise<Found> => {
      await gateway().plane.domain.quotaWatch.check()
      return look()
    }
    // Not those of deliveries that are tried again.
    const isRefusal = (line: string) => line.includes('AddressRefused') && line.includes('"attempts":1,')
    const refusals = () => gateway().logLines.filter(isRefusal).length

    const port = () => new URL(inside.url).port
    it.each<[string, () => string]>([
      ['an address', () => `http://127.0.0.1:${port()}/hook`],
      ['a name of this machine', () => `http://localhost:${port()}/hook`],
      ['a name that leads to it', () => `http://${ownName}:${port()}/hook`],
      ['an address of six', () => `http://[::ffff:127.0.0.1]:${port()}/hook`],
      ['a number', () => `http://2130706433:${port()}/hook`],
      ['another port', () => 'http://127.0.0.1:6379/hook'],
    ])('as %s', async (what, address) => {
      reached = []
      const before = refusals()
      await warn(`w-${what.length}-${what.at(-1)}`, address())
      await expect.poll(() => afterWarnings(refusals)).toBeGreaterThan(before)
      expect(reached.filter((call) => call.includes('/hook'))).toEqual([])
    })

    it('but where the operator says so, through his own worker', async () => {
      reached = []
      await root.put('/api/option/', { key: 'WorkerUrl', value: `${inside.url}/worker` })
      await warn('by-worker', 'https://hooks.example.com/mine')
      // What could not be delivered before is tried again, and comes this way too.
      const isMine = (call: string) => call.startsWith('/worker') && call.includes('hooks.example.com/mine')
      await expect.poll(() => afterWarnings(() => reached.some(isMine))).toBe(true)
      await root.put('/api/option/', { key: 'WorkerUrl', value: '' })
    })
  })
})
