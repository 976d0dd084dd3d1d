import type { wallet } from '#contract/wallet.ts'
import { createRedeem } from '../domain/wallet/redeem.ts'
import { createTopUps } from '../domain/wallet/top-ups.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

/** Clients of this ecosystem take no other word for a yes to the last two. */
const message = 'success'

export const walletHandlers = ({ domain, database, publicUrl }: ControlPlane): Handlers<typeof wallet> => {
  const redeem = createRedeem({ domain, database })
  const topUps = createTopUps({ domain, database, publicUrl })
  return {
    redeem: ({ caller, body, address }) => redeem({ user: caller.user, key: body.key, address }),
    price: ({ caller, body }) => ({ data: topUps.price(caller.user, body.amount), beside: { message } }),
    pay: async ({ caller, body }) => {
      const { fields, url } = await topUps.order(caller.user, body.amount, body.payment_method)
      return { data: fields, beside: { message, url } }
    },
  }
}
