import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed } from '#pricing/price.ts'
import { usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { findDoubledMember } from '#protocols/json/doubled-member.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { type NamedThing, namedThings } from '#protocols/named-things.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import { type ModelPrice, timesPrice, withoutSteps } from '../../domain/money/prices.ts'
import { parseJson } from '../../lib/json-limits.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { type Call, callOfLine } from '../../relay/call.ts'
import { checkWords } from '../../relay/check-words.ts'
import { demandsOf } from '../../relay/demands.ts'
import { findEndpoint, type RelayEndpoint } from '../../relay/endpoints.ts'
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

/** A call has room for some pictures as text. */
export const longestLine = 32 * 1024 * 1024

/** No call names more, and a batch all together neither. */
const mostNamed = 1000

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
    if (outline.stream) throw new ProtocolError('stream', 'is not possible in a batch')
    const asked = { body: call.body(), dialect: call.protocol.name, model: outline.model }
    if (demandsOf(domain, caller, channel, asked) !== undefined)
      throw new ProtocolError('body', 'asks for what has a price of its own, which is not possible in a batch')
    checkWords(domain, call)
    for (const thing of namedThings(call.body()) ?? []) named.set(`${thing.kind} ${thing.id}`, thing)
    if (named.size > mostNamed) throw new ApplicationError('things_too_many', { count: mostNamed })
    const { knownUsage, maximumOutput = usual, choices, promptEstimate } = outline
    sum.input += promptEstimate
    sum.output += call.protocol.writesNothing === true ? 0 : maximumOutput * choices
    sum.calls += Math.max(1, knownUsage?.calls ?? 1)
  }

  return {
    add: (body) => {
      counted.lines += 1
      inLine(counted.lines, () => add(body))
    },
    finish: () => {
      if (found === undefined) throw new ProtocolError('batch', 'has no lines')
      const quota = priceWeighed(found.price.weighed, sum)
      return { ...found, lines: counted.lines, quota, named: [...named.values()] }
    },
  }
}

/** One value of a batch, as it came. Throws where readers of JSON would differ about it. */
export const readBatchValue = (bytes: Buffer, line: number): unknown =>
  inLine(line, () => {
    const parsed = parseJson(bytes)
    if (!parsed.ok) throw new ProtocolError('body', 'is no JSON')
    const doubled = findDoubledMember(bytes)
    if (doubled !== undefined) throw new ProtocolError(doubled, 'is there twice')
    return parsed.value
  })

/** Says which line it was. */
export const inLine = <Result>(line: number, work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    const isLines = error instanceof ProtocolError || (error instanceof ApplicationError && linesOwn.has(error.code))
    if (!isLines) throw error
    throw new ApplicationError('request_invalid', { reason: `line ${line}: ${error.message}` }, error)
  }
}

const linesOwn = new Set(['request_invalid', 'body_malformed', 'body_not_an_object', 'body_too_deep'])

/** Of calls that can be handed in together. */
export const endpointOf = (path: string): RelayEndpoint => {
  const endpoint = findEndpoint('POST', path, {})
  if (endpoint === undefined || endpoint === 'wrong_method' || !batched.has(path)) {
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
  return timesPrice(withoutSteps(price), domain.options.get('BatchRatio'))
}
