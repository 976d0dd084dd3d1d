import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed } from '#pricing/price.ts'
import { usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { NamedThing } from '#protocols/named-things.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { CountedCalls } from '../../domain/counted-calls.ts'
import type { Domain } from '../../domain/domain.ts'
import { type ModelPrice, timesPrice, withoutSteps } from '../../domain/money/prices.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { inLine, mostNamed, weighBatchedCall } from '../../relay/batched-call.ts'
import { bodylessCall, type Call, callOfLine } from '../../relay/call.ts'
import type { RelayEndpoint } from '../../relay/endpoints.ts'
import { findEndpoint } from '../../relay/find-endpoint.ts'
import { checkModel } from '../../relay/offered-models.ts'
import { priceOf } from '../../relay/price-of.ts'
import { wayTo } from '../../relay/translate.ts'

export type EstimateParts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices' | 'sensitiveWords'>
  caller: Caller
  channel: Channel
  key: string
  /** Of the calls, as a client would make them one by one. */
  path: string
}

export type BatchEstimate = {
  lines: number
  /** Tokens that they say together. */
  input: number
  model: string
  /** At the price of batches. */
  price: ModelPrice
  quota: number
  /** What its lines name that upstreams keep. */
  named: readonly NamedThing[]
}

export type EstimatingBatch = {
  /** One call more; throws where it is not one that could be made by itself, or is none of these. */
  add: (body: JsonObject) => void
  finish: () => BatchEstimate
}

/**
 * Goes over the calls of a batch one by one, each held to the same as if it came alone, and adds up what they will
 * probably cost: of the output as much as a call asks for, or what is usual where it says nothing.
 */
export const estimateBatch = ({ domain, caller, channel, key, path }: EstimateParts): EstimatingBatch => {
  const endpoint = endpointOf(path)
  const usual = Math.max(1, domain.options.get('PreConsumedQuota'))
  const named = new Map<string, NamedThing>()
  let found: { model: string; price: ModelPrice } | undefined
  const [sum, counted] = [usageOf({}), { lines: 0 }]

  const add = (body: JsonObject): void => {
    const call = callOfLine(endpoint, Buffer.from(JSON.stringify(body)))
    const { outline } = call
    found ??= { model: outline.model, price: checkFirst({ domain, caller, channel, key }, call) }
    if (outline.model !== found.model) throw new ProtocolError('model', `must be ${found.model} as in the first line`)
    const weighed = weighBatchedCall({ domain, caller, channel }, call)
    for (const thing of weighed.named) named.set(`${thing.kind} ${thing.id}`, thing)
    if (named.size > mostNamed) throw new ApplicationError('things_too_many', { count: mostNamed })
    sum.input += weighed.input
    sum.output += weighed.output + weighed.openEnds * usual
    sum.calls += weighed.calls
  }

  return {
    add: (body) => {
      counted.lines += 1
      inLine(counted.lines, () => add(body))
    },
    finish: () => {
      if (found === undefined) throw new ProtocolError('batch', 'has no lines')
      const quota = priceWeighed(found.price.weighed, sum)
      return { ...found, lines: counted.lines, input: sum.input, quota, named: [...named.values()] }
    },
  }
}

/** Of calls that can be handed in together. */
export const endpointOf = (path: string): RelayEndpoint => {
  const endpoint = findEndpoint('POST', path, {})
  const isBatched = batched.has(path) || ofOneModel.test(path)
  if (endpoint === undefined || endpoint === 'wrong_method' || !isBatched) {
    throw new ProtocolError('endpoint', 'is none whose calls can be handed in as a batch')
  }
  return endpoint
}

const batched = new Set([
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/moderations',
  '/v1/messages',
])

/** Where the path names the model. */
const ofOneModel = /^\/v1beta\/models\/[^/]+:(?:generateContent|embedContent)$/

/** The same for calls that were gone over before, when nobody knew yet for which model they were. */
export const estimateCounted = (
  { domain, caller, channel, key, path }: EstimateParts,
  { model, counted }: { model: string; counted: CountedCalls },
): BatchEstimate => {
  const call = bodylessCall(endpointOf(path), { method: 'POST', url: path, headers: {} }, model)
  const price = checkFirst({ domain, caller, channel, key }, call)
  const { lines, input, output, openEnds, calls, named } = counted
  const usual = Math.max(1, domain.options.get('PreConsumedQuota'))
  const usage = usageOf({ input, output: output + openEnds * usual, calls })
  return { model, price, lines, input, named, quota: priceWeighed(price.weighed, usage) }
}

/** The calls go on as they are: their channel must know the model by the very name they have for it. */
const checkFirst = ({ domain, caller, channel, key }: Omit<EstimateParts, 'path'>, call: Call): ModelPrice => {
  const { model } = call.outline
  checkModel(domain, caller, model)
  const isServed =
    caller.pinnedChannel === channel.id ||
    domain.pool.candidates(caller.group, model).some(({ id }) => id === channel.id)
  const { route } = wayTo(domain, call, channel, key)
  if (!isServed || route.model !== model || route.dialect !== call.protocol.name) {
    throw new ApplicationError('operation_unserved', { model, group: caller.group })
  }
  const price = priceOf(domain, caller, model)
  if (price === undefined) throw new ApplicationError('model_unpriced', { model })
  return timesPrice(withoutSteps(price), domain.prices.tiers(model)?.batch ?? domain.options.get('BatchRatio'))
}
