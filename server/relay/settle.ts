import { priceWeighed, weigh } from '#pricing/price.ts'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import type { Reckoned } from '#protocols/counting/reckoning.ts'
import { searchSizeOf, sizeSearches } from '#protocols/offered-tools.ts'
import type { Domain } from '../domain/domain.ts'
import type { Settlement } from '../domain/money/ledger.ts'
import type { ModelPrice } from '../domain/money/prices.ts'
import type { Admission } from './admit.ts'
import { withinHold } from './affordable.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { countUsage } from './count-usage.ts'
import type { Delivery } from './delivery.ts'
import { plusTools, priceOfDemands } from './price-of-demands.ts'
import { type Charge, recordOf } from './record.ts'
import type { Trace } from './trace.ts'
import type { UpstreamRequest } from './upstream-request.ts'

type Live = Pick<Domain, 'clock' | 'options' | 'ledger' | 'promptRatios' | 'tokenCounter'>

type Settled = {
  caller: Caller
  call: Call
  admission: Admission
  request: UpstreamRequest
  trace: Trace
  /** Told of what was charged. */
  running: { settled: Settlement | undefined }
}

/** Charges what the answer used and writes its log row, in one; resolves once both are durable. */
export const settle = (domain: Live, parts: Settled, delivery: Delivery): Promise<void> => {
  const known = knownUsage(parts.call, delivery)
  if (known !== undefined) return charge(domain, parts, delivery, known)
  return countUsage(domain, parts.call, delivery).then((usage) =>
    charge(domain, parts, delivery, { usage, estimated: true }),
  )
}

const charge = (domain: Live, parts: Settled, delivery: Delivery, known: Reckoned): Promise<void> => {
  const { hold } = parts.admission
  learnFrom(domain, parts, delivery)
  const whole = chargeOf(parts, known)
  const isCut = delivery.ending === 'out_of_quota' && delivery.reckoned !== undefined
  const settlement = recordOf(domain, parts, delivery, isCut ? withinHold(whole, hold) : whole)
  settlement.durationMs = durationOf(parts, delivery)
  return domain.ledger.settle(hold, settlement).then(() => {
    parts.running.settled = settlement
  })
}

/** What ended early says nothing of how quick its channel is, nor does what was only begun: an answer of the background. */
const durationOf = ({ call, trace }: Settled, { ending }: Delivery): number =>
  ending === 'complete' && call.outline.storage?.background !== true ? Math.max(1, Math.round(trace.elapsedMs())) : 0

/** Only where it stands for the prompt alone: not for turns that are kept upstream, nor for what tools put into it. */
const learnFrom = (
  { promptRatios }: Live,
  { call: { outline }, request }: Settled,
  { usage, ending }: Delivery,
): void => {
  const { model, promptEstimate, storage, offeredTools, knownUsage } = outline
  if (usage === undefined || ending !== 'complete' || knownUsage !== undefined || usage.tools !== undefined) return
  if (offeredTools !== undefined || request.route.tools !== undefined) return
  if (storage?.previousResponseId !== undefined || storage?.conversation !== undefined) return
  promptRatios.learn({ model, channel: request.channel.id, estimate: promptEstimate, told: inputTokens(usage) })
}

type Priced = Pick<Settled, 'call' | 'admission' | 'request'>

/** What an answer costs that used so much. */
export const chargeOf = ({ call, admission, request }: Priced, known: Reckoned): Charge => {
  const { usage: used, estimated } = known
  const tools = plusTools(request.route.tools ?? used.tools, request.demands?.tools)
  const offered = call.outline.offeredTools
  const usage = tools === undefined ? used : { ...used, tools: sizeSearches(tools, searchSizeOf(offered)) }
  const price = priceOfDemands(priceFor(admission, known), usage, request)
  return { usage, estimated, price, quota: priceWeighed(price.weighed, usage) }
}

/** A picture that took tokens is priced by them, one that took none by the piece; and no picture costs nothing. */
const priceFor = ({ price, priceByTokens = price }: Admission, { usage, isNothing }: Reckoned): ModelPrice => {
  const fitting = inputTokens(usage) + outputTokens(usage) > 0 ? priceByTokens : price
  return isNothing === true && fitting.card.modelPrice !== undefined ? withoutPrice(fitting) : fitting
}

/** The same card for what nobody pays. */
export const withoutPrice = (price: ModelPrice): ModelPrice => {
  const card = { ...price.card, modelPrice: 0 }
  return { ...price, card, weighed: weigh(card) }
}

/** Tokens are the upstream's to tell; how many times a fixed price counts is known from what came. */
export const knownUsage = (
  { outline }: Call,
  { usage, reckoned }: Pick<Delivery, 'usage' | 'reckoned'>,
): Reckoned | undefined => {
  if (usage === undefined) {
    return reckoned ?? (outline.knownUsage && { usage: outline.knownUsage, estimated: false })
  }
  const calls = reckoned?.usage.calls ?? outline.knownUsage?.calls
  const used = calls === undefined ? usage : { ...usage, calls }
  return { usage: used, estimated: false, isNothing: reckoned?.isNothing }
}
