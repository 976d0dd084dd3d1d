import { createHash, timingSafeEqual } from 'node:crypto'

/** What goes to the payment provider and comes from it: names with their values. */
export type EpayParameters = Readonly<Record<string, string>>

/** The provider's signature: MD5 over the sorted parameters that have a value, with the key behind them. */
export const signEpay = (parameters: EpayParameters, key: string): string => {
  const text = Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5').update(text).update(key).digest('hex')
}

/** Whether the parameters carry their own signature. With an empty key anybody could sign. */
export const isSignedEpay = (parameters: EpayParameters, key: string): boolean => {
  if (key === '') return false
  const given = Buffer.from(parameters.sign ?? '')
  const expected = Buffer.from(signEpay(parameters, key))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
