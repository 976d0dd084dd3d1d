import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderCard } from '#contract/providers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { listAudit } from '../db/audit.ts'

describe('channels', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    beforeEach(async () => {
      for (const { id } of (await root.get('/api/channel/?page_size=100')).data.items)
        await root.remove(`/api/channel/${id}/`)
    })

    const create = async (fields: object = {}) => {
      const answer = await root.post('/api/channel/', { name: 'first', key: 'sk-secret', models: 'a,b', ...fields })
      if (!answer.success) throw new Error(answer.text)
      return answer.data
    }
    const refusal = async (fields: object) => {
      const answer = await root.post('/api/channel/', { name: 'first', key: 'sk-secret', models: 'a,b', ...fields })
      return answer.code === 'input_invalid' ? answer.message : answer.code
    }

    it('serves what it was told to from the moment it exists until it is gone', async () => {
      const { pool } = gateway().plane.domain
      const channel = await create({ models: ' a, b,a,,', group: 'default,vip', model_prefix: 'x/' })
      expect(channel).toMatchObject({
        type: 1,
        status: 1,
        models: 'a,b',
        group: 'default,vip',
        priority: 0,
        auto_ban: 1,
      })
      expect(pool.candidates('vip', 'x/a').map(({ id }) => id)).toEqual([channel.id])
      expect(pool.candidates('vip', 'a')).toEqual([])
      expect((await root.get('/api/channel/models_enabled')).data).toEqual(['x/a', 'x/b'])
      await root.put('/api/channel/', { id: channel.id, status: 2 })
      expect(pool.candidates('vip', 'x/a')).toEqual([])
      expect((await root.get('/api/channel/models_enabled')).data).toEqual([])
      expect((await root.remove(`/api/channel/${channel.id}/`)).success).toBe(true)
      expect((await root.get(`/api/channel/${channel.id}`)).code).toBe('channel_missing')
    })

    it('changes exactly the fields sent, and null or an empty text empties one', async () => {
      const channel = await create({ tag: 'eu', test_model: 'a', other: 'v2', weight: 7, model_mapping: '{"a":"b"}' })
      const { data: weighed } = await root.put('/api/channel/', { id: channel.id, priority: 9 })
      expect(weighed).toEqual({ ...channel, priority: 9 })
      const { data: emptied } = await root.put('/api/channel/', {
        id: channel.id,
        tag: null,
        other: '',
        model_mapping: '',
      })
      expect(emptied).toEqual({ ...weighed, tag: '', other: '', model_mapping: '' })
    })

    it('gives type and weight the same meaning on create, change and tag', async () => {
      const { id, other } = await create({ type: 18, tag: 'eu', other: '' })
      expect(other).toBe('v2.1')
      expect((await root.put('/api/channel/', { id, other: 'v3.5' })).data.other).toBe('v3.5')
      expect((await root.put('/api/channel/', { id, other: '' })).data.other).toBe('v2.1')
      const plain = await create({ other: '' })
      expect((await root.put('/api/channel/', { id: plain.id, type: 18 })).data.other).toBe('v2.1')
      const words = 'Weight must be a whole number, 0 or more'
      expect((await root.post('/api/channel/', { name: 'a', key: 'k', models: 'a', weight: -1 })).message).toBe(words)
      expect((await root.put('/api/channel/', { id, weight: -1 })).message).toBe(words)
      expect((await root.put('/api/channel/tag', { tag: 'eu', weight: -1 })).message).toBe(words)
      expect((await root.put('/api/channel/', { id, priority: 1.5 })).message).toBe('Priority must be a whole number')
    })

    it('shows the key only where one channel is read, and keeps it when none is sent', async () => {
      const channel = await create()
      const listed = await root.get('/api/channel/?p=1&page_size=10&id_sort=true&tag_mode=true')
      const found = await root.get('/api/channel/search?keyword=first')
      expect(channel.key + listed.data.items[0].key + found.data.items[0].key).toBe('')
      expect(listed.data).toMatchObject({ page: 1, page_size: 10, total: 1 })
      const keyNow = async () => (await root.get(`/api/channel/${channel.id}`)).data.key
      expect(await keyNow()).toBe('sk-secret')
      await root.put('/api/channel/', { id: channel.id, name: 'second', key: '' })
      expect(await keyNow()).toBe('sk-secret')
      await root.put('/api/channel/', { id: channel.id, key: ' one\ntwo,three ' })
      expect(await keyNow()).toBe('one\ntwo,three')
    })

    it('finds by id, name, exact key, model and group', async () => {
      const one = await create({ name: 'alpha 50%', key: 'key-1', models: 'gpt-x', group: 'vip' })
      const two = await create({ name: 'beta', key: 'key-2', models: 'other', group: 'default' })
      const found = async (query: string) =>
        (await root.get(`/api/channel/search?${query}`)).data.items.map(({ id }: { id: number }) => id)
      expect(await found(`keyword=${one.id}`)).toContain(one.id)
      expect(await found('keyword=0%25')).toEqual([one.id])
      expect(await found('keyword=key-2')).toEqual([two.id])
      expect(await found('keyword=key-')).toEqual([])
      expect(await found('model=gpt')).toEqual([one.id])
      expect(await found('group=default')).toEqual([two.id])
      expect(await found('group=defaul')).toEqual([])
      expect(await found('')).toEqual([two.id, one.id])
    })

    it('lists the highest priority first, or the newest', async () => {
      const high = await create({ priority: 5 })
      const low = await create({ priority: -5 })
      const order = async (query: string) =>
        (await root.get(`/api/channel/?${query}`)).data.items.map(({ id }: { id: number }) => id)
      expect(await order('id_sort=false')).toEqual([high.id, low.id])
      expect(await order('id_sort=true')).toEqual([low.id, high.id])
    })

    it('says what is wrong with a channel', async () => {
      expect(await refusal({ name: ' ' })).toBe('channel_fields_missing')
      expect(await refusal({ key: '' })).toBe('channel_fields_missing')
      expect(await refusal({ models: ' ,' })).toBe('channel_models_missing')
      expect(await refusal({ model_mapping: '{a' })).toMatch(/model_mapping.*not valid JSON/)
      expect(await refusal({ model_mapping: '["a"]' })).toMatch(/JSON object/)
      expect(await refusal({ model_mapping: '{"a":1}' })).toMatch(/model_mapping\.a: .*text/)
      expect(await refusal({ status_code_mapping: '{"429":"abc"}' })).toMatch(/429: .*400 to 599/)
      expect(await refusal({ status_code_mapping: '{"429":"200"}' })).toMatch(/429: .*400 to 599/)
      expect(await refusal({ status_code_mapping: '{"429":"500"}' })).toBeUndefined()
      expect(await refusal({ param_override: 'x' })).toMatch(/not valid JSON/)
      expect(await refusal({ costs: '{"a":{"inputs":1,"output":2}}' })).toMatch(/costs\.a\.inputs: .*input, output/)
      expect(await refusal({ costs: '{"a":{"input":-1,"output":2}}' })).toMatch(/costs\.a\.input: .*at least 0/)
      expect(await refusal({ costs: '{"a":{"input":1e400,"output":2}}' })).toMatch(/costs\.a\.input: .*number/)
      expect(await refusal({ costs: '{"a":{"input":"1","output":2}}' })).toMatch(/costs\.a\.input: .*number/)
      expect(await refusal({ costs: '{"a":{"input":1}}' })).toMatch(/costs\.a: .*input and output/)
      expect(await refusal({ costs: '{"a":{"input":1,"call":1}}' })).toMatch(/costs\.a: .*input and output/)
      expect(await refusal({ costs: '{"a":{"input":1,"output":0,"call":1},"*":{"call":0}}' })).toBeUndefined()
      expect(await refusal({ setting: '[]' })).toMatch(/JSON object/)
      expect(await refusal({ other: '{"default"' })).toMatch(/other.*not valid JSON/)
      expect(await refusal({ weight: -1 })).toBe('weight_not_whole')
      expect(await refusal({ priority: 1.5 })).toBe('priority_not_whole')
      expect((await root.put('/api/channel/', { id: 12345, weight: 1 })).code).toBe('channel_missing')
      expect((await root.remove('/api/channel/12345/')).code).toBe('channel_missing')
    })

    it('T63: a line break in a name, a tag or a prefix is refused', async () => {
      for (const field of ['name', 'tag', 'model_prefix', 'openai_organization', 'test_model']) {
        expect([field, await refusal({ [field]: 'a\r\nx: y' })]).toEqual([field, expect.stringContaining(field)])
      }
    })

    it('T32: an address that no operator may mean is refused', async () => {
      for (const base_url of [
        'http://169.254.169.254',
        'http://metadata.google.internal/',
        'file:///etc/passwd',
        'gopher://x',
        'http://a:b@c.example',
        'http://x.example/#y',
        'http://x.example/?y=1',
        'http://x.example/v1?',
      ]) {
        expect([base_url, await refusal({ base_url })]).toEqual([base_url, expect.stringContaining('base_url')])
      }
      expect((await create({ base_url: 'http://10.0.0.5:11434//' })).base_url).toBe('http://10.0.0.5:11434')
    })

    it('writes down who did what, without keys', async () => {
      const channel = await create()
      await root.put('/api/channel/', { id: channel.id, key: 'sk-other', priority: 3 })
      await root.remove(`/api/channel/${channel.id}/`)
      const { items } = await listAudit(gateway().plane.database.query, { page: 1, pageSize: 3 })
      expect(items.map(({ action, target, actor_name }) => [action, target, actor_name])).toEqual([
        ['channel.delete', `channel:${channel.id}`, 'root'],
        ['channel.change', `channel:${channel.id}`, 'root'],
        ['channel.create', `channel:${channel.id}`, 'root'],
      ])
      expect(JSON.parse(items[1]?.after ?? '')).toEqual({ priority: 3, key: '***' })
      expect(JSON.parse(items[1]?.before ?? '')).toEqual({ priority: 0, key: '***' })
      expect(JSON.stringify(items)).not.toMatch(/sk-|sealed|hash/)
    })

    it('makes a channel for each line of the key, and one with several keys of all of them', async () => {
      const shared = { name: 'many', models: 'a', tag: 'eu', key: ' sk-1 \n\nsk-2\nsk-1\nsk-3,4' }
      const { data } = await root.post('/api/channel/batch/create', shared)
      expect(data).toEqual({ count: 3, ids: [expect.any(Number), expect.any(Number), expect.any(Number)] })
      const made = await Promise.all(data.ids.map((id: number) => root.get(`/api/channel/${id}`)))
      expect(made.map(({ data: { name, key, tag, key_count } }) => [name, key, tag, key_count])).toEqual([
        ['many 1', 'sk-1', 'eu', 1],
        ['many 2', 'sk-2', 'eu', 1],
        ['many 3', 'sk-3,4', 'eu', 2],
      ])
      expect(gateway().plane.domain.pool.candidates('default', 'a')).toHaveLength(3)
      const one = await create({ key: 'sk-1\nsk-2,sk-3' })
      expect(one).toMatchObject({ key: '', key_count: 3, stopped_keys: [] })
      const documents = { name: 'documents', type: 41, models: 'a', key: '[{"a":1,"b":2},{"a":3}]' }
      expect((await root.post('/api/channel/batch/create', documents)).data.count).toBe(2)
      expect((await root.post('/api/channel/batch/create', { ...shared, key: ' \n' })).message).toMatch(
        /name and a key/,
      )
    })

    it('takes a key for one where it is no list, whatever is in it: new, changed, copied, and one of many', async () => {
      const odd = 'user,id\nsecret'
      const one = await create({ key: odd, key_list: 0 })
      expect(one).toMatchObject({ key_list: 0, key_count: 1 })
      const keysOf = (id: number) => gateway().plane.domain.pool.find(id)?.keys
      expect(keysOf(one.id)).toEqual([odd])
      const { data: copy } = await root.post(`/api/channel/copy/${one.id}?suffix=_2`)
      expect([copy.key_list, keysOf(copy.id)]).toEqual([0, [odd]])
      const { data: listed } = await root.put('/api/channel/', { id: one.id, key_list: 1 })
      expect([listed.key_count, keysOf(one.id)]).toEqual([3, ['user', 'id', 'secret']])
      await root.put('/api/channel/', { id: one.id, key_list: 0 })
      expect(keysOf(one.id)).toEqual([odd])
      const many = { name: 'each', models: 'a', key: 'sk-1,x\nsk-2', key_list: 0 }
      const { data } = await root.post('/api/channel/batch/create', many)
      expect(data.ids.map(keysOf)).toEqual([['sk-1,x'], ['sk-2']])
    })

    it('copies a channel with its key and without what it learned', async () => {
      const channel = await create({ tag: 'eu', priority: 3 })
      await root.put('/api/channel/', { id: channel.id, status: 2 })
      const { data: copy } = await root.post(`/api/channel/copy/${channel.id}?suffix=_2`)
      expect(copy).toMatchObject({ name: 'first_2', tag: 'eu', priority: 3, status: 2, used_quota: 0, key: '' })
      expect((await root.get(`/api/channel/${copy.id}`)).data.key).toBe('sk-secret')
      expect((await root.post('/api/channel/copy/999999')).code).toBe('channel_missing')
    })

    it('fills in what a type needs when nothing is said, and takes slashes off the address', async () => {
      expect(await create({ type: 18 })).toMatchObject({ type: 18, other: 'v2.1' })
      expect(await create({ type: 18, other: 'v4.0' })).toMatchObject({ other: 'v4.0' })
    })

    it('shows channels with one tag as one row, in the list and in the search', async () => {
      const eu = [await create({ tag: 'eu', group: 'default,vip', weight: 2 }), await create({ tag: 'eu', weight: 3 })]
      const alone = await create({ name: 'alone', priority: 9 })
      await root.put('/api/channel/', { id: eu[1].id, status: 2 })
      const { data } = await root.get('/api/channel/?p=0&page_size=10&id_sort=false&tag_mode=true')
      expect(data).toMatchObject({ page: 1, page_size: 10, total: 2 })
      expect(data.items[0]).toMatchObject({ id: alone.id })
      expect(data.items[1]).toMatchObject({ tag: 'eu', group: 'default,vip', count: 2, enabled_count: 1, priority: 0 })
      expect(data.items[1].weight).toBeNull()
      expect(data.items[1].children.map(({ id }: { id: number }) => id)).toEqual([eu[1].id, eu[0].id])
      const found = await root.get('/api/channel/search?keyword=alone&tag_mode=true')
      expect(found.data).toMatchObject({ total: 1, items: [{ id: alone.id }] })
      expect((await root.get('/api/channel/search?keyword=first&tag_mode=true')).data.items[0].count).toBe(2)
    })

    it('narrows the list by status, type, tag and group, page by page', async () => {
      const on = await create({ type: 14, tag: 'a' })
      const off = await create({ group: 'vip' })
      await root.put('/api/channel/', { id: off.id, status: 2 })
      const found = async (query: string) =>
        (await root.get(`/api/channel/?${query}`)).data.items.map(({ id }: { id: number }) => id)
      expect(await found('status=enabled')).toEqual([on.id])
      expect(await found('status=disabled')).toEqual([off.id])
      expect(await found('status=2')).toEqual([off.id])
      expect(await found('status=3')).toEqual([])
      expect(await found('type=14')).toEqual([on.id])
      expect(await found('tag=a')).toEqual([on.id])
      expect(await found('group=vip')).toEqual([off.id])
      expect(await found('group=null')).toEqual([off.id, on.id])
      expect(await found('p=2&page_size=1&group=')).toEqual([on.id])
      expect((await root.get('/api/channel/?status=odd')).message).toMatch(/status/)
    })

    it('T38: a search term of signs finds only itself, and one that is too long is refused', async () => {
      const odd = await create({ name: "100%_\\'quoted'" })
      const found = async (keyword: string) => {
        const answer = await root.get(`/api/channel/search?keyword=${encodeURIComponent(keyword)}`)
        return answer.success ? answer.data.items.map(({ id }: { id: number }) => id) : answer.code
      }
      for (const keyword of ['%_', '\\', "'quoted'", '100%'])
        expect([keyword, await found(keyword)]).toEqual([keyword, [odd.id]])
      for (const keyword of ['_%_%', '%'.repeat(64), "' or 1=1 --"]) {
        expect([keyword, await found(keyword)]).toEqual([keyword, []])
      }
      for (const keyword of ['%'.repeat(1000), 'x'.repeat(65), 'a\0b'])
        expect(await found(keyword)).toBe('input_invalid')
      expect((await root.get('/api/channel/search?keyword=%ff%fe')).status).toBeLessThan(500)
    })

    it('T39: what looks like SQL in any field is text', async () => {
      const probe = `x'); drop table channels; --`
      const channel = await create({
        name: probe,
        models: probe,
        group: 'default',
        tag: probe,
        model_prefix: probe,
        test_model: probe,
      })
      expect(channel).toMatchObject({ name: probe, tag: probe, model_prefix: probe })
      for (const field of ['group', 'model', 'tag', 'keyword']) {
        const answer = await root.get(`/api/channel/search?${field}=${encodeURIComponent(probe)}&tag_mode=true`)
        expect([field, answer.success]).toEqual([field, true])
      }
      for (const field of ['id_sort', 'tag_mode', 'type', 'p']) {
        expect((await root.get(`/api/channel/?${field}=${encodeURIComponent(probe)}`)).status).toBeLessThan(500)
      }
    })

    it('T37: a name with HTML in it stays the text it is', async () => {
      const name = '<img src=x onerror=alert(1)>'
      expect((await create({ name })).name).toBe(name)
      const answer = await root.get('/api/channel/?p=1')
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    })

    it('tells what is wrong in the language of whoever asks', async () => {
      const zh = { headers: { 'accept-language': 'zh-CN' } }
      const missing = { id: 999_999, weight: 1 }
      expect((await root.put('/api/channel/', missing)).message).toBe(
        'This channel no longer exists. Refresh the page.',
      )
      expect((await root.put('/api/channel/', missing, zh)).message).toBe('该渠道不存在，请刷新页面')
      const noModels = { name: 'a', key: 'b', models: ' , ' }
      expect((await root.post('/api/channel/', noModels)).message).toMatch(/Select at least one model/)
      expect((await root.post('/api/channel/', noModels, zh)).message).toMatch(/请至少选择一个模型/)
      const badJson = { name: 'a', key: 'b', models: 'm', setting: '{' }
      expect((await root.post('/api/channel/', badJson, zh)).message).toMatch(/setting.*JSON 格式不正确/)
    })

    it('says how keys and extra fields look in the language of whoever asks', async () => {
      const hintsIn = async (language: string): Promise<string> => {
        const { data } = await root.get('/api/providers', { headers: { 'accept-language': language } })
        return data
          .flatMap(({ key_hint, other_label, other_hint }: ProviderCard) => [key_hint, other_label, other_hint])
          .join('\n')
      }
      const [english, chinese] = [await hintsIn('en'), await hintsIn('zh-CN')]
      expect(english).toContain('Access key ID|Secret access key|region')
      expect(english).not.toMatch(/\p{Script=Han}/u)
      expect(chinese).toContain('访问密钥 ID|私有访问密钥|区域')
      expect(chinese).not.toMatch(/\b(?:key|token|text|any|account|region|plugin|version)\b/i)
    })

    it.each([
      ['ja', 'アクセスキーID|シークレットアクセスキー|リージョン', 'カスタム（完全なアドレス）', 'Moonshot（国際版）'],
      [
        'fr',
        'ID de clé d’accès|clé d’accès secrète|région',
        'Personnalisé (adresse complète)',
        'Moonshot (international)',
      ],
      [
        'ru',
        'ID ключа доступа|секретный ключ доступа|регион',
        'Свой (полный адрес)',
        'Moonshot (международная версия)',
      ],
      ['vi', 'ID khóa truy cập|khóa truy cập bí mật|vùng', 'Tùy chỉnh (địa chỉ đầy đủ)', 'Moonshot (quốc tế)'],
    ])('says it in %s too, where vendors from China keep their Latin names', async (language, hint, own, abroad) => {
      const { data } = await root.get('/api/providers', { headers: { 'accept-language': language } })
      const cards: ProviderCard[] = data
      const said = cards.flatMap(({ label, key_hint, other_label, other_hint }) => [
        ...[label, key_hint],
        ...[other_label, other_hint],
      ])
      expect(said).toEqual(expect.arrayContaining([hint, own, abroad, 'Tencent Hunyuan']))
      const english = /\b(?:any text|keys? (?:id|of)|(?:API|resource|service) key|full address|region|floor|account)\b/i
      expect(said.filter((text) => english.test(text))).toEqual([])
    })

    it('knows every kind of channel and its models', async () => {
      const { data: cards } = await root.get('/api/providers')
      expect(cards[0]).toMatchObject({ type: 1, base_url_required: false })
      const { data: byType } = await root.get('/api/models')
      expect(byType[1]).toEqual(cards[0].models)
      const { data: all } = await root.get('/api/channel/models')
      expect(all.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(cards[0].models))
    })
  })
})
