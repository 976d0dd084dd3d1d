import { beforeAll, describe, expect, it } from 'vitest'
import { toldOfRedemption } from '#contract/redemptions.ts'
import { toldOfToken } from '#contract/tokens.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { exampleOf, probes, type Schema, textPlaces } from '#testing/query-probes.ts'
import { prompt } from '#testing/relay-client.ts'
import { timesAsMuch } from '#testing/timing.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { type Operation, operations } from './openapi.ts'

/** These end the session they are called with, or go out to others. */
const left = new Set([
  'session.logout',
  'session.deleteSelf',
  'session.accessToken',
  ...operations
    .filter(({ endpoint }) => /channel\/(?:test|fetch_models|update_balance)/.test(endpoint.path))
    .map(({ group, name }) => `${group}.${name}`),
])

/** These are more than refused. */
const carriedOut = [
  ...['POST', 'PUT'].flatMap((method) => [`${method} /api/channel/`, `${method} /api/token/`]),
  ...['POST /api/channel/batch/create', 'POST /api/redemption/', 'PUT /api/redemption/', 'PUT /api/option/'],
  ...['POST /api/user/', 'POST /api/user/register', 'PUT /api/user/setting', 'PUT /api/channel/tag'],
  ...['/api/log/', '/api/audit/', '/api/task/', '/api/mj/', '/api/user/search'].map((path) => `GET ${path}`),
]

/** What a change takes only as it is. */
const fixedOf: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/token/': Object.keys(toldOfToken),
  'PUT /api/redemption/': Object.keys(toldOfRedemption),
}

type Input = { name: string; in: string; schema: Schema }

const quarterLength = Math.floor(probes.length / 4)

const driverWords = /SQLITE|postgres|kysely|syntax error|constraint|unterminated|\.ts:\d/i

eachGateway((gateway) => {
  let root: TestClient
  let user: TestClient
  let ids: Record<string, number>
  let canary: TestClient
  let document: ReturnType<typeof JSON.parse>

  beforeAll(async () => {
    root = await gateway().asRoot()
    user = await gateway().asUser('probing')
    canary = await gateway().asUser('canary')
    await canary.post('/api/token/', { name: 'canary' })
    const tag = 'probe'
    const channel = {
      name: 'kept',
      type: 1,
      key: 'k',
      models: 'm',
      group: 'default',
      base_url: 'http://127.0.0.1:9',
      tag,
    }
    ids = {
      '/api/channel/': (await root.post('/api/channel/', channel)).data.id,
      '/api/token/': (await user.post('/api/token/', { name: 'kept' })).data.id,
      '/api/redemption/': await (async () => {
        await root.post('/api/redemption/', { name: 'kept', quota: 1 })
        return (await root.get('/api/redemption/')).data.items[0].id
      })(),
    }
    document = JSON.parse((await root.get('/api/openapi.json')).text)
  })

  const done = new Set<string>()
  let turn = 0
  /** One of each quarter of the list, where like stands beside like; the next field gets others. */
  const nextProbes = () => {
    turn += 1
    return [0, 1, 2, 3].map((quarter) => probes[(turn + quarter * quarterLength) % probes.length] ?? '')
  }
  let senders = 0
  const send = async ({ endpoint }: Operation, path: string, body?: object) => {
    senders += 1
    const who = ['admin', 'root'].includes(endpoint.access) ? root : user
    // Each from an address of its own: who knocks at many doors is kept out of some.
    const headers = { 'x-forwarded-for': `198.20.${(senders >> 8) & 255}.${senders & 255}` }
    const answer = await who.send(endpoint.method, path, { headers, ...(body === undefined ? {} : { body }) })
    const said = `${endpoint.method} ${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text.slice(0, 300)}`
    expect(answer.status, said).toBeLessThan(500)
    if (answer.success) done.add(`${endpoint.method} ${endpoint.path}`)
    expect(`${answer.code} ${answer.message}`, said).not.toMatch(driverWords)
  }

  const expectUnharmed = async () => {
    expect((await canary.get('/api/user/self')).data).toMatchObject({
      username: 'canary',
      role: 1,
      status: 1,
      quota: 0,
    })
    expect((await canary.get('/api/token/')).data.items).toHaveLength(1)
    expect((await root.get('/api/user/search?keyword=evil')).data.total).toBe(0)
    expect((await user.get('/api/user/self')).data.role).toBe(1)
    expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    expect(gateway().logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  }

  describe('text that looks like a part of a query', () => {
    it.each(
      operations.map((each) => [`${each.group}.${each.name}`, each] as const).filter(([name]) => !left.has(name)),
    )('T39: is only text in every field of %s', async (_name, operation) => {
      const { endpoint } = operation
      const template = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const described = document.paths[template][endpoint.method.toLowerCase()]
      const inputs: Input[] = described.parameters
      const schema: Schema | undefined = described.requestBody?.content['application/json'].schema
      const path = endpoint.path.replace(':id', '999999')
      for (const probe of endpoint.path.includes(':id') ? nextProbes() : []) {
        await send(operation, endpoint.path.replace(':id', encodeURIComponent(probe.toWellFormed())), schema && {})
      }
      for (const { name } of inputs.filter((input) => input.in === 'query')) {
        for (const probe of nextProbes()) {
          await send(operation, `${path}?${new URLSearchParams({ [name]: probe })}`, schema && {})
        }
      }
      for (const place of schema === undefined ? [] : textPlaces(schema)) {
        for (const probe of nextProbes()) {
          const id = ids[endpoint.path] ?? 999_999
          const fixed = fixedOf[`${endpoint.method} ${endpoint.path}`]
          await send(operation, path, exampleOf(schema ?? {}, place, probe, id, fixed))
        }
      }
      // Where the turn brought none that is taken: one of all is.
      const call = `${endpoint.method} ${endpoint.path}`
      for (const place of carriedOut.includes(call) && schema !== undefined ? textPlaces(schema) : []) {
        for (const probe of probes) {
          if (done.has(call)) break
          const id = ids[endpoint.path] ?? 999_999
          await send(operation, path, exampleOf(schema ?? {}, place, probe, id, fixedOf[call]))
        }
      }
    })

    it('T39: does what it is meant to all the same', () => {
      expect(carriedOut.filter((call) => !done.has(call))).toEqual([])
    })

    it('T39: is only text in the name of a member and in every header', async () => {
      for (const probe of probes) {
        for (const path of ['/api/token/', '/api/redemption/']) {
          const answer = await root.post(path, { name: 'named', [probe]: probe })
          expect([probe, answer.status < 500]).toEqual([probe, true])
        }
        if (!/^[\x20-\x7e]*$/.test(probe)) continue
        for (const name of [
          'authorization',
          'new-api-user',
          'cookie',
          'accept-language',
          'x-request-id',
          'x-forwarded-for',
        ]) {
          const { status, text } = await gateway()
            .visitor()
            .get('/api/user/self', { headers: { [name]: probe } })
          expect([name, probe, status]).toEqual([name, probe, 401])
          expect(text).not.toMatch(driverWords)
        }
        const key = await fetch(`${gateway().url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer sk-${probe}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: probe, ...prompt }),
        })
        expect([probe, key.status]).toEqual([probe, 401])
        expect(await key.text()).not.toMatch(driverWords)
      }
      await expectUnharmed()
    })

    it('T38: is looked for quickly and literally wherever something is looked for, or refused as too long', async () => {
      const searches = operations.filter(
        ({ endpoint }) => endpoint.method === 'GET' && endpoint.path.includes('/search'),
      )
      expect(searches.length).toBeGreaterThan(3)
      for (const { endpoint } of searches) {
        const asks = (keyword: string) => root.get(`${endpoint.path}?${new URLSearchParams({ keyword })}`)
        for (const keyword of ['%'.repeat(64), '_%_%', '\\\\', '%_\\', '%'.repeat(1000), 'x'.repeat(10_000)]) {
          const ratio = await timesAsMuch(
            () => asks(keyword),
            () => asks('x'),
            3,
          )
          expect(ratio, `${endpoint.path} ${keyword.slice(0, 8)}`).toBeLessThan(10)
        }
        // None of them is a probe, nor what one is kept as (half a sign becomes U+FFFD): a channel is also found by its
        // whole key, which nobody is shown.
        for (const keyword of ['%'.repeat(64), '_%_%', '\\\\', '%_\\', '\'"', '\ufffd\ufffd']) {
          const { status, success, data } = await asks(keyword)
          expect([endpoint.path, keyword, status, success]).toEqual([endpoint.path, keyword, 200, true])
          const found: object[] = data.items ?? data
          const others = found.filter((each) => !Object.values(each).some((text) => `${text}`.includes(keyword)))
          expect([endpoint.path, keyword, others]).toEqual([endpoint.path, keyword, []])
        }
        for (const keyword of ['%'.repeat(1000), 'x'.repeat(65), 'a\u0000b']) {
          expect([endpoint.path, (await asks(keyword)).code]).toEqual([endpoint.path, 'input_invalid'])
        }
        expect((await asks('x'.repeat(10_000))).status).toBe(414)
        expect((await root.get(`${endpoint.path}?keyword=%ff%fe`)).status).toBeLessThan(500)
      }
      await expectUnharmed()
    })
  })
})
