import { ApplicationError } from '#contract/errors.ts'
import type { ToolCalls, ToolKind } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { plainName } from '#protocols/json/plain-name.ts'
import { toolsIn } from '#protocols/offered-tools.ts'
import type { Dialect } from '#providers/dialect.ts'
import { providerOf } from '#providers/index.ts'
import { isPlain, type Ruling, tellsTools, usualRules, usualTool } from '#providers/members.ts'
import type { Changes } from '#providers/provider.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { upstreamModelOf } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { ModelPrice, PriceAsker } from '../domain/money/prices.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { priceOf } from './price-of.ts'
import { namesNoTier, tierMember, withTierRatios } from './tier-rulings.ts'

type Live = Pick<Domain, 'pool' | 'prices'>

/** What a request wants of its upstream that costs something, or may have another model answer. */
export type Demands = {
  /** How many times its price the call costs, and by which words the answer may say otherwise. */
  times: number
  told: Readonly<Record<string, number>> | undefined
  /** Tools that count as used, as answers do not tell it. */
  tools: ToolCalls | undefined
  /** Models that may answer in place of the one asked for, by the names that the upstream knows. */
  others: readonly NamedModel[]
  /** The names of those models as they go to the upstream. */
  changes: Changes
}

type NamedModel = { upstream: string; price: ModelPrice }
type Asker = Pick<Caller, 'models'> & PriceAsker

/** Models open to the caller that a channel would serve. Throws where one is neither. */
const openModels = (domain: Live, caller: Asker, channel: Channel, models: readonly string[], place: string) =>
  models.map((model): NamedModel => {
    if (caller.models !== undefined && !caller.models.has(model))
      throw new ApplicationError('model_forbidden', { model })
    if (!domain.pool.candidates(caller.group, model).some(({ id }) => id === channel.id)) {
      throw new ProtocolError(place, `names the model ${model}, which is not served here`)
    }
    const price = priceOf(domain, caller, model)
    if (price === undefined) throw new ApplicationError('model_unpriced', { model })
    return { upstream: upstreamModelOf(channel, model), price }
  })

/**
 * What a body wants of a channel's vendor, in the dialect the vendor reads. Throws a `ProtocolError` that names the
 * member where the vendor does not let it through: another channel may. Undefined for nearly every body.
 */
export const demandsOf = (
  domain: Live,
  caller: Asker,
  channel: Channel,
  { body, dialect, model, asked }: { body: JsonObject; dialect: Dialect; model: string; asked: string },
): Demands | undefined => {
  const tiers = domain.prices.tiers(asked)
  const { members, tool: toolRule = usualTool, servesBought = false } = providerOf(channel.type)
  const mayBeBought = servesBought && tiers?.priority !== undefined && namesNoTier(body)
  if (isPlain(body) && !mayBeBought) return undefined
  let demands: Demands = none
  const add = (ruling: Ruling, place: string, name?: string) => {
    demands = joined(domain, caller, channel, demands, ruling, place, name)
  }
  for (const [name, value] of Object.entries(body)) {
    const plain = plainName(name)
    const rule = Object.hasOwn(usualRules, plain) ? (members?.[plain] ?? usualRules[plain]) : undefined
    if (rule === undefined) continue
    const ruling = rule(value, model)
    add(plain === tierMember ? withTierRatios(ruling, value, tiers) : ruling, name, name)
  }
  if (mayBeBought) add(withTierRatios('passes', 'auto', tiers), tierMember)
  for (const [index, tool] of toolsIn(body.tools).entries()) {
    if (isObject(tool)) add(toolRule(tool, tellsTools(dialect)), `tools[${index}]`)
  }
  return demands === none ? undefined : demands
}

const none: Demands = { times: 1, told: undefined, tools: undefined, others: [], changes: {} }

const joined = (
  domain: Live,
  caller: Asker,
  channel: Channel,
  demands: Demands,
  ruling: Ruling,
  place: string,
  name: string | undefined,
): Demands => {
  if (ruling === 'passes') return demands
  if (ruling === 'refused')
    throw new ProtocolError(place, 'is not let through: it may change who answers or what it costs')
  if ('tool' in ruling) return { ...demands, tools: plusTool(demands.tools, ruling.tool) }
  if ('times' in ruling) return { ...demands, times: demands.times * ruling.times, told: ruling.told ?? demands.told }
  const named = openModels(domain, caller, channel, ruling.models, place)
  if (!ruling.mayAnswer) return demands
  const renamed = named.map(({ upstream }) => upstream)
  return {
    ...demands,
    others: [...demands.others, ...named],
    changes: name === undefined ? demands.changes : { ...demands.changes, [name]: renamed },
  }
}

const plusTool = (tools: ToolCalls | undefined, tool: ToolKind): ToolCalls => ({
  ...tools,
  [tool]: (tools?.[tool] ?? 0) + 1,
})

/** The most that any channel would be asked for: whichever is chosen, the hold covers it. */
export const dearestDemands = (domain: Live, caller: Caller, call: Call): Demands | undefined => {
  const { model } = call.outline
  if (isPlain(call.body()) && domain.prices.tiers(model)?.priority === undefined) return undefined
  let dearest: Demands | undefined
  for (const channel of channelsFor(domain, caller, model)) {
    const asked = {
      ...{ body: call.body(), dialect: call.protocol.name },
      ...{ model: upstreamModelOf(channel, model), asked: model },
    }
    try {
      const demands = demandsOf(domain, caller, channel, asked)
      if (demands !== undefined) dearest = dearest === undefined ? demands : dearer(dearest, demands)
    } catch (error) {
      // It is asked when its turn comes, in its own dialect: then this is told to the client.
      if (!(error instanceof ProtocolError)) throw error
    }
  }
  return dearest
}

const channelsFor = ({ pool }: Live, caller: Caller, model: string): readonly Channel[] => {
  if (caller.pinnedChannel === undefined) return pool.candidates(caller.group, model)
  const pinned = pool.find(caller.pinnedChannel)
  return pinned === undefined ? [] : [pinned]
}

const dearer = (one: Demands, other: Demands): Demands => ({
  ...one,
  times: Math.max(one.times, other.times),
  tools: one.tools === undefined && other.tools === undefined ? undefined : { ...other.tools, ...one.tools },
  others: [...one.others, ...other.others],
})
