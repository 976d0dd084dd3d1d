import type { priceLists as calls } from '#contract/price-lists.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const priceListHandlers = ({ priceLists, priceChecks }: ControlPlane): Handlers<typeof calls> => ({
  seen: () => priceChecks.latest(),
  read: async ({ body }) => {
    const { address = '', text } = body
    const { format, offers, leftOut } = text === undefined ? await priceLists.at(address) : priceLists.of(text)
    return { format, offers: [...offers], left_out: leftOut }
  },
})
