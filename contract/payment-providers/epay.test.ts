import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digests } from '#server/lib/digests.ts'
import { epay } from './epay.ts'

const given = (key = 'secret') => {
  const options = { PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: key }
  return { option: (name: keyof typeof options) => options[name], digests, place: options.PayAddress }
}
const order = { tradeNo: 'A1', method: 'alipay', money: '7.30', name: 'TUC1', noticeUrl: 'n', returnUrl: '' }

it('signs the sorted parameters that have a value, with the key behind them', () => {
  const text = 'device=pc&money=7.30&name=TUC1&notify_url=n&out_trade_no=A1&pid=1001&type=alipay'
  const expected = createHash('md5').update(`${text}secret`).digest('hex')
  expect(epay.order(order, given()).fields).toMatchObject({ return_url: '', sign: expected, sign_type: 'MD5' })
})

it('T09: takes no signature but the one of the key, and none at all while there is no key', () => {
  const { fields } = epay.order(order, given())
  expect(epay.read(fields, given())).toMatchObject({ tradeNo: 'A1', money: '7.30', isPaid: false })
  expect(epay.read({ ...fields, money: '7.31' }, given())).toBe(undefined)
  expect(epay.read({ ...fields, sign: fields.sign.toUpperCase() }, given())).toBe(undefined)
  expect(epay.read({ ...fields, sign: `${fields.sign}0` }, given())).toBe(undefined)
  expect(epay.read({ ...fields, sign: '' }, given())).toBe(undefined)
  expect(epay.read(epay.order(order, given('')).fields, given(''))).toBe(undefined)
})
