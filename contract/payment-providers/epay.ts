import type { Digests } from '../digests.ts'
import type { PaymentProvider } from './provider.ts'

/** MD5 over the sorted parameters that have a value, with the key behind them. */
const sign = ({ md5 }: Digests, parameters: Readonly<Record<string, string>>, key: string): string => {
  const signed = Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return md5(signed + key)
}

/** Any gateway that speaks epay. */
export const epay = {
  name: 'epay',
  options: { PayAddress: 'server', EpayId: 'text', EpayKey: 'secret' },
  place: { option: 'PayAddress' },
  methods: { zfb: 'alipay', wx: 'wxpay' },
  noticePath: '/api/user/epay/notify',
  words: { taken: 'success', refused: 'fail' },
  order: ({ tradeNo, method, money, name, noticeUrl, returnUrl }, { option, digests, place }) => {
    const fields = {
      pid: option('EpayId'),
      type: method,
      out_trade_no: tradeNo,
      notify_url: noticeUrl,
      return_url: returnUrl,
      name,
      money,
      device: 'pc',
    }
    const signature = sign(digests, fields, option('EpayKey'))
    return { url: `${place}/submit.php`, fields: { ...fields, sign: signature, sign_type: 'MD5' } }
  },
  read: (fields, { option, digests }) => {
    const key = option('EpayKey')
    // With an empty key anybody could sign.
    if (key === '' || !digests.isSame(fields.sign ?? '', sign(digests, fields, key))) return undefined
    return {
      tradeNo: fields.out_trade_no ?? '',
      ...(fields.pid !== option('EpayId') && { fault: 'merchant_other' as const }),
      isPaid: fields.trade_status === 'TRADE_SUCCESS',
      method: fields.type ?? '',
      money: fields.money ?? '',
      providerTradeNo: fields.trade_no ?? '',
    }
  },
} as const satisfies PaymentProvider<'PayAddress' | 'EpayId' | 'EpayKey'>
