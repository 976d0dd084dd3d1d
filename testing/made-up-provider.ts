import type { PaymentProvider } from '#contract/payment-providers/provider.ts'

/** A payment provider that is not there: all that one would write to add it, besides its line and its words. */
export const madeUpProvider = {
  name: 'madeup',
  options: { MadeUpShop: 'server', MadeUpKey: 'secret' },
  place: { option: 'MadeUpShop' },
  methods: { shells: 'cowrie' },
  noticePath: '/api/user/madeup/notify',
  words: { taken: 'thanks', refused: 'what?' },
  order: ({ tradeNo, method, money, noticeUrl }, { option, digests, place }) => ({
    url: `${place}/buy`,
    fields: { id: tradeNo, method, money, tell: noticeUrl, proof: digests.md5(tradeNo + money + option('MadeUpKey')) },
  }),
  read: ({ id = '', method = '', money = '', proof = '' }, { option, digests }) =>
    digests.isSame(proof, digests.md5(id + money + option('MadeUpKey')))
      ? { tradeNo: id, isPaid: true, method, money, providerTradeNo: '' }
      : undefined,
} as const satisfies PaymentProvider<'MadeUpShop' | 'MadeUpKey'>
