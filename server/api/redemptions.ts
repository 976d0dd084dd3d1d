import type * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { type Redemption, type redemptions as redemptionCalls, toldOfRedemption } from '#contract/redemptions.ts'
import { countRedemptionsByName, findRedemption, listRedemptions } from '../db/redemptions.ts'
import type { RedemptionRow } from '../db/schema.ts'
import { createRedemptions } from '../domain/wallet/redemptions.ts'
import { nowSeconds } from '../lib/clock.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { checkTold } from './written-back.ts'

type ListQuery = z.output<typeof redemptionCalls.list.query>

export const redemptionHandlers = ({ domain, database }: ControlPlane): Handlers<typeof redemptionCalls> => {
  const redemptions = createRedemptions({ domain, database })

  const find = async (id: number) => {
    const row = await findRedemption(database.query, id)
    if (row === undefined) throw new ApplicationError('redemption_missing')
    return row
  }

  const readPage = async ({ keyword, page, pageSize, ...order }: ListQuery) => {
    const wish = { ...order, keyword: keyword.trim(), now: nowSeconds(domain.clock) }
    const { items, total } = await listRedemptions(database.query, { page, pageSize }, wish)
    return {
      items: items.map(({ batch_name, used_user_name, ...row }) => ({
        ...present(row),
        batch_name: batch_name ?? '',
        used_user_name: used_user_name ?? '',
      })),
      page,
      page_size: pageSize,
      total,
    }
  }

  return {
    list: ({ query }) => readPage(query),
    search: ({ query }) => readPage(query),
    countByName: ({ query }) => countRedemptionsByName(database.query, query.name),
    read: async ({ params }) => {
      return present(await find(params.id))
    },
    create: ({ body, ...call }) => redemptions.create(body, actorOf(call)),
    update: async ({ query, body, ...call }) => {
      const { id, status } = body
      checkTold(toldOfRedemption, body, present(await find(id)))
      if (!query.status_only) return present(await redemptions.change(id, body, actorOf(call)))
      if (status === undefined) throw new ApplicationError('input_invalid', { field: 'status', reason: 'required' })
      return present(await redemptions.change(id, { status }, actorOf(call)))
    },
    disable: async ({ body: { ids }, ...call }) => (await redemptions.disable({ ids }, actorOf(call))).length,
    enable: async ({ body: { ids }, ...call }) => (await redemptions.enable({ ids }, actorOf(call))).length,
    removeDisabled: (call) => redemptions.removeDisabled(actorOf(call)),
    removeByName: ({ query, ...call }) => redemptions.removeByName(query.name, actorOf(call)),
    remove: async ({ params, ...call }) => {
      await redemptions.remove(params.id, actorOf(call))
    },
  }
}

const present = (row: RedemptionRow): Redemption => ({ ...row, is_gift: row.is_gift === 1 })
