import { beforeAll, describe, expect, it } from 'vitest'
import { roles, toldOfUser } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { findUser } from '../db/users.ts'
import { inputSchema, operations } from './openapi.ts'

/** Every way to name another's account: each field of the change, each action. A new one fails until it is here. */
const wishes: Record<string, unknown> = {
  username: 'renamed',
  display_name: 'Renamed',
  password: 'quite-another-word',
  group: 'vip',
  quota: 77,
  note: 'Noted',
}
/** Says what the form was loaded with, or why, and changes nothing by itself. */
const beside = ['id', 'quota_before', 'used_quota_before', 'reason', 'tell']
const actions = ['promote', 'demote', 'disable', 'enable', 'delete']

const reaching = ['users.read', 'users.update', 'users.manage']

type Rank = keyof typeof roles
const ranks: readonly Rank[] = ['ordinary', 'admin', 'root']

/** Nobody reaches an equal or a higher rank; the super admin reaches all. */
const reaches = (operator: Rank, target: Rank) => operator === 'root' || roles[operator] > roles[target]

describe('whose account whom reaches', () => {
  it('T16 T20: every field, action and endpoint is in the table', () => {
    // What is only taken as it is changes nothing.
    const fields = Object.keys((inputSchema(users.update.body) as { properties: object }).properties).filter(
      (field) => !Object.hasOwn(toldOfUser, field) || field in wishes || beside.includes(field),
    )
    expect(fields.sort()).toEqual([...beside, ...Object.keys(wishes)].sort())
    const { action } = (inputSchema(users.manage.body) as { properties: Record<string, { enum?: string[] }> })
      .properties
    expect(action?.enum).toEqual(actions)
    const naming = operations.filter(({ group, endpoint: { params, body } }) => {
      const schemas = [params, body].flatMap((schema) => (schema ? [JSON.stringify(inputSchema(schema))] : []))
      return group === 'users' && schemas.some((schema) => schema.includes('"id"'))
    })
    expect(naming.map(({ group, name }) => `${group}.${name}`)).toEqual(reaching)
  })

  eachGateway((gateway) => {
    let operators: Record<Rank, TestClient>
    let made = 0
    const make = (rank: Rank) => {
      made += 1
      return gateway().asUser(`rank${made}`, roles[rank])
    }
    beforeAll(async () => {
      operators = { ordinary: await make('ordinary'), admin: await make('admin'), root: await make('root') }
    })

    const rowOf = (id: number) => findUser(gateway().plane.database.query, id)
    const refusals = ['role_insufficient', 'user_out_of_reach']

    for (const operator of ranks) {
      for (const target of ranks) {
        const may = reaches(operator, target)
        it(`T16 T20: ${operator} ${may ? 'reaches' : 'leaves alone'} ${target}`, async () => {
          const own = operators[operator]
          const victim = await make(target)
          const before = await rowOf(victim.userId)
          const calls = [
            () => own.get(`/api/user/${victim.userId}`),
            ...Object.entries(wishes).map(([field, value]) => {
              const wish = field === 'username' ? `re${victim.userId}` : value
              return () => own.put('/api/user/', { id: victim.userId, [field]: wish })
            }),
            ...actions.map((action) => () => own.post('/api/user/manage', { id: victim.userId, action })),
          ]
          for (const call of calls) {
            const answer = await call()
            expect(refusals.includes(answer.code ?? '')).toBe(!may)
            if (!may) expect(await rowOf(victim.userId)).toEqual(before)
          }
          // What he is signed in with is his as well.
          if (!may) expect((await victim.get('/api/user/self')).status).toBe(200)
        })
      }

      it(`T16 T20: ${operator} changes nothing that counts on the own account by way of the users`, async () => {
        const own = await make(operator)
        const before = await rowOf(own.userId)
        const answer = await own.put('/api/user/', { id: own.userId, password: 'quite-another-word' })
        expect([...refusals, 'password_own_elsewhere']).toContain(answer.code)
        for (const action of actions) {
          expect((await own.post('/api/user/manage', { id: own.userId, action })).success).toBe(
            operator === 'root' && action === 'enable',
          )
        }
        expect(await rowOf(own.userId)).toEqual(before)
      })
    }
  })
})
