import { estimateTokensOfBytes } from '#protocols/estimate.ts'
import { type Usage, usageOf } from '#protocols/usage.ts'
import type { Domain } from '../domain/domain.ts'
import { priceWeighed } from '../domain/pricing.ts'
import { type Admission, leastPromptEstimate } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import type { Delivery } from './deliver.ts'
import { recordOf } from './record.ts'
import type { Trace } from './trace.ts'
import type { UpstreamRequest } from './translate.ts'

type Settled = { caller: Caller; call: Call; admission: Admission; request: UpstreamRequest; trace: Trace }

/** Charges what the answer used and writes its log row, in one; resolves once both are durable. */
export const settle = (domain: Domain, parts: Settled, delivery: Delivery): Promise<void> => {
  const { call, admission } = parts
  const known = knownUsage(call, delivery)
  const usage = known ?? estimateUsage(call, delivery)
  // A picture that told tokens is priced by them, one that told none by the piece.
  const price = delivery.usage === undefined ? admission.price : (admission.priceByTokens ?? admission.price)
  const charge = { usage, estimated: known === undefined, price, quota: priceWeighed(price.weighed, usage) }
  return domain.ledger.settle(admission.hold, recordOf(domain, parts, delivery, charge))
}

/** Tokens are the upstream's to tell; how many times a fixed price counts is known from the request. */
const knownUsage = ({ outline }: Call, { usage }: Delivery): Usage | undefined => {
  if (usage === undefined || outline.knownUsage === undefined) return usage ?? outline.knownUsage
  return { ...usage, calls: outline.knownUsage.calls }
}

/**
 * The upstream told nothing: the prompt was read all the same, and what was written was seen. A stream that was ended
 * for want of quota is not charged more than its hold allowed for.
 */
const estimateUsage = (call: Call, { ending, textBytes }: Delivery): Usage =>
  usageOf({
    input: ending === 'out_of_quota' ? leastPromptEstimate(call.outline) : call.outline.promptEstimate,
    output: estimateTokensOfBytes(textBytes),
  })
