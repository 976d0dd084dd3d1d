import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneDatabase } from '#testing/database.ts'
import { eachGateway, startTestGateway, type TestClient } from '#testing/gateway.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, type RelayAnswer } from '#testing/relay-client.ts'
import { settlement } from '#testing/rows.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

type Row = Record<string, unknown> & {
  content: string
  other: string
  request_id: string
  channel: number
  channel_names?: object
}

const clock = createStillClock()

describe('a call that came to nothing', () => {
  eachGateway(
    (gateway) => {
      let upstream: AnsweringUpstream
      let root: TestClient
      let user: TestClient
      let stranger: TestClient
      let token: { id: number; key: string }
      let channel: number

      beforeAll(async () => {
        upstream = await startAnsweringUpstream()
        root = await gateway().asRoot()
        user = await gateway().asUser('caller')
        stranger = await gateway().asUser('stranger')
        await priceModels(root, ['served', 'away', 'elsewhere'])
        await root.put('/api/option/', { key: 'RetryTimes', value: '1' })
        channel = await addRelayChannel(root, { name: 'secret channel', base_url: upstream.url, models: 'served,dear' })
        await addRelayChannel(root, { base_url: upstream.url, models: 'elsewhere', group: 'vip' })
        const off = await addRelayChannel(root, { base_url: upstream.url, models: 'away' })
        await root.put('/api/channel/', { id: off, status: 2 })
        await give(1_000_000)
        token = await addRelayToken(user, { name: 'phone' })
      })
      afterAll(() => upstream.close())
      expectSettledBooks(gateway)

      const give = async (quota: number) => {
        const answer = await root.put('/api/user/', { id: user.userId, username: 'caller', quota })
        if (!answer.success) throw new Error(answer.text)
      }
      const ask = (model: string, key = token.key, headers = {}) => callRelay(gateway(), key, { model }, headers)
      const rows = async (client: TestClient, path: string): Promise<Row[]> => (await client.get(path)).data.items
      const found = async (client: TestClient, path: string, id: string) =>
        (await rows(client, `${path}?request_id=${id}`)).map((row) => ({ ...row, other: JSON.parse(row.other) }))
      const own = async ({ requestId }: RelayAnswer) => (await found(user, '/api/log/self/', requestId))[0]
      const seen = async ({ requestId }: RelayAnswer) => (await found(root, '/api/log/', requestId))[0]
      const refuses = (status: number, error: object) =>
        upstream.does((_call, response) => answerJson(response, status, { error }))

      const refusals: [string, number, string, () => Promise<RelayAnswer>][] = [
        ['for a model that nobody has', 404, 'model_unknown', () => ask('made-up')],
        ['for a model of another group', 403, 'model_not_in_group', () => ask('elsewhere')],
        ['for a model without a price', 403, 'model_unpriced', () => ask('dear')],
        ['for want of a channel', 503, 'channel_none', () => ask('away')],
        [
          'for a member that is wrong',
          400,
          'request_invalid',
          () => callRelay(gateway(), token.key, { model: 'served', n: 'many' }),
        ],
        ['for a body that is none', 400, 'body_malformed', () => callRelay(gateway(), token.key, 'a-body')],
        ['for its words', 400, 'sensitive_words_detected', () => ask('served', token.key, {}).then(withBadWords)],
        ['for want of quota', 403, 'quota_insufficient', () => poorly(() => ask('served'))],
        [
          'for its address',
          403,
          'address_forbidden',
          async () => ask('served', await keyWith({ allow_ips: '10.0.0.1' })),
        ],
        ['for a key that is spent', 403, 'key_exhausted', async () => ask('served', await spentKey())],
        ['for coming too often', 429, 'model_requests_too_many', () => limited(() => ask('served'))],
      ]
      const withBadWords = () =>
        callRelay(gateway(), token.key, { model: 'served', messages: [{ role: 'user', content: 'test_sensitive' }] })
      const poorly = async (call: () => Promise<RelayAnswer>) => {
        await give(0)
        const answer = await call()
        await give(1_000_000)
        return answer
      }
      const keyWith = async (fields: object) => (await addRelayToken(user, { name: 'phone', ...fields })).key
      const spentKey = async () => {
        const { id, key } = await addRelayToken(user, { name: 'phone', unlimited_quota: false, remain_quota: 1 })
        await root.put('/api/token/?status_only=1', { id, status: 4 })
        const answer = await user.put('/api/token/', { id, name: 'phone', unlimited_quota: false, remain_quota: 0 })
        if (!answer.success) throw new Error(answer.text)
        return key
      }
      const limited = async (call: () => Promise<RelayAnswer>) => {
        await root.put('/api/option/', { key: 'ModelRequestRateLimitCount', value: '1' })
        await root.put('/api/option/', { key: 'ModelRequestRateLimitEnabled', value: 'true' })
        await call()
        const answer = await call()
        await root.put('/api/option/', { key: 'ModelRequestRateLimitEnabled', value: 'false' })
        return answer
      }

      it.each(refusals)(
        'leaves a row for its user and for administrators when refused %s',
        async (_why, status, code, call) => {
          upstream.does((_call, response) => answerJson(response, 500, {}))
          clock.pass(60)
          const answer = await call()
          expect(answer.status).toBe(status)
          const row = await own(answer)
          expect(row).toMatchObject({ type: 6, username: 'caller', token_name: 'phone', quota: 0, channel: 0 })
          expect(row?.other.failure).toMatchObject({ code, status })
          // The sentence that was told, but for the id, and in the language of whoever reads it.
          expect(answer.json.error.message).toBe(`${row?.content} (request id: ${answer.requestId})`)
          const chinese = await user.get(`/api/log/self/?request_id=${answer.requestId}`, {
            headers: { 'accept-language': 'zh' },
          })
          expect(chinese.data.items[0].content).toMatch(/[\u4e00-\u9fff]/)
          expect(await seen(answer)).toMatchObject({ type: 6, user_id: user.userId, content: row?.content })
          expect(await found(stranger, '/api/log/self/', answer.requestId)).toEqual([])
        },
      )

      it('shows where it was tried: administrators see channels, and its user how each attempt went', async () => {
        clock.pass(600)
        const second = await addRelayChannel(root, { name: 'second channel', base_url: upstream.url, models: 'served' })
        refuses(400, {
          message: 'No such colour at https://inner.example/v1 for sk-upstream',
          type: 'invalid_request_error',
        })
        const refused = await ask('served')
        refuses(401, { message: 'Incorrect API key provided: sk-upstream', code: 'invalid_api_key' })
        const failed = await ask('served')
        await root.remove(`/api/channel/${second}`)
        expect([refused.status, failed.status]).toEqual([400, 502])
        const ofRefused = await seen(refused)
        expect(ofRefused?.content).toMatch(/No such colour/)
        expect(ofRefused?.other.admin_info.attempts).toEqual([
          { channel: expect.any(Number), status: 400, ms: 0, error: 'invalid_request_error' },
        ])
        const ofFailed = await seen(failed)
        const { attempts } = ofFailed?.other.admin_info ?? {}
        expect(attempts.map(({ channel }: { channel: number }) => channel).sort()).toEqual([channel, second].sort())
        expect([channel, second]).toContain(ofFailed?.channel)
        // The other is gone.
        expect(ofFailed?.channel_names).toEqual({ [channel]: 'secret channel' })
        expect((await own(failed))?.other).toEqual({
          failure: { kind: 'upstream_failed', status: 502, code: 'upstream_account_refused', values: {} },
          attempts: [
            { status: 502, ms: 0 },
            { status: 502, ms: 0 },
          ],
        })
        const text = JSON.stringify([await own(refused), await own(failed), ofRefused, ofFailed])
        expect(text).not.toMatch(/sk-upstream|inner\.example|127\.0\.0\.1:/)
        expect(JSON.stringify([await own(refused), await own(failed)])).not.toMatch(
          /secret channel|admin_info|channel":[1-9]/,
        )
        await root.put('/api/option/', { key: 'global.hide_upstream_error_enabled', value: 'true' })
        expect((await own(failed))?.other.attempts).toBeUndefined()
        await root.put('/api/option/', { key: 'global.hide_upstream_error_enabled', value: 'false' })
      })

      it('is found by its type and by what narrows the log, and changes no other list, sum or file', async () => {
        clock.pass(600)
        const asked = await Promise.all([ask('made-up'), ask('made-up-too')])
        const ids = asked.map(({ requestId }) => requestId).sort()
        const start = `start_timestamp=${Math.floor(clock.now() / 1000)}`
        const idsOf = async (client: TestClient, path: string) =>
          (await rows(client, path)).map((row) => row.request_id).sort()
        expect(await idsOf(user, `/api/log/self/?type=6&${start}`)).toEqual(ids)
        expect(await idsOf(root, `/api/log/?type=6&${start}&username=caller&token_name=phone&group=default`)).toEqual(
          ids,
        )
        expect(await idsOf(root, `/api/log/?type=6&${start}&username=stranger`)).toEqual([])
        expect(await idsOf(root, `/api/log/?type=6&${start}&model_name=made-up`)).toHaveLength(1)
        const page = (await user.get(`/api/log/self/?type=6&${start}&p=2&page_size=1`)).data
        expect([page.items.length, page.total]).toEqual([1, 2])
        for (const path of ['/api/log/?', '/api/log/self/?']) {
          const client = path.includes('self') ? user : root
          expect((await client.get(`${path}${start}`)).data.total).toBe(0)
        }
        expect((await user.get(`/api/log/self/stat?${start}`)).data).toMatchObject({ quota: 0, rpm: 0 })
        const key = encodeURIComponent(token.key)
        const ofToken = async (type: string): Promise<Row[]> =>
          (await user.get(`/api/log/token?key=${key}${type}`)).data
        expect((await ofToken('')).filter(({ type }) => type === 6)).toEqual([])
        expect(
          (await ofToken('&type=6'))
            .slice(0, 2)
            .map((row) => row.request_id)
            .sort(),
        ).toEqual(ids)
        const file = (await user.get(`/api/log/self/export?type=6&${start}&format=jsonl`)).text.trim().split('\n')
        expect(file.map((line) => JSON.parse(line).request_id).sort()).toEqual(ids)
      })

      it('is one of a few rows a minute in a flood, the last of which counts the others', async () => {
        clock.pass(600)
        const start = Math.floor(clock.now() / 1000)
        const { domain, database } = gateway().plane
        const many = 300
        for (let sent = 0; sent < many; sent += 100)
          await Promise.all(Array.from({ length: 100 }, () => ask('made-up')))
        const items = await rows(root, `/api/log/?type=6&start_timestamp=${start}&page_size=100`)
        const again = items.map(({ other }) => JSON.parse(other).again ?? 0)
        expect(again.sort((one, other) => other - one)).toEqual([many - 10, ...Array(9).fill(0)])
        // A new minute has rows of its own, and another reason too.
        clock.pass(60)
        await ask('made-up')
        await ask('elsewhere')
        expect((await user.get(`/api/log/self/?type=6&start_timestamp=${start}`)).data.total).toBe(12)
        await domain.failedCalls.drain()
        const sums = await database.query
          .selectFrom('failed_hours')
          .select('count')
          .where('user_id', '=', user.userId)
          .execute()
        expect(sums.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(many + 2)
      })

      it('with a key that is nobody’s is counted by address and minute, for administrators', async () => {
        clock.pass(600)
        const start = Math.floor(clock.now() / 1000)
        const from = (address: number) => ask('a-model', 'sk-nobodys', { 'x-forwarded-for': `198.19.0.${address}` })
        for (let round = 0; round < 3; round += 1)
          await Promise.all(Array.from({ length: 30 }, (_, index) => from(index)))
        const items = await rows(root, `/api/log/?type=6&start_timestamp=${start}&page_size=100`)
        const counts = items.map((row) => {
          const { admin_info: info, again = 0, failure } = JSON.parse(row.other)
          expect([row.user_id, row.model_name, failure.code]).toEqual([0, '', 'key_invalid'])
          return [info.address, 1 + again]
        })
        expect(counts).toHaveLength(21)
        expect(counts.filter(([address, count]) => address !== '' && count === 3)).toHaveLength(20)
        expect(counts.find(([address]) => address === '')).toEqual(['', 30])
        expect((await user.get(`/api/log/self/?type=6&start_timestamp=${start}`)).data.total).toBe(0)
      })

      it('is counted by the hour beside the calls that were charged: everybody’s, and each user’s own, of one token too', async () => {
        clock.pass(7200 - ((clock.now() / 1000) % 3600))
        const hour = Math.floor(clock.now() / 1000)
        await ask('made-up')
        await callRelay(gateway(), (await addRelayToken(stranger)).key, { model: 'made-up' })
        await gateway().plane.domain.failedCalls.drain()
        const failed = async (client: TestClient, path: string, from = hour) =>
          JSON.parse((await client.get(`${path}start_timestamp=${from}&end_timestamp=${from + 60}`)).text).failed
        expect(await failed(root, '/api/data/?')).toBe(2)
        expect(await failed(root, '/api/data/?username=caller&')).toBe(1)
        expect(await failed(root, '/api/data/?username=nobody&')).toBe(0)
        expect(await failed(user, '/api/data/self?')).toBe(1)
        const unused = await addRelayToken(user)
        expect(await failed(user, `/api/data/self?token_id=${token.id}&`)).toBe(1)
        expect(await failed(user, `/api/data/self?token_id=${unused.id}&`)).toBe(0)
        expect(await failed(stranger, `/api/data/self?token_id=${token.id}&`)).toBe(0)
        expect(await failed(root, '/api/data/?', hour - 3600)).toBe(0)
        const charged = [user.userId, stranger.userId, 1].map((userId) =>
          settlement({ createdAt: hour, userId, username: `${userId}`, tokenId: 0, channelId: channel, quota: 0 }),
        )
        await gateway().plane.database.settle(charged)
        const users = async (from: number) =>
          (await root.get(`/api/data/by?by=user&start_timestamp=${from}&end_timestamp=${from + 60}`)).data.items
        const counts = (await users(hour)).map((row: { key: string; failed: number }) => [Number(row.key), row.failed])
        expect(new Map(counts)).toEqual(
          new Map([
            [user.userId, 1],
            [stranger.userId, 1],
            [1, 0],
          ]),
        )
      })

      it('is forgotten after as many days as the operator wants', async () => {
        const { domain } = gateway().plane
        const total = async () => (await root.get('/api/log/?type=6')).data.total
        clock.pass(86_400 * 2)
        await ask('made-up')
        await root.put('/api/option/', { key: 'FailedCallDays', value: '3' })
        await domain.failedCalls.sweep()
        expect(await total()).toBeGreaterThan(1)
        await root.put('/api/option/', { key: 'FailedCallDays', value: '1' })
        await domain.failedCalls.sweep()
        expect(await total()).toBe(1)
      })
    },
    { TRUSTED_PROXIES: '127.0.0.1' },
    clock,
  )
})

oneDatabase((_engine, _open, openPlace) => {
  it('a call that failed just before the process ends has its row when it begins again', async () => {
    const { place } = await openPlace()
    const first = await startTestGateway({ place })
    const { key } = await addRelayToken(await first.asRoot())
    const { requestId } = await callRelay(first, key, { model: 'made-up' })
    await first.close()
    const second = await startTestGateway({ place })
    onTestFinished(() => second.close())
    const { data } = await (await second.asRoot()).get(`/api/log/?request_id=${requestId}`)
    expect(data.items).toMatchObject([{ type: 6, request_id: requestId, model_name: 'made-up' }])
  })
})
