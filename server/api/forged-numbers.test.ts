import { beforeAll, describe, expect, it } from 'vitest'
import { largestGift, largestQuota } from '#contract/fields.ts'
import { optionKeys, optionTable } from '#contract/options.ts'
import { bentQueries, createKept, forgedTexts, forgedValues, noWholeNumbers } from '#testing/forged-numbers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { exampleOf, places, type Schema } from '#testing/query-probes.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { type Operation, operations } from './openapi.ts'

type Described = {
  parameters: { name: string; in: string; schema: Schema & { pattern?: string } }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** What the forged value stands in for until the body is text. */
const mark = '@forged@'

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number'

/** Values that fields of other kinds get in turn. */
const fewAtOnce = 3

describe('a forged number', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let user: TestClient
    let victim: number
    let kept: () => Promise<string>
    let before: string
    let ids: Record<string, number>
    let document: { paths: Record<string, Record<string, Described>> }
    beforeAll(async () => {
      root = await gateway().asRoot()
      user = await gateway().asUser('forger')
      victim = (await gateway().asUser('victim')).userId
      const channel = { name: 'kept', type: 1, key: 'k', models: 'm', group: 'default', tag: 'kept' }
      const base_url = 'http://127.0.0.1:9'
      await root.post('/api/redemption/', { name: 'kept', quota: 1 })
      ids = {
        '/api/channel/': (await root.post('/api/channel/', { ...channel, base_url })).data.id,
        '/api/token/': (await user.post('/api/token/', { name: 'kept' })).data.id,
        '/api/redemption/': (await root.get('/api/redemption/')).data.items[0].id,
      }
      document = JSON.parse((await root.get('/api/openapi.json')).text)
      kept = await createKept(gateway().plane.database)
    })

    let turn = 0
    const next = <Item>(list: readonly Item[]): Item[] =>
      Array.from({ length: fewAtOnce }, () => {
        turn += 1
        return list[turn % list.length] as Item
      })

    let senders = 0
    const ask = async ({ endpoint }: Operation, path: string, rawBody?: string) => {
      senders += 1
      const who = ['admin', 'root'].includes(endpoint.access) ? root : user
      const headers = {
        // Each from an address of its own: who knocks at many doors is kept out of some.
        'x-forwarded-for': `198.22.${(senders >> 8) & 255}.${senders & 255}`,
        ...(rawBody === undefined ? {} : { 'content-type': 'application/json' }),
      }
      const answer = await who.send(endpoint.method, path, { headers, ...(rawBody === undefined ? {} : { rawBody }) })
      const said = `${endpoint.method} ${path} ${rawBody}: ${answer.status} ${answer.text.slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      if (answer.status === 200 && !endpoint.file) expect(answer.text, said).toMatch(/^\{"success":(true|false)/)
      return { ...answer, said }
    }
    const changesIn = ({ endpoint }: Operation) => endpoint.method !== 'GET' || endpoint.changes === true
    const send = async (operation: Operation, path: string, rawBody?: string) => {
      const answer = await ask(operation, path, rawBody)
      if (answer.success) before = changesIn(operation) ? await kept() : before
      else if (changesIn(operation)) expect(await kept(), answer.said).toBe(before)
      return answer
    }
    /** Calls of which each is refused: what is kept is looked at once for all of them. */
    const sendInVain = async (operation: Operation, path: string, bodies: readonly string[]) => {
      const answers = await Promise.all(bodies.map((body) => ask(operation, path, body)))
      for (const { success, said } of answers) expect(success, said).toBe(false)
      if (changesIn(operation)) expect(await kept(), answers.map(({ said }) => said).join('\n')).toBe(before)
    }

    it.each(
      operations
        .filter(({ endpoint }) => endpoint.params ?? endpoint.query ?? endpoint.body)
        .map((each) => [`${each.group}.${each.name}`, each] as const),
    )('T15 T50: in %s fails nothing, and changes nothing where it is refused', async (_title, operation) => {
      const { endpoint } = operation
      const described = document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
      const schema = described?.requestBody?.content['application/json']?.schema
      const id = ids[endpoint.path] ?? victim
      const plainBody = schema && JSON.stringify(exampleOf(schema, 'none', '', id))
      const path = endpoint.path.replace(':id', '999999')
      before = await kept()

      if (endpoint.path.includes(':id')) {
        for (const text of forgedTexts.filter((each) => each !== '')) {
          const { success, said } = await send(
            operation,
            endpoint.path.replace(':id', encodeURIComponent(text)),
            plainBody,
          )
          expect(success, said).toBe(false)
        }
      }
      for (const { name, schema: field } of described?.parameters.filter((each) => each.in === 'query') ?? []) {
        const numeric = isNumber(field) || field.pattern?.includes('\\d') || field.anyOf !== undefined
        for (const text of numeric ? forgedTexts : next(forgedTexts)) {
          await send(operation, `${path}?${new URLSearchParams({ [name]: text })}`, plainBody)
        }
        for (const query of next(bentQueries(name))) await send(operation, `${path}?${query}`, plainBody)
      }
      if (schema === undefined) return
      const numbers = new Set(places(schema, isNumber))
      for (const place of places(schema, () => true)) {
        const body = JSON.stringify(exampleOf(schema, place, mark, id))
        const withValue = (value: string) => body.replace(`"${mark}"`, () => value)
        if (numbers.has(place)) await sendInVain(operation, path, [...noWholeNumbers].map(withValue))
        const others = numbers.has(place)
          ? forgedValues.filter((value) => !noWholeNumbers.has(value))
          : next(forgedValues)
        for (const value of others) await send(operation, path, withValue(value))
      }
      const members = (plainBody ?? '{}').slice(1)
      for (const name of ['__proto__', 'constructor', 'toString', 'id.__proto__']) {
        const { success, said } = await send(
          operation,
          path,
          `{"${name}":{"id":1,"role":100}${members === '}' ? '' : ','}${members}`,
        )
        if (name === '__proto__') expect(success, said).toBe(false)
      }
      for (const whole of ['[]', 'null', '1', '"1"', `[${plainBody}]`]) {
        await send(operation, path, whole)
      }
    })

    it.each(optionKeys.filter((key) => typeof optionTable[key].default === 'number'))(
      'T50: in the option %s is refused unless it is one that the option may have',
      async (key) => {
        const [update] = operations.filter(
          ({ endpoint }) => endpoint.method === 'PUT' && endpoint.path === '/api/option/',
        )
        if (update === undefined) throw new Error('there is no such call')
        before = await kept()
        const { min = 0, max = Number.POSITIVE_INFINITY } = optionTable[key]
        for (const text of forgedTexts) {
          const { success, said } = await send(update, update.endpoint.path, JSON.stringify({ key, value: text }))
          if (success) {
            const stored = gateway().plane.domain.options.get(key)
            expect(Number.isFinite(stored) && Number(stored) >= min && Number(stored) <= max, said).toBe(true)
          }
        }
        await root.put('/api/option/', { key, value: `${optionTable[key].default}` })
      },
    )

    it('T15 T50: two that are fine alone never add up to what cannot be read any more', async () => {
      const giver = await gateway().asUser('giver')
      const rich = await gateway().asUser('rich')
      const id = (await giver.post('/api/token/', { name: 'full', remain_quota: largestQuota })).data.id
      for (const remain_quota_before of [-largestQuota, -Number.MAX_SAFE_INTEGER, 0, 1]) {
        const { data } = await giver.put('/api/token/', { id, remain_quota: largestQuota, remain_quota_before })
        expect(data.remain_quota).toBe(largestQuota)
      }
      expect(
        (await giver.put('/api/token/', { id, remain_quota: 0, remain_quota_before: largestQuota })).data.remain_quota,
      ).toBe(0)

      const give = (quota: number, quota_before: number) =>
        root.put('/api/user/', { id: rich.userId, quota, quota_before })
      expect((await give(largestQuota, 0)).data.quota).toBe(largestQuota)
      for (const [quota, known] of [
        [largestQuota, -largestQuota],
        [1, 0],
        [-largestQuota, largestQuota],
      ] as const) {
        expect([quota, (await give(quota, known)).code]).toEqual([quota, 'balance_full'])
      }
      const [key] = (await root.post('/api/redemption/', { name: 'more', quota: largestGift })).data
      expect((await rich.post('/api/user/topup', { key })).code).toBe('balance_full')
      expect((await rich.get('/api/user/self')).data.quota).toBe(largestQuota)
      // What was refused is not used up.
      await give(0, largestGift)
      expect((await rich.post('/api/user/topup', { key })).data.quota).toBe(largestGift)
      expect((await give(0, largestQuota)).data.quota).toBe(0)
      expect((await give(-largestQuota, 0)).data.quota).toBe(-largestQuota)
      expect((await give(0, 1)).code).toBe('balance_full')
    })

    it('T12: prices that nobody could pay or tell of are refused, whatever the options allow', async () => {
      const dearest = {
        PayAddress: 'http://127.0.0.1:9',
        EpayId: '1',
        EpayKey: 'key',
        ServerAddress: gateway().url,
        Price: '1000000',
        MinTopUp: '1',
        TopupGroupRatio: '{"default":1000000}',
        DisplayInCurrencyEnabled: 'true',
      }
      for (const [key, value] of Object.entries(dearest))
        expect((await root.put('/api/option/', { key, value })).text).toContain('true')
      before = await kept()
      for (const amount of [1, 1_000_000]) {
        for (const path of ['/api/user/amount', '/api/user/pay']) {
          const { status, code } = await user.post(path, { amount, payment_method: 'zfb' })
          expect([path, status, code]).toEqual([path, 200, 'topup_too_dear'])
        }
      }
      // More than anybody can have is refused before its price is asked.
      const most = { amount: 1_000_000_000_000, payment_method: 'zfb' }
      expect((await user.post('/api/user/pay', most)).code).toBe('topup_too_large')
      expect(await kept()).toBe(before)
    })

    it('leaves books that add up, lists that can be read, and nothing to look into', async () => {
      for (const { endpoint } of operations.filter(
        (each) => each.endpoint.method === 'GET' && !each.endpoint.changes,
      )) {
        if (endpoint.path.includes(':id') || endpoint.limit) continue
        for (const who of [root, user])
          expect([endpoint.path, (await who.get(endpoint.path)).status < 500]).toEqual([endpoint.path, true])
      }
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      expect(gateway().logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
    })
  })
})
