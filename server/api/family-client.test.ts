import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

type Row = Record<string, unknown> & { id: number }

/**
 * A program as they are written against the older gateways of this family: it asks for pages from 0 with `size`, sends
 * what it has not got as the words its language makes of nothing, reads whole things and sends them back whole.
 */
const familyClient = (client: TestClient) => {
  const unwrap = (answer: { success: boolean; message: string; data: unknown; text: string }) => {
    expect(Object.keys(JSON.parse(answer.text))).toEqual(expect.arrayContaining(['success', 'message', 'data']))
    expect([answer.message, answer.success]).toEqual(['', true])
    return answer.data as never
  }
  const query = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
  return {
    list: async (path: string, values: Record<string, unknown> = {}): Promise<{ items: Row[]; total: number }> =>
      unwrap(await client.get(`${path}?${query(values)}`)),
    read: async (path: string): Promise<Row> => unwrap(await client.get(path)),
    add: async (path: string, body: object): Promise<unknown> => unwrap(await client.post(path, body)),
    write: async (path: string, body: object): Promise<unknown> => unwrap(await client.put(path, body)),
    remove: async (path: string): Promise<unknown> => unwrap(await client.remove(path)),
  }
}

/** What a number is in an address that was never given. */
const nothings = ['', 'undefined', 'null', Number.NaN, -1, 1.5]

describe("a program of this family's", () => {
  eachGateway((gateway) => {
    let admin: ReturnType<typeof familyClient>
    let user: ReturnType<typeof familyClient>
    beforeAll(async () => {
      admin = familyClient(await gateway().asRoot())
      user = familyClient(await gateway().asUser('member'))
    })

    it('keeps its tokens', async () => {
      for (let place = 0; place < 21; place += 1)
        await user.add('/api/token/', { name: `t${place}`, unlimited_quota: true })
      const { items, total } = await user.list('/api/token/', { p: 0, size: 100 })
      expect([items.length, total]).toEqual([21, 21])
      expect((await user.list('/api/token/search', { keyword: 't1', token: '' })).items).toHaveLength(10)
      expect((await user.list('/api/token/search', { keyword: 't1', p: 2, page_size: 10 })).items).toHaveLength(1)
      const [first] = items
      if (first === undefined) throw new Error('there is no token')
      await user.write('/api/token/?status_only=true', { id: first.id, status: 2 })
      await user.write('/api/token/', { ...(await user.read(`/api/token/${first.id}`)), name: 'renamed' })
      expect(await user.read(`/api/token/${first.id}`)).toMatchObject({ name: 'renamed', status: 2, key: first.key })
      expect(await user.remove(`/api/token/${first.id}/`)).toBeNull()
    })

    it('keeps channels, and copies one as it read it', async () => {
      const groups = { group: 'default', models: 'm-1,m-2', model_mapping: '', tag: '' }
      await admin.add('/api/channel/', { type: 1, name: 'first', key: 'sk-1', base_url: '', auto_ban: 1, ...groups })
      const [listed] = (await admin.list('/api/channel/', { p: 0, page_size: 20, id_sort: false, tag_mode: false }))
        .items
      if (listed === undefined) throw new Error('there is no channel')
      const { query } = gateway().plane.database
      await query.updateTable('channels').set({ status: 3 }).where('id', '=', listed.id).execute()
      const read = await admin.read(`/api/channel/${listed.id}`)
      await admin.write('/api/channel/', { ...read, name: 'second', groups: ['default'] })
      expect(await admin.read(`/api/channel/${listed.id}`)).toEqual({ ...read, name: 'second' })
      const { id: _id, ...copy } = read
      await admin.add('/api/channel/', { ...copy, name: 'copy' })
      const found = await admin.list('/api/channel/search', { keyword: '', group: 'null', model: '', id_sort: true })
      expect(found.items.map(({ name, status }) => [name, status])).toEqual([
        ['copy', 2],
        ['second', 3],
      ])
    })

    it('keeps codes and users', async () => {
      const code = { name: 'gift', quota: 100, count: 1, is_gift: true, max_uses: '' }
      expect(await admin.add('/api/redemption/', code)).toHaveLength(1)
      const [row] = (await admin.list('/api/redemption/', { p: 1, page_size: 10 })).items
      await admin.write('/api/redemption/', { ...row, quota: 200 })
      // Only lists tell names: of its batch, and of who used it.
      const unnamed = { batch_name: undefined, used_user_name: undefined }
      expect(await admin.read(`/api/redemption/${row?.id}`)).toEqual({ ...row, ...unnamed, quota: 200 })
      const member = (await admin.list('/api/user/search', { keyword: 'member', group: '', p: 1 })).items[0]
      await admin.write('/api/user/', { ...member, quota: Number(member?.quota) + 500, password: '' })
      expect(await admin.read(`/api/user/${member?.id}`)).toEqual({ ...member, quota: Number(member?.quota) + 500 })
      await user.write('/api/user/self', await user.read('/api/user/self'))
    })

    it('says nothing where it has nothing to say', async () => {
      const lists: [string, string[]][] = [
        ['/api/log/', ['p', 'page_size', 'type', 'start_timestamp', 'end_timestamp', 'channel']],
        ['/api/user/', ['p', 'page_size']],
        ['/api/channel/', ['p', 'page_size', 'type', 'status']],
        ['/api/redemption/', ['p', 'page_size']],
        ['/api/mj/', ['p', 'channel_id', 'start_timestamp', 'end_timestamp']],
        ['/api/task/', ['p', 'channel_id', 'start_timestamp', 'end_timestamp']],
      ]
      for (const [path, names] of lists) {
        const all = (await admin.list(path)).total
        for (const name of names) {
          for (const value of nothings) {
            // A moment may have decimals.
            if (value === 1.5 && name.endsWith('timestamp')) continue
            expect([path, name, value, (await admin.list(path, { [name]: value })).total]).toEqual([
              path,
              name,
              value,
              all,
            ])
          }
        }
      }
      for (const name of ['token_name', 'model_name', 'username', 'group']) {
        expect((await admin.list('/api/log/', { [name]: 'undefined' })).total).toBe(
          (await admin.list('/api/log/')).total,
        )
      }
    })

    it('finds the settings of its own where it left them', async () => {
      const put = (key: string, value: string) => admin.write('/api/option/', { key, value })
      await put('Chats', '[{"Fluent Read": "fluentread"}, {"Web": "https://chat.example/#/?key={key}"}]')
      await put('ModelRequestRateLimitCount', '-1')
      const told = (await admin.read('/api/option/')) as unknown as { key: string; value: string }[]
      expect(told.find(({ key }) => key === 'ModelRequestRateLimitCount')?.value).toBe('-1')
      expect(await admin.read('/api/setup')).toMatchObject({ status: true, root_init: true })
    })
  })
})
