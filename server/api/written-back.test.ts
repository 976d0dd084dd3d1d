import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { listAudit } from '../db/audit.ts'

type Read = Record<string, unknown>
/** Something that is read at one address and written at another, in one state. */
type Case = { title: string; role: 'root' | 'admin' | 'user'; from: string; to: string; body?: (read: Read) => unknown }

/** What nobody sets, with something that no reading could have told. */
const forged: Record<string, Record<string, unknown>> = {
  '/api/channel/': {
    created_time: 1,
    key_count: 99,
    used_quota: 9e9,
    test_time: 9e9,
    response_time: 77,
    balance: 7,
    other_info: '{}',
    status: 9,
  },
  '/api/token/': { user_id: 99, key: 'other', created_time: 1, used_quota: 9e9, accessed_time: 9e9, status: 9 },
  '/api/redemption/': {
    key: 'other',
    max_uses: 77,
    is_gift: 'other',
    used_count: 9e9,
    used_user_id: 77,
    created_time: 1,
    status: 9,
  },
  '/api/user/': {
    role: 99,
    status: 99,
    email: 'other@x.example',
    inviter_id: 99,
    setting: '{"a":1}',
    used_quota: 9e9,
    request_count: 9e9,
    aff_quota: 99,
    github_id: 'other',
    DeletedAt: 8,
  },
  '/api/user/self': {
    role: 99,
    status: 99,
    group: 'other',
    quota: 99,
    email: 'other@x.example',
    aff_quota: 99,
    github_id: 'other',
  },
}

describe('whatever is read', () => {
  eachGateway((gateway) => {
    const clients = new Map<string, TestClient>()
    const cases: Case[] = []
    const by = (role: string): TestClient => {
      const client = clients.get(role)
      if (client === undefined) throw new Error(role)
      return client
    }
    /** Brings a row into a state that calls alone do not. */
    const store = async (table: string, id: number, fields: Record<string, string | number>) => {
      for (const [column, value] of Object.entries(fields)) {
        const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`
        await change.execute(gateway().plane.database.query)
      }
    }
    const made = async (client: TestClient, path: string, body: object): Promise<Read> => {
      const answer = await client.post(path, body)
      if (!answer.success) throw new Error(answer.text)
      return answer.data
    }

    const addChannels = async () => {
      const fields = {
        name: 'one',
        key: 'sk-1,sk-2',
        models: 'a,b',
        model_mapping: '{"a": "c"}',
        costs: '{"a": {"input": 2.50, "output": 1e1}, "*":{"call":0}}',
        setting: '{"proxy":""}',
      }
      const states: Record<string, Record<string, string | number>> = {
        enabled: {},
        disabled: { status: 2 },
        'switched off by the gateway': { status: 3, other_info: '{"status_reason":"no credit","status_time":5}' },
        'with figures': { used_quota: 7, response_time: 5, test_time: 6, balance: 1.25, balance_updated_time: 3 },
        // From before something was checked.
        'with what could not be saved today': {
          param_override: 'not json',
          costs: '{"a":{"inputs":1}}',
          base_url: 'ftp://old.example',
          weight: 5,
        },
      }
      for (const [state, row] of Object.entries(states)) {
        for (const type of [1, 18]) {
          const { id } = await made(by('root'), '/api/channel/', { ...fields, type })
          await store('channels', Number(id), row)
          for (const role of ['root', 'admin'] as const) {
            cases.push({ title: `channel ${state}`, role, from: `/api/channel/${id}`, to: '/api/channel/' })
          }
        }
      }
    }
    const addTokens = async () => {
      const states: Record<string, Record<string, string | number>> = {
        enabled: {},
        disabled: { status: 2 },
        expired: { expired_time: 5 },
        exhausted: { remain_quota: 0, used_quota: 9 },
        'in a group that was taken away': { group: 'gone' },
        'with an address list from before': { allow_ips: 'nonsense' },
        unlimited: { unlimited_quota: 1, remain_quota: -5, used_quota: 5 },
      }
      for (const role of ['root', 'admin', 'user'] as const) {
        for (const [state, row] of Object.entries(states)) {
          const { id } = await made(by(role), '/api/token/', { name: 'one', remain_quota: 50, allow_ips: '10.0.0.1' })
          await store('tokens', Number(id), row)
          cases.push({ title: `token ${state}`, role, from: `/api/token/${id}`, to: '/api/token/' })
        }
      }
    }
    const addRedemptions = async () => {
      const states: Record<string, Record<string, string | number>> = {
        unused: {},
        disabled: { status: 2 },
        used: { status: 3, used_user_id: 1, used_count: 1, redeemed_time: 5 },
        'over before it begins': { valid_from: 9, valid_until: 5 },
      }
      for (const is_gift of [false, true]) {
        for (const [state, row] of Object.entries(states)) {
          await made(by('root'), '/api/redemption/', { name: 'one', quota: 5, is_gift, max_uses: 3 })
          const [{ id }] = (await by('root').get('/api/redemption/')).data.items
          await store('redemptions', id, row)
          for (const role of ['root', 'admin'] as const) {
            cases.push({ title: `code ${state}`, role, from: `/api/redemption/${id}`, to: '/api/redemption/' })
          }
        }
      }
    }
    const addUsers = async () => {
      const states: Record<string, Record<string, string | number>> = {
        active: { quota: 5, used_quota: 6, request_count: 2, email: 'a@mail.example' },
        banned: { status: 2 },
        deleted: { deleted_at: 9 },
        'with a long name from elsewhere': { username: 'a name longer than twelve', group: 'gone' },
        'in debt': { quota: -5 },
      }
      for (const [place, [state, row]] of Object.entries(states).entries()) {
        const { userId } = await gateway().asUser(`person${place}`)
        await store('users', userId, row)
        for (const role of ['root', 'admin'] as const) {
          cases.push({ title: `user ${state}`, role, from: `/api/user/${userId}`, to: '/api/user/' })
        }
      }
      for (const role of ['root', 'admin', 'user'] as const) {
        const client = by(role)
        const webhook = { notify_type: 'webhook', webhook_url: 'https://hook.example/x', webhook_secret: 'secret' }
        await client.put('/api/user/setting', { ...webhook, quota_warning_threshold: 7 })
        cases.push({ title: 'own account', role, from: '/api/user/self', to: '/api/user/self' })
        const body = ({ setting }: Read) => JSON.parse(String(setting))
        cases.push({ title: 'own settings', role, from: '/api/user/self', to: '/api/user/setting', body })
        if (role !== 'user')
          cases.push({ title: 'oneself', role, from: `/api/user/${client.userId}`, to: '/api/user/' })
      }
    }

    beforeAll(async () => {
      clients.set('root', await gateway().asRoot())
      clients.set('admin', await gateway().asUser('admin', 10))
      clients.set('user', await gateway().asUser('user'))
      for (const add of [addChannels, addTokens, addRedemptions, addUsers]) await add()
    })

    const acts = async () => {
      const { items } = await listAudit(gateway().plane.database.query, { page: 1, pageSize: 1 })
      return items.filter(({ action }) => action !== 'channel.read').map(({ id }) => id)
    }

    it('can be written back as it is, and changes nothing', async () => {
      expect(cases.length).toBeGreaterThan(70)
      for (const { title, role, from, to, body = (read: Read) => read } of cases) {
        const where = `${title}, by ${role}`
        const { data: before } = await by(role).get(from)
        const actsBefore = await acts()
        const answer = await by(role).put(to, body(before))
        expect([where, answer.message, answer.success]).toEqual([where, '', true])
        const { data: after } = await by(role).get(from)
        expect([where, after]).toEqual([where, before])
        expect([where, await acts()]).toEqual([where, actsBefore])
      }
      const { query } = gateway().plane.database
      const rows = await query.selectFrom('users').select('setting').where('id', '=', by('user').userId).execute()
      expect(JSON.parse(rows[0]?.setting ?? '{}').webhook_secret).not.toBe('')
    })

    it('is refused by the name of the field where it says what is not so', async () => {
      const tried = new Set<string>()
      // One of each kind in each state is enough: who sends it makes no difference to what it says.
      const kinds = new Map(cases.map((each) => [each.to + each.title, each]))
      for (const { title, role, from, to } of kinds.values()) {
        for (const [field, value] of Object.entries(forged[to] ?? {})) {
          const { data: before } = await by(role).get(from)
          const wrong = typeof before[field] === 'boolean' ? !before[field] : value
          const sent = { ...before, [field]: wrong }
          const answer = await by(role).put(to, sent)
          const where = `${title}, ${field}, by ${role}`
          expect([where, answer.success]).toEqual([where, false])
          expect([where, answer.message]).toEqual([where, expect.stringContaining(field)])
          expect([where, (await by(role).get(from)).data]).toEqual([where, before])
          tried.add(`${to} ${field}`)
        }
      }
      expect(tried.size).toBe(Object.values(forged).flatMap(Object.keys).length)
    })

    it('may be older than what the gateway has done since', async () => {
      const { id } = await made(by('user'), '/api/token/', { name: 'moving', remain_quota: 100 })
      const { data: read } = await by('user').get(`/api/token/${id}`)
      await store('tokens', Number(id), { remain_quota: 60, used_quota: 40, accessed_time: 9e9 })
      expect((await by('user').put('/api/token/', { ...read, name: 'renamed' })).data).toMatchObject({
        name: 'renamed',
        remain_quota: 60,
        used_quota: 40,
      })
    })

    it('of the settings comes back the same, secrets too', async () => {
      const root = by('root')
      await root.put('/api/option/', { key: 'SMTPToken', value: 'mail-secret' })
      for (const role of ['root', 'admin']) {
        const { data: before } = await by(role).get('/api/option/')
        for (const option of before) {
          if (option.hidden) continue
          const answer = await by(role).put('/api/option/', option)
          expect([option.key, answer.message, answer.success]).toEqual([option.key, '', true])
        }
        expect((await by(role).get('/api/option/')).data).toEqual(before)
      }
      expect(gateway().plane.domain.options.get('SMTPToken')).toBe('mail-secret')
    })
  })
})
