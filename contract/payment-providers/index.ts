import { epay } from './epay.ts'

/** Everybody who can take the money of those who top up online: one line each. */
export const paymentProviders = [epay] as const
