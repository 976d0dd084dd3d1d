import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAnyDialect } from '#testing/any-dialect.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, removeChannels } from '#testing/relay-client.ts'
import { chatAnswer, refusal, startVendor, type Vendor } from '#testing/vendor-server.ts'
import { listAudit } from '../db/audit.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('looking after channels', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let vendor: Vendor
    beforeAll(async () => {
      root = await gateway().asRoot()
      vendor = await startVendor(() => chatAnswer())
    })
    afterAll(() => vendor.close())
    beforeEach(async () => {
      await removeChannels(root)
      vendor.calls.length = 0
      vendor.tell(chatAnswer())
      for (const key of ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled']) await set(key, 'true')
      await set('ChannelDisableThreshold', '5')
    })

    const set = (key: string, value: string) => root.put('/api/option/', { key, value })
    const create = (fields: object = {}): Promise<number> =>
      addRelayChannel(root, { name: 'tested', key: 'sk-tested', base_url: vendor.url, models: 'plain', ...fields })
    const read = async (id: number) => (await root.get(`/api/channel/${id}`)).data
    const body = () => vendor.calls.at(-1)?.body ?? {}
    const rootLogs = async () => (await root.get('/api/log/?type=4&page_size=100')).data.items
    const zh = { headers: { 'accept-language': 'zh' } }
    const testAll = async () => {
      expect((await root.get('/api/channel/test')).success).toBe(true)
      await gateway().plane.channelRuns.idle()
      return (await root.get('/api/channel/runs')).data.test
    }

    describe('a test', () => {
      it('asks the channel one small question, keeps how long it took, and charges nobody', async () => {
        const id = await create({ model_mapping: '{"plain":"mapped"}', models: 'plain,other' })
        const quota = (await root.get('/api/user/self')).data.quota
        const answer = await root.get(`/api/channel/test/${id}`)
        expect(answer).toMatchObject({ success: true, message: '' })
        expect(JSON.parse(answer.text).time).toBeGreaterThanOrEqual(0)
        expect(vendor.calls[0]).toMatchObject({ path: '/v1/chat/completions', key: 'sk-tested' })
        expect(body()).toMatchObject({ model: 'mapped', stream: false, messages: [{ role: 'user' }], max_tokens: 16 })
        const { response_time, test_time } = await read(id)
        expect(response_time).toBeGreaterThanOrEqual(0)
        expect(test_time).toBeGreaterThan(1_700_000_000)
        expect((await root.get('/api/user/self')).data).toMatchObject({ quota, used_quota: 0, request_count: 0 })
        const [row] = await rootLogs()
        expect(row).toMatchObject({ type: 4, quota: 0, username: 'root' })
        expect(row.content).toContain(`(#${id}) with model plain`)
        const { happened, test } = JSON.parse(row.other)
        expect(test).toMatchObject({ channel: id, prompt_tokens: 10, completion_tokens: 10 })
        expect(happened).toEqual({
          name: 'channel_tested',
          values: { channel: expect.any(String), id, model: 'plain', seconds: expect.any(Number) },
        })
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('tells how long a quick one took, and not that it took nothing', async () => {
        vendor.tell({ ...chatAnswer(), afterMs: 2 })
        const id = await create()
        expect(JSON.parse((await root.get(`/api/channel/test/${id}`)).text).time).toBeGreaterThan(0)
        const [row] = await rootLogs()
        expect(JSON.parse(row.other).happened.values.seconds).toBeGreaterThan(0)
      })

      it('takes the model that is asked for, else the one the channel is tested with', async () => {
        const id = await create({ models: 'plain,other', test_model: 'other' })
        await root.get(`/api/channel/test/${id}`)
        expect(body().model).toBe('other')
        await root.get(`/api/channel/test/${id}?model=third`)
        expect(body().model).toBe('third')
      })

      it('asks each kind of model what it can answer', async () => {
        const data = [{ object: 'embedding', index: 0, embedding: [0.1] }]
        const usage = { prompt_tokens: 2, total_tokens: 2 }
        vendor.tell({ status: 200, body: { object: 'list', data, model: 'm', usage } })
        const id = await create({ models: 'picture-image-1,text-embedding-3-small' })
        expect((await root.get(`/api/channel/test/${id}`)).success).toBe(true)
        expect([vendor.calls[0]?.path, body().input]).toEqual(['/v1/embeddings', ['hello world']])
        vendor.tell({ status: 200, body: { results: [{ index: 0, relevance_score: 1 }] } })
        expect((await root.get(`/api/channel/test/${id}?model=my-reranker`)).success).toBe(true)
        expect(vendor.calls.at(-1)?.path).toBe('/v1/rerank')
        expect((await root.get(`/api/channel/test/${id}?model=picture-image-1`)).code).toBe('channel_untestable')
      })

      it('shows how the answer begins, in whichever dialect it came, and keeps none of it', async () => {
        const upstream = await startAnyDialect()
        const answerOf = async (fields: object) => {
          const id = await create(fields)
          return JSON.parse((await root.get(`/api/channel/test/${id}`)).text).answer
        }
        const types = [1, 14, 24]
        for (const type of types) expect(await answerOf({ type, base_url: upstream.url }), String(type)).toBe('Rain.')
        const setting = JSON.stringify({ dialect: 'openai-responses' })
        expect(await answerOf({ base_url: upstream.url, setting })).toBe('Rain.')
        await upstream.close()
        expect(JSON.stringify(await rootLogs())).not.toContain('Rain')
      })

      it('shows at most 200 signs of an answer, and nothing of what is no chat', async () => {
        vendor.tell(chatAnswer(`  ${'🙂'.repeat(300)}`))
        const answerOf = async (model: string) => {
          const id = await create({ models: model })
          return JSON.parse((await root.get(`/api/channel/test/${id}`)).text).answer
        }
        expect(await answerOf('plain')).toBe('🙂'.repeat(200))
        vendor.tell({
          status: 200,
          body: { results: [{ index: 0, relevance_score: 1 }], choices: [{ message: { content: 'x' } }] },
        })
        expect(await answerOf('my-reranker')).toBe('')
      })

      it('tells why it failed and after how long, but switches nothing off', async () => {
        const id = await create()
        vendor.tell(refusal(401, 'Incorrect API key provided: sk-tested.', { code: 'invalid_api_key' }))
        const answer = await root.get(`/api/channel/test/${id}`)
        expect(answer).toMatchObject({ status: 200, success: false, code: 'channel_test_failed' })
        expect(answer.message).toMatch(/^The test failed after [\d.]+ s: HTTP 401 invalid_api_key$/)
        expect(JSON.parse(answer.text).time).toBeGreaterThanOrEqual(0)
        expect((await root.get(`/api/channel/test/${id}`, zh)).message).toMatch(/^测试失败（[\d.]+ 秒）：HTTP 401/)
        expect(await read(id)).toMatchObject({ status: 1, other_info: '' })
        expect((await read(id)).test_time).toBeGreaterThan(0)
        expect((await root.get('/api/channel/test/999999')).code).toBe('channel_missing')
      })

      it('keeps why it failed until it goes well again; a model of somebody’s choice that fails changes nothing', async () => {
        const id = await create({ models: 'plain,other' })
        const failed = async () =>
          (await root.get('/api/channel/?test=failed')).data.items.map((row: { id: number }) => row.id)
        vendor.tell(refusal(401, 'no such key'))
        await root.get(`/api/channel/test/${id}?model=other`)
        expect([(await read(id)).test_fault, await failed()]).toEqual(['', []])
        await root.get(`/api/channel/test/${id}`)
        expect([(await read(id)).test_fault, await failed()]).toEqual(['HTTP 401 test_error', [id]])
        vendor.tell(chatAnswer())
        await root.get(`/api/channel/test/${id}`)
        expect([(await read(id)).test_fault, await failed()]).toEqual(['', []])
      })

      it('T62: says nothing of the address when nobody answers there', async () => {
        const id = await create({ base_url: 'http://127.0.0.1:1' })
        expect((await root.get(`/api/channel/test/${id}`)).message).toMatch(/: the upstream cannot be reached$/)
        expect((await root.get(`/api/channel/test/${id}`, zh)).message).toMatch(/：无法连接上游$/)
      })

      it('enables a channel that was disabled by itself, and none that an operator disabled', async () => {
        const [own, off] = [await create(), await create()]
        const { query } = gateway().plane.database
        await query.updateTable('channels').set({ status: 3, other_info: '{}' }).where('id', '=', own).execute()
        await gateway().plane.domain.pool.refresh([own])
        await root.put('/api/channel/', { id: off, status: 2 })
        for (const id of [own, off]) await root.get(`/api/channel/test/${id}`)
        expect([(await read(own)).status, (await read(off)).status]).toEqual([1, 2])
      })

      it('T49: is refused when another site asks for it', async () => {
        const id = await create()
        const answer = await root.get(`/api/channel/test/${id}`, { headers: { 'sec-fetch-site': 'cross-site' } })
        expect([answer.status, vendor.calls.length]).toEqual([403, 0])
      })
    })

    describe('a test of all', () => {
      it('disables what fails, enables what answers again, and leaves alone what an operator disabled', async () => {
        const dead = await create({ key: 'sk-dead', name: 'dead' })
        const tired = await create({ key: 'sk-tired', name: 'tired' })
        const off = await create({ key: 'sk-off', name: 'off' })
        const kept = await create({ key: 'sk-dead', name: 'kept', auto_ban: 0 })
        await root.put('/api/channel/', { id: off, status: 2 })
        const { query } = gateway().plane.database
        await query.updateTable('channels').set({ status: 3, other_info: '{}' }).where('id', '=', tired).execute()
        await gateway().plane.domain.pool.refresh([tired])
        vendor.tell(({ key }) => (key === 'sk-dead' ? refusal(401, 'no such key') : chatAnswer()))
        expect(await testAll()).toMatchObject({ running: false, total: 3, done: 3, failed: 2, disabled: 1, enabled: 1 })
        expect((await read(dead)).status).toBe(3)
        expect(JSON.parse((await read(dead)).other_info)).toEqual({
          status_reason: '401 no such key',
          status_time: expect.any(Number),
        })
        expect(await read(tired)).toMatchObject({ status: 1, other_info: '' })
        expect([(await read(off)).status, (await read(kept)).status]).toEqual([2, 1])
        expect(vendor.calls.map(({ key }) => key).sort()).toEqual(['sk-dead', 'sk-dead', 'sk-tired'])
        const { items } = await listAudit(query, { page: 1, pageSize: 50 })
        // Reading a channel leaves a row as well.
        const act = items.find(({ action }) => action !== 'channel.read')
        expect([act?.action, act?.actor_name]).toEqual(['channel.test_all', 'root'])
      })

      it('counts what was tested, and says of no other channel that it was', async () => {
        await create({ name: 'words' })
        const pictures = await create({ name: 'pictures', models: 'dall-e-3' })
        expect(await testAll()).toMatchObject({ total: 1, done: 1, failed: 0 })
        expect((await read(pictures)).test_time).toBe(0)
        await root.post('/api/channel/test', { ids: [pictures] })
        await gateway().plane.channelRuns.idle()
        expect((await root.get('/api/channel/runs')).data.test).toMatchObject({ total: 0, done: 0 })
        expect((await read(pictures)).test_time).toBe(0)
      })

      it('disables what answers too slowly, and says so', async () => {
        await set('ChannelDisableThreshold', '0.05')
        const id = await create()
        vendor.tell({ ...chatAnswer(), afterMs: 80 })
        expect(await testAll()).toMatchObject({ done: 1, disabled: 1 })
        const { status_reason, status_values } = JSON.parse((await read(id)).other_info)
        expect([status_reason, status_values]).toEqual(['answered_slowly', { time: expect.any(Number), limit: 0.05 }])
        const { items } = (await root.get('/api/channel/not_working')).data.auto_disabled
        expect(items.find((item: { id: number }) => item.id === id)).toMatchObject({
          reason: status_reason,
          values: status_values,
        })
        expect((await read(id)).test_fault).toBe('over_limit')
        vendor.tell(chatAnswer())
        await set('ChannelDisableThreshold', '0')
        const { query } = gateway().plane.database
        await query.updateTable('channels').set({ test_time: 0 }).execute()
        expect(await testAll()).toMatchObject({ enabled: 1 })
        expect((await read(id)).status).toBe(1)
      })

      it('reaches those that were chosen and no others, also one that was disabled by hand', async () => {
        const [chosen, by, other] = [await create(), await create(), await create()]
        await root.put('/api/channel/', { id: by, status: 2 })
        const answer = await root.post('/api/channel/test', { ids: [chosen, by, 999_999] })
        expect(answer).toMatchObject({ success: true, data: { total: 2 } })
        await gateway().plane.channelRuns.idle()
        expect((await root.get('/api/channel/runs')).data.test).toMatchObject({ running: false, done: 2, failed: 0 })
        expect((await read(chosen)).test_time).toBeGreaterThan(0)
        expect(await read(by)).toMatchObject({ status: 2, test_time: expect.any(Number) })
        expect([(await read(by)).test_time > 0, (await read(other)).test_time]).toEqual([true, 0])
        const { items } = await listAudit(gateway().plane.database.query, { page: 1, pageSize: 10 })
        expect(items.find(({ action }) => action === 'channel.test_many')?.target).toBe(
          `channel:${chosen} channel:${by}`,
        )
        expect((await root.post('/api/channel/test', { ids: [] })).code).toBe('input_invalid')
      })

      it('leaves what it found with each channel, by the reason, and those are disabled together', async () => {
        for (const key of ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled']) await set(key, 'false')
        const dead = [await create({ key: 'sk-dead', name: 'one' }), await create({ key: 'sk-dead', name: 'two' })]
        const away = await create({ base_url: 'http://127.0.0.1:1', name: 'away' })
        const sound = await create()
        vendor.tell(({ key }) => (key === 'sk-dead' ? refusal(401, 'no such key') : chatAnswer()))
        await testAll()
        const found = async () => (await root.get('/api/channel/tests/failed')).data
        const [one, two] = dead
        expect(await found()).toEqual([
          {
            reason: 'HTTP 401 test_error',
            channels: [
              { id: one, name: 'one', status: 1 },
              { id: two, name: 'two', status: 1 },
            ],
          },
          { reason: 'unreachable', channels: [{ id: away, name: 'away', status: 1 }] },
        ])
        expect((await root.get('/api/channel/?test=failed')).data.total).toBe(3)
        expect((await root.post('/api/channel/batch/disabled', { ids: dead })).data).toEqual(dead)
        expect(
          (await found()).map(({ channels }: { channels: { status: number }[] }) =>
            channels.map(({ status }) => status),
          ),
        ).toEqual([[2, 2], [1]])
        expect(gateway().plane.domain.pool.find(sound)?.enabled).toBe(true)
        expect(gateway().plane.domain.pool.find(dead[0] ?? 0)?.enabled).toBe(false)
        const { items } = await listAudit(gateway().plane.database.query, { page: 1, pageSize: 5 })
        expect(items.map(({ action }) => action)).toContain('channel.disable')
      })

      it('of some tells of these alone what it found, since it began', async () => {
        for (const key of ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled']) await set(key, 'false')
        await create({ key: 'sk-dead', name: 'dead' })
        const away = await create({ base_url: 'http://127.0.0.1:1', name: 'away' })
        vendor.tell(({ key }) => (key === 'sk-dead' ? refusal(401, 'no such key') : chatAnswer()))
        await testAll()
        await gateway().plane.database.query.updateTable('channels').set({ test_time: 5 }).execute()
        await root.post('/api/channel/test', { ids: [away] })
        await gateway().plane.channelRuns.idle()
        const { started_at: since } = (await root.get('/api/channel/runs')).data.test
        const reasons = async (query: string) =>
          (await root.get(`/api/channel/tests/failed${query}`)).data.map(({ reason }: { reason: string }) => reason)
        expect(await reasons(`?since=${since}`)).toEqual(['unreachable'])
        expect((await reasons('')).sort()).toEqual(['HTTP 401 test_error', 'unreachable'])
      })

      it('switches nothing when the operator does not want it', async () => {
        for (const key of ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled']) await set(key, 'false')
        const dead = await create({ key: 'sk-dead' })
        const tired = await create({ key: 'sk-tired' })
        const { query } = gateway().plane.database
        await query.updateTable('channels').set({ status: 3 }).where('id', '=', tired).execute()
        await gateway().plane.domain.pool.refresh([tired])
        vendor.tell(({ key }) => (key === 'sk-dead' ? refusal(401, 'no such key') : chatAnswer()))
        expect(await testAll()).toMatchObject({ done: 2, failed: 1, disabled: 0, enabled: 0 })
        expect([(await read(dead)).status, (await read(tired)).status]).toEqual([1, 3])
      })

      it('tries the disabled keys of a channel again, and uses those that answer', async () => {
        const id = await create({ key: 'sk-1,sk-2,sk-3' })
        vendor.tell(({ key }) => (key === 'sk-1' ? refusal(401, 'gone') : chatAnswer()))
        await testAll()
        expect(await read(id)).toMatchObject({ status: 1, stopped_keys: [{ place: 1, state: 'disabled' }] })
        await gateway().plane.database.query.updateTable('channels').set({ test_time: 0 }).execute()
        vendor.tell(chatAnswer())
        expect(await testAll()).toMatchObject({ enabled: 1 })
        expect(await read(id)).toMatchObject({ status: 1, stopped_keys: [] })
      })

      it('is one at a time, and can be followed while it goes on', async () => {
        await create()
        await create()
        vendor.tell({ ...chatAnswer(), afterMs: 100 })
        expect((await root.get('/api/channel/test')).data).toMatchObject({ running: true, total: 2, done: 0 })
        expect((await root.get('/api/channel/runs')).data.test).toMatchObject({ running: true })
        const refused = await root.get('/api/channel/test')
        expect(refused.message).toBe('Already running. Wait until it finishes.')
        expect((await root.get('/api/channel/test', zh)).message).toBe('正在运行，请等待完成')
        await gateway().plane.channelRuns.idle()
        expect((await root.get('/api/channel/runs')).data.test).toMatchObject({ running: false, done: 2, failed: 0 })
      })

      it('is made by itself as often as the operator wants, of those whose time it is', async () => {
        const { channelTests, database } = gateway().plane
        const [due, fresh] = [await create({ key: 'sk-due' }), await create({ key: 'sk-fresh' })]
        const now = Math.floor(Date.now() / 1000)
        await database.query
          .updateTable('channels')
          .set({ test_time: now - 90 })
          .where('id', '=', fresh)
          .execute()
        await channelTests.testDue()
        expect(vendor.calls).toEqual([])
        await set('ChannelTestInterval', '2')
        await channelTests.testDue()
        await set('ChannelTestInterval', '0')
        expect(vendor.calls.map(({ key }) => key)).toEqual(['sk-due'])
        expect((await read(due)).test_time).toBeGreaterThanOrEqual(now)
      })
    })

    describe('the list of models', () => {
      it('of a channel is asked of its upstream, with its first key', async () => {
        const id = await create({ key: 'sk-1,sk-2' })
        vendor.tell({ status: 200, body: { data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }] } })
        expect((await root.get(`/api/channel/fetch_models/${id}`)).data).toEqual(['b', 'a'])
        expect(vendor.calls[0]).toMatchObject({ method: 'GET', path: '/v1/models', key: 'sk-1' })
        expect((await root.get('/api/channel/fetch_models/999999')).code).toBe('channel_missing')
      })

      it('of a channel that is not saved is asked with what was filled in', async () => {
        vendor.tell({ status: 200, body: { data: [{ id: 'a' }] } })
        const wish = { type: 1, key: 'sk-new', base_url: `${vendor.url}/` }
        expect((await root.post('/api/channel/fetch_models', wish)).data).toEqual(['a'])
        expect(vendor.calls[0]).toMatchObject({ path: '/v1/models', key: 'sk-new' })
        expect((await root.post('/api/channel/fetch_models', { ...wish, key: ' ' })).message).toBe('Enter a key')
        expect((await root.post('/api/channel/fetch_models', { ...wish, key: '' }, zh)).message).toBe('请填写密钥')
      })

      it('that cannot be had says why, in words of its own', async () => {
        const wish = { type: 1, key: 'sk-new-and-long', base_url: vendor.url }
        const fetchModels = async (fields: object = {}, sending = {}) =>
          (await root.post('/api/channel/fetch_models', { ...wish, ...fields }, sending)).message
        vendor.tell(refusal(401, 'bad key sk-new-and-long'))
        expect(await fetchModels()).toBe('Couldn’t fetch the model list: HTTP 401')
        vendor.tell({ status: 200, body: { data: [] } })
        expect(await fetchModels()).toBe('Couldn’t fetch the model list: the upstream has no models')
        expect(await fetchModels({}, zh)).toBe('获取模型列表失败：上游没有返回模型')
        vendor.tell({ status: 200, body: 'a page' })
        expect(await fetchModels()).toBe('Couldn’t fetch the model list: HTTP 200')
        expect(await fetchModels({ base_url: 'http://127.0.0.1:1' })).toBe(
          'Couldn’t fetch the model list: the upstream cannot be reached',
        )
      })

      it('T32 T34: is asked of no address that nobody may mean', async () => {
        for (const base_url of [
          'http://169.254.169.254',
          'http://metadata.google.internal',
          'file:///etc/passwd',
          'http://[::ffff:169.254.169.254]',
          'http://x@y/',
          'gopher://x',
        ]) {
          const answer = await root.post('/api/channel/fetch_models', { type: 1, key: 'k', base_url })
          expect([base_url, answer.success, answer.code]).toEqual([base_url, false, 'input_invalid'])
        }
      })

      it('T33: follows no redirect', async () => {
        vendor.tell({ status: 302, body: {} })
        const answer = await root.post('/api/channel/fetch_models', { type: 1, key: 'k', base_url: vendor.url })
        expect([answer.message, vendor.calls.length]).toEqual(['Couldn’t fetch the model list: HTTP 302', 1])
      })
    })

    describe('the balance', () => {
      const billing = (limit: number, usedCents: number) => (path: string) =>
        path.includes('/usage') ? { total_usage: usedCents } : { hard_limit_usd: limit, has_payment_method: true }

      it('is asked of the vendor and kept', async () => {
        const id = await create()
        vendor.tell(({ path }) => ({ status: 200, body: billing(10, 250)(path) }))
        const answer = await root.get(`/api/channel/update_balance/${id}/`)
        expect([answer.success, JSON.parse(answer.text).balance]).toEqual([true, 7.5])
        expect(await read(id)).toMatchObject({ balance: 7.5, status: 1 })
        expect((await read(id)).balance_updated_time).toBeGreaterThan(0)
      })

      it('that is not told changes nothing, and the reason is', async () => {
        const id = await create()
        vendor.tell({ status: 200, body: {} })
        const answer = await root.get(`/api/channel/update_balance/${id}`)
        expect([answer.code, answer.message]).toEqual([
          'balance_failed',
          'Couldn’t read the balance: the answer tells no balance',
        ])
        expect(await read(id)).toMatchObject({ balance: 0, balance_updated_time: 0, status: 1 })
        const untold = await create({ type: 14 })
        expect((await root.get(`/api/channel/update_balance/${untold}`, zh)).message).toBe('该服务商不支持查询余额')
      })

      it('of all is asked in the background, and a channel with nothing left is disabled', async () => {
        const [rich, poor, kept] = [
          await create({ key: 'sk-rich' }),
          await create({ key: 'sk-poor' }),
          await create({ key: 'sk-poor', auto_ban: 0 }),
        ]
        await create({ type: 14 })
        vendor.tell(({ path, key }) => ({ status: 200, body: billing(10, key === 'sk-rich' ? 0 : 1000)(path) }))
        expect((await root.get('/api/channel/update_balance')).data).toMatchObject({ running: true, total: 3 })
        await gateway().plane.channelRuns.idle()
        expect((await root.get('/api/channel/runs')).data.balance).toMatchObject({
          running: false,
          done: 3,
          disabled: 1,
        })
        expect([(await read(rich)).status, (await read(poor)).status, (await read(kept)).status]).toEqual([1, 3, 1])
        expect(JSON.parse((await read(poor)).other_info).status_reason).toBe('balance_spent')
        const told = `Channel “${(await read(poor)).name}” (#${poor}) was disabled automatically. Reason: the balance is used up`
        await vi.waitFor(() => expect(gateway().logLines.join('')).toContain(told), patience)
      })
    })

    it('tells the super admin once of each change', async () => {
      const told = () =>
        gateway().logLines.filter((line) => line.includes('a notice for the super admin') && line.includes('watched'))
      const id = await create({ key: 'sk-dead', name: 'watched' })
      vendor.tell(refusal(401, 'no such key'))
      await testAll()
      await vi.waitFor(() => expect(told()).toHaveLength(1), patience)
      expect(told()[0]).toContain(`channel_update_${id}`)
    })
  })
})

describe('looking after channels by the clock', () => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      it('balances are asked for as often as the operator wants, and no oftener', async () => {
        const root = await gateway().asRoot()
        const vendor = await startVendor(() => ({ status: 200, body: { hard_limit_usd: 5, total_usage: 0 } }))
        const { channelBalances } = gateway().plane
        const fields = { name: 'a', key: 'k', models: 'm', base_url: vendor.url }
        const { id } = (await root.post('/api/channel/', fields)).data
        clock.pass(600)
        await channelBalances.updateDue()
        expect(vendor.calls).toHaveLength(0)
        await root.put('/api/option/', { key: 'ChannelBalanceInterval', value: '10' })
        await channelBalances.updateDue()
        const asked = vendor.calls.length
        expect(asked).toBeGreaterThan(0)
        expect((await root.get(`/api/channel/${id}`)).data.balance).toBe(5)
        clock.pass(590)
        await channelBalances.updateDue()
        expect(vendor.calls).toHaveLength(asked)
        clock.pass(20)
        await channelBalances.updateDue()
        expect(vendor.calls.length).toBeGreaterThan(asked)
        await vendor.close()
      })
    },
    undefined,
    clock,
  )
})
