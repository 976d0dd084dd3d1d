import { toldOfUser, type users } from '#contract/users.ts'
import type { UserRow } from '../db/schema.ts'
import { listUsers } from '../db/user-lists.ts'
import { operatorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { presentUser, presentUsers } from './present-user.ts'
import { checkTold } from './written-back.ts'

export const userHandlers = ({ database, userAdministration }: ControlPlane): Handlers<typeof users> => {
  const presentPage = async (
    { items, total }: { items: UserRow[]; total: number },
    { page, pageSize }: { page: number; pageSize: number },
  ) => ({ items: await presentUsers(database, items), page, page_size: pageSize, total })

  return {
    list: async ({ query }) => presentPage(await listUsers(database.query, query, query), query),
    search: async ({ query }) => presentPage(await listUsers(database.query, query, query), query),
    read: async ({ params, ...call }) =>
      presentUser(database, await userAdministration.read(params.id, operatorOf(call))),
    create: async ({ body, ...call }) => {
      const { username, password, display_name: displayName } = body
      const row = await userAdministration.create({ username, password, displayName }, operatorOf(call))
      return presentUser(database, row)
    },
    update: async ({ body, ...call }) => {
      const row = await userAdministration.read(body.id, operatorOf(call))
      checkTold(toldOfUser, body, await presentUser(database, row))
      return presentUser(database, await userAdministration.change(body, operatorOf(call)))
    },
    manage: ({ body, ...call }) => userAdministration.manage(body.id, body.action, operatorOf(call)),
  }
}
