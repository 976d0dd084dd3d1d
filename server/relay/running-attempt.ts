import { priceWeighed } from '#pricing/price.ts'
import { usageOf } from '#pricing/usage.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import type { Settlement } from '../domain/money/ledger.ts'
import type { ModelPrice } from '../domain/money/prices.ts'
import type { RunningCall } from '../domain/money/running-calls.ts'
import { withinHold } from './affordable.ts'
import type { AttemptParts } from './attempt-parts.ts'
import type { Delivery } from './delivery.ts'
import { type Charge, recordOf } from './record.ts'
import { chargeOf, knownUsage, withoutPrice } from './settle.ts'
import type { UpstreamRequest } from './upstream-request.ts'
import { usageSoFar } from './usage-so-far.ts'

/**
 * What one try at a channel would cost if the process were killed now. A class, because one is made for every call and
 * its methods should not be.
 */
export class RunningAttempt implements RunningCall {
  readonly begunAt: number
  settled: Settlement | undefined
  noted: string | undefined
  hasEnded = false
  /** Whether the client was given something of the answer. */
  hasCome = false
  firstByteMs: number | undefined
  readonly #parts: AttemptParts
  readonly #request: UpstreamRequest
  #tap: StreamTap | undefined

  constructor(parts: AttemptParts, request: UpstreamRequest) {
    this.begunAt = parts.domain.clock.monotonic()
    this.#parts = parts
    this.#request = request
  }

  reads(tap: StreamTap): void {
    this.#tap = tap
  }

  cutOff(): Settlement | undefined {
    const { domain, caller, call, admission, trace } = this.#parts
    // It is being charged.
    if (admission.hold.state === 'closed') return undefined
    this.#tap?.keepSoFar?.()
    const { channel } = this.#request
    const ms = Math.round(domain.clock.monotonic() - this.begunAt)
    const attempts = [...trace.attempts, { channel: channel.id, status: 200, ms, error: ending }]
    const { requestId, skipped, candidates, outputLimit } = trace
    const path = { requestId, skipped, candidates, outputLimit, attempts, elapsedMs: () => trace.elapsedMs() }
    const delivery: Delivery = { usage: undefined, textBytes: 0, ending, firstByteMs: this.firstByteMs }
    return recordOf(domain, { caller, call, request: this.#request, trace: path }, delivery, this.#charge())
  }

  #charge(): Charge {
    const { call, admission } = this.#parts
    const tap = this.#tap
    if (tap === undefined || !this.hasCome) return freeOfCharge(admission.price)
    const known = knownUsage(call, { usage: tap.usage(), reckoned: tap.reckoned?.('came') })
    const parts = { call, admission, request: this.#request }
    return withinHold(chargeOf(parts, known ?? { usage: usageSoFar(call, tap), estimated: true }), admission.hold)
  }
}

/** A try at a channel that is under way. */
export type RunningParts = AttemptParts & { running: RunningAttempt }

const ending = 'process_ended'

/** Of what nothing came nobody pays, whatever a call costs. */
const freeOfCharge = (price: ModelPrice): Charge => {
  const free = price.card.modelPrice === undefined ? price : withoutPrice(price)
  const usage = usageOf({})
  return { usage, estimated: false, price: free, quota: priceWeighed(free.weighed, usage) }
}
