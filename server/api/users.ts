import type * as z from 'zod/mini'
import { ApplicationError, errorMessage } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'
import { toldOfUser } from '#contract/user.ts'
import type { users } from '#contract/users.ts'
import { listUsers } from '../db/user-lists.ts'
import type { Operator } from '../domain/audit.ts'
import { operatorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { presentUser, presentUsers } from './present-user.ts'
import { checkTold } from './written-back.ts'

type ListQuery = z.output<typeof users.list.query>

export const userHandlers = ({ database, domain, userAdministration }: ControlPlane): Handlers<typeof users> => {
  const readPage = async (query: ListQuery, viewer: Operator) => {
    const { items, total } = await listUsers(database.query, { ...query, viewer }, query)
    const { page, pageSize } = query
    return { items: await presentUsers(database, items, viewer), page, page_size: pageSize, total }
  }

  return {
    list: ({ query, ...call }) => readPage(query, operatorOf(call)),
    search: ({ query, ...call }) => readPage(query, operatorOf(call)),
    read: async ({ params, ...call }) => {
      const operator = operatorOf(call)
      return presentUser(database, await userAdministration.read(params.id, operator), operator)
    },
    create: async ({ body, ...call }) => {
      const { username, password, display_name: displayName } = body
      const operator = operatorOf(call)
      const row = await userAdministration.create({ username, password, displayName }, operator)
      return presentUser(database, row, operator)
    },
    update: async ({ body, ...call }) => {
      const operator = operatorOf(call)
      const row = await userAdministration.read(body.id, operator)
      checkTold(toldOfUser, body, await presentUser(database, row, operator))
      return presentUser(database, await userAdministration.change(body, operator), operator)
    },
    manage: ({ body: { id, ...act }, ...call }) => userAdministration.manage(id, act, operatorOf(call)),
    manageMany: ({ body: { ids, ...act }, language, ...call }) =>
      refusedOf(ids, language, (id) => userAdministration.manage(id, act, operatorOf(call))),
    groupMany: ({ body: { ids, group }, language, ...call }) => {
      if (!Object.hasOwn(domain.options.get('GroupRatio'), group))
        throw new ApplicationError('group_missing', { group })
      const change = { group, reason: '', tell: false }
      return refusedOf(ids, language, (id) => userAdministration.change({ id, ...change }, operatorOf(call)))
    },
  }
}

/** Does it to each as if he were the only one; answers whom it was refused of, and why. A fault ends it. */
const refusedOf = async (
  ids: readonly number[],
  language: ServerLanguage,
  act: (id: number) => Promise<unknown>,
): Promise<{ id: number; message: string; code: string }[]> => {
  const refused = []
  for (const id of new Set(ids)) {
    try {
      await act(id)
    } catch (error) {
      if (!(error instanceof ApplicationError) || error.status >= 500) throw error
      const { code, values } = error
      refused.push({ id, message: errorMessage(code, language, values), code })
    }
  }
  return refused
}
