import { beforeAll } from 'vitest'
import { roles } from '#contract/user.ts'
import { findUser, updateUser } from '#server/db/users.ts'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export type UserBench = {
  gateway: () => TestGateway
  root: () => TestClient
  admin: () => TestClient
  rowOf: (id: number) => Promise<UserRow>
  setRow: (id: number, change: Parameters<typeof updateUser>[2]) => Promise<void>
  manage: (id: number, action: string, by?: TestClient) => ReturnType<TestClient['post']>
}

/** A gateway with an administrator beside the super admin. */
export const eachUserBench = (define: (bench: UserBench) => void): void =>
  eachGateway((gateway) => {
    let clients: { root: TestClient; admin: TestClient } | undefined
    beforeAll(async () => {
      clients = { root: await gateway().asRoot(), admin: await gateway().asUser('keeper', roles.admin) }
    })
    const known = () => {
      if (clients === undefined) throw new Error('nobody has signed in')
      return clients
    }
    define({
      gateway,
      root: () => known().root,
      admin: () => known().admin,
      rowOf: async (id) => {
        const row = await findUser(gateway().plane.database.query, id)
        if (row === undefined) throw new Error(`no user ${id}`)
        return row
      },
      setRow: async (id, change) => {
        await updateUser(gateway().plane.database.query, id, change)
        gateway().plane.domain.identities.forgetUser(id)
      },
      manage: (id, action, by = known().root) => by.post('/api/user/manage', { id, action }),
    })
  })
