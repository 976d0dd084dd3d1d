import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedEpay, signEpay } from './epay.ts'

const parameters = { pid: '1001', type: 'alipay', out_trade_no: 'A1', money: '7.30', name: 'TUC1', empty: '' }

it('signs the sorted parameters that have a value, with the key behind them', () => {
  const text = 'money=7.30&name=TUC1&out_trade_no=A1&pid=1001&type=alipay'
  const expected = createHash('md5').update(`${text}secret`).digest('hex')
  expect(signEpay(parameters, 'secret')).toBe(expected)
  expect(signEpay({ ...parameters, sign: 'x', sign_type: 'MD5' }, 'secret')).toBe(expected)
})

it('T09: takes no signature but the one of the key, and none at all while there is no key', () => {
  const sign = signEpay(parameters, 'secret')
  expect(isSignedEpay({ ...parameters, sign }, 'secret')).toBe(true)
  expect(isSignedEpay({ ...parameters, sign, money: '7.31' }, 'secret')).toBe(false)
  expect(isSignedEpay({ ...parameters, sign: sign.toUpperCase() }, 'secret')).toBe(false)
  expect(isSignedEpay({ ...parameters, sign: `${sign}0` }, 'secret')).toBe(false)
  expect(isSignedEpay(parameters, 'secret')).toBe(false)
  expect(isSignedEpay({ ...parameters, sign: signEpay(parameters, '') }, '')).toBe(false)
})
