import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { setMembers } from '#protocols/json/json-edit.ts'
import { keptPlaceOf, madeOfKept } from '#protocols/kept-things.ts'
import { namedThings } from '#protocols/named-things.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt, upstreamModelOf } from '../../domain/channels/channel-pool.ts'
import { type Keeper, thingKey } from '../../domain/owned-things.ts'
import { bodylessCall, type Call, inDialect, readPassedBody } from '../call.ts'
import { demandsOf } from '../demands.ts'
import { AttemptFailure } from '../failure.ts'
import { findByKind, missing } from '../named-things.ts'
import { traceHeaders } from '../trace.ts'
import { type AnsweredKept, type AskedKept, askAt, askChannel, bodyOf, type KeptParts, keepsThem } from './ask-kept.ts'
import { listKept } from './list-kept.ts'

/**
 * Makes, reads, lists and deletes what an upstream keeps for a user. All users share the account there: each reaches
 * what he made through here, at the channel and with the key it was made with, and nothing else.
 */
export const answerKept = async (parts: KeptParts): Promise<void> => {
  const { domain, caller, endpoint, request } = parts
  const place = keptPlaceOf(endpoint.path)
  if (place === undefined || (place.costs && !domain.options.get('CostlyThingsKept'))) {
    throw new ApplicationError('endpoint_not_implemented')
  }
  await domain.limits.tokenCount(caller.userId)
  const plain = bodylessCall(endpoint, request, '')
  const sent = plain.method === 'POST' ? await readPassedBody(endpoint, request, parts.room) : nothingSent
  const call: Call = { ...plain, contentType: sent.contentType }
  const asked: AskedKept = { parts, place, call, bytes: sent.bytes, body: sent.body }
  if (place.id !== undefined) return tell(parts, await askKeeper(asked, place.id))
  return tell(parts, call.method === 'POST' ? await make(asked) : await listKept(asked))
}

const nothingSent = { bytes: Buffer.alloc(0), body: {}, contentType: 'application/json' }

/** What it names besides itself must be the caller's as well, and stand at the same account. */
const keeperOfNamed = async ({ parts, body }: AskedKept): Promise<Keeper | undefined> => {
  const { domain, caller } = parts
  // Items of a conversation are those of a request's input.
  const named = namedThings({ ...body, input: body.items ?? body.input }) ?? []
  const owned = await domain.ownedThings.find(caller.userId, named)
  let keeper: Keeper | undefined
  for (const thing of named) {
    const found = owned.get(thingKey(thing)) ?? (await findByKind(domain, caller, thing))
    if (found === undefined) throw missing(thing)
    if (keeper !== undefined && !isSame(keeper, found)) {
      throw new ApplicationError('things_apart', { place: thing.place, id: thing.id })
    }
    keeper = found
  }
  return keeper
}

const isSame = (one: Keeper, other: Keeper): boolean =>
  one.channelId === other.channelId && one.keyPlace === other.keyPlace

const make = async (asked: AskedKept): Promise<AnsweredKept> => {
  const { domain, caller } = asked.parts
  const named = await keeperOfNamed(asked)
  const channel = channelFor(asked, named)
  checkDemands(asked, channel)
  const key = named === undefined ? domain.keys.next(channel) : keyAt(channel, named.keyPlace)
  const keeper = named ?? { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) }
  const answered = await askChannel(asked, channel, key, withUpstreamModel(asked, channel))
  domain.ownedThings.remember(caller.userId, madeOfKept(asked.place, bodyOf(answered.bytes)), keeper)
  return answered
}

const modelPrefix = 'models/'

/** A cache is one model's, by the name that its upstream has for it. */
const modelOf = ({ place, body }: AskedKept): string | undefined => {
  if (place.kind !== 'cache') return undefined
  const { model } = body
  if (typeof model === 'string') return model.replace(/^models\//, '')
  return inDialect(() => {
    throw new ProtocolError('model', 'must be a string')
  })
}

/** The calls that name a cache are asked with what stands in it, where nobody looks any more. */
const checkDemands = (asked: AskedKept, channel: Channel): void => {
  const model = modelOf(asked)
  if (model === undefined) return
  const { parts, call, body } = asked
  const upstream = upstreamModelOf(channel, model)
  inDialect(() =>
    demandsOf(parts.domain, parts.caller, channel, {
      ...{ body: { ...body, model: upstream }, dialect: call.protocol.name },
      ...{ model: upstream, asked: model },
    }),
  )
}

const withUpstreamModel = (asked: AskedKept, channel: Channel): Buffer => {
  const model = modelOf(asked)
  return model === undefined
    ? asked.bytes
    : setMembers(asked.bytes, { model: modelPrefix + upstreamModelOf(channel, model) })
}

/** The first channel that keeps such things, of those that serve the caller anything. */
const channelFor = (asked: AskedKept, named: Keeper | undefined): Channel => {
  const { domain, caller } = asked.parts
  const model = modelOf(asked)
  if (model !== undefined && caller.models?.has(model) === false)
    throw new ApplicationError('model_forbidden', { model })
  const models = model === undefined ? (caller.models ?? domain.pool.modelsOf([caller.group])) : [model]
  const serving = [...models].flatMap((each) => domain.pool.candidates(caller.group, each))
  const channel = serving
    .filter(({ id }) => id === (named?.channelId ?? caller.pinnedChannel ?? id))
    .toSorted((one, other) => other.priority - one.priority)
    .find((each) => keepsThem(asked, each))
  if (channel === undefined) throw new ApplicationError('endpoint_not_implemented')
  return channel
}

const askKeeper = async (asked: AskedKept, id: string): Promise<AnsweredKept> => {
  const { parts, place, call } = asked
  const { domain, caller } = parts
  const thing = { kind: place.kind, id, place: place.kind }
  const keeper = (await domain.ownedThings.find(caller.userId, [thing])).get(thingKey(thing))
  if (keeper === undefined) throw missing(thing)
  const named = call.method === 'POST' ? await keeperOfNamed(asked) : undefined
  if (named !== undefined && !isSame(keeper, named))
    throw new ApplicationError('things_apart', { place: place.kind, id })
  const isWhole = place.within === ''
  try {
    const answered = await askAt(asked, keeper, id)
    if (isWhole && call.method === 'DELETE') await domain.ownedThings.forget(caller.userId, thing)
    // Whoever uses it keeps it: what nobody asked for in a month is forgotten.
    else domain.ownedThings.remember(caller.userId, [thing, ...madeWithin(asked, answered)], keeper)
    return answered
  } catch (error) {
    if (!isWhole || !(error instanceof AttemptFailure) || error.status !== 404) throw error
    await domain.ownedThings.forget(caller.userId, thing)
    throw missing(thing)
  }
}

const madeWithin = ({ place, call }: AskedKept, { bytes }: AnsweredKept) =>
  call.method === 'POST' ? madeOfKept(place, bodyOf(bytes)) : []

const tell = ({ response, trace }: KeptParts, { bytes, status, contentType }: AnsweredKept): void => {
  trace.mark('upstream')
  const head = ['content-type', contentType, 'content-length', String(bytes.length)]
  response.writeHead(status, [...head, ...traceHeaders(trace)])
  response.end(bytes)
}
