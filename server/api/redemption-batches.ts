import type { redemptionBatches } from '#contract/redemption-batches.ts'
import { listBatches } from '../db/redemption-batches.ts'
import { createRedemptions } from '../domain/wallet/redemptions.ts'
import { nowSeconds } from '../lib/clock.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const redemptionBatchHandlers = ({ domain, database }: ControlPlane): Handlers<typeof redemptionBatches> => {
  const redemptions = createRedemptions({ domain, database })
  return {
    list: async ({ query }) => {
      const wish = { ...query, keyword: query.keyword.trim(), now: nowSeconds(domain.clock) }
      const { items, total } = await listBatches(database.query, wish)
      return { items, page: query.page, page_size: query.pageSize, total }
    },
    disable: ({ params, ...call }) => redemptions.disable({ batch: params.id }, actorOf(call)),
    enable: ({ params, ...call }) => redemptions.enable({ batch: params.id }, actorOf(call)),
    remove: ({ params, ...call }) => redemptions.removeBatch(params.id, actorOf(call)),
  }
}
