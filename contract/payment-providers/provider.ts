import type { PaymentFault } from '../account-events.ts'
import type { Digests } from '../digests.ts'
import type { OptionKind, Place, ReadOption } from '../registry-entry.ts'

type Fields = Readonly<Record<string, string>>

/** An order of ours, as the provider is told of it. */
type Order = {
  tradeNo: string
  /** A way to pay, as the provider calls it. */
  method: string
  /** In yuan, with two decimals. */
  money: string
  name: string
  /** Where the provider tells of the payment, and where the browser comes back to. */
  noticeUrl: string
  returnUrl: string
}

/** What the provider tells of an order. */
export type PaymentNotice = {
  tradeNo: string
  /** What is wrong with it whatever the order is. */
  fault?: PaymentFault
  isPaid: boolean
  /** As the provider calls it. */
  method: string
  money: string
  providerTradeNo: string
}

type Given<Key extends string> = { option: ReadOption<Key>; digests: Digests }

/** Who takes the money of those who top up online. */
export type PaymentProvider<Key extends string = string> = {
  /** In storage: whose an order is. */
  name: string
  /** All but those of `optional` must be filled in before it takes an order. */
  options: Readonly<Record<Key, OptionKind>>
  optional?: readonly Key[]
  /** Where browsers go to pay. */
  place: Place<Key>
  /** The ways to pay: what clients call them, and what the provider does. */
  methods: Readonly<Record<string, string>>
  noticePath: `/api/${string}`
  /** What the provider understands as a yes and a no to a notice. */
  words: { taken: string; refused: string }
  /** The form with which a browser goes there. */
  order: (order: Order, given: Given<Key> & { place: string }) => { url: string; fields: Record<string, string> }
  /** Undefined unless the provider signed it. */
  read: (fields: Fields, given: Given<Key>) => PaymentNotice | undefined
}
