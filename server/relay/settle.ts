import { searchSizeOf, sizeSearches } from '#protocols/offered-tools.ts'
import type { Usage } from '#protocols/usage.ts'
import type { Domain } from '../domain/domain.ts'
import { priceWeighed } from '../domain/pricing.ts'
import type { Admission } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { countUsage } from './count-usage.ts'
import type { Delivery } from './deliver.ts'
import { recordOf } from './record.ts'
import type { Trace } from './trace.ts'
import type { UpstreamRequest } from './translate.ts'

type Settled = { caller: Caller; call: Call; admission: Admission; request: UpstreamRequest; trace: Trace }

/** Charges what the answer used and writes its log row, in one; resolves once both are durable. */
export const settle = (domain: Domain, parts: Settled, delivery: Delivery): Promise<void> => {
  const known = knownUsage(parts.call, delivery)
  if (known !== undefined) return charge(domain, parts, delivery, known, false)
  return countUsage(domain, parts.call, delivery).then((usage) => charge(domain, parts, delivery, usage, true))
}

const charge = (domain: Domain, parts: Settled, delivery: Delivery, used: Usage, estimated: boolean): Promise<void> => {
  const { admission, request } = parts
  const tools = request.route.tools ?? used.tools
  const offered = parts.call.outline.offeredTools
  const usage = tools === undefined ? used : { ...used, tools: sizeSearches(tools, searchSizeOf(offered)) }
  // A picture that told tokens is priced by them, one that told none by the piece.
  const price = delivery.usage === undefined ? admission.price : (admission.priceByTokens ?? admission.price)
  const charged = { usage, estimated, price, quota: priceWeighed(price.weighed, usage) }
  return domain.ledger.settle(admission.hold, recordOf(domain, parts, delivery, charged))
}

/** Tokens are the upstream's to tell; how many times a fixed price counts is known from the request. */
const knownUsage = ({ outline }: Call, { usage }: Delivery): Usage | undefined => {
  if (usage === undefined || outline.knownUsage === undefined) return usage ?? outline.knownUsage
  return { ...usage, calls: outline.knownUsage.calls }
}
