import { paymentProviders } from './payment-providers/index.ts'
import type { PaymentProvider } from './payment-providers/provider.ts'
import type { KeysOf } from './registry-entry.ts'

type Listed = (typeof paymentProviders)[number]

/** A way to pay, as clients call it. */
export type PaymentMethod = KeysOf<Listed['methods']>

/** The providers, where it does not matter which there are. */
export const eachProvider: readonly PaymentProvider[] = paymentProviders

const methods = [...new Set(eachProvider.flatMap((provider) => Object.keys(provider.methods)))]
// seam: Object.keys does not know that the tables have no other keys
export const paymentMethods = methods as PaymentMethod[]

/** Those who take orders: what they need is filled in. */
export const readyProviders = (option: (key: string) => string): PaymentProvider[] =>
  eachProvider.filter(({ options: own, optional = [] }) =>
    Object.keys(own).every((key) => optional.includes(key) || option(key) !== ''),
  )

/** The ways to pay that are offered. */
export const offeredMethods = (option: (key: string) => string): PaymentMethod[] => {
  const ready = readyProviders(option)
  return paymentMethods.filter((method) => ready.some((provider) => Object.hasOwn(provider.methods, method)))
}
