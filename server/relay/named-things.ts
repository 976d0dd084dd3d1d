import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { type NamedThing, namedThings } from '#protocols/named-things.ts'
import type { Route } from '#providers/provider.ts'
import { keyAt } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import { type Keeper, thingKey } from '../domain/owned-things.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'

type Live = Pick<Domain, 'pool' | 'storedResponses' | 'ownedThings' | 'files'>

/** More than any conversation repeats of an answer. */
const mostNamed = 500

/**
 * A call that names what an upstream keeps goes to the channel that keeps it, with the key it was made with. Whatever the
 * caller did not make through here is not found. Answers without a promise what names nothing, which is nearly every call.
 */
export const withKeeper = (domain: Live, caller: Caller, call: Call): Caller | Promise<Caller> => {
  const named = namedThings(call.body())
  return named === undefined ? caller : findKeeper(domain, caller, call, named)
}

const findKeeper = async (domain: Live, caller: Caller, call: Call, named: readonly NamedThing[]): Promise<Caller> => {
  const distinct = [...new Map(named.map((thing) => [thingKey(thing), thing])).values()]
  const responses = distinct.filter(({ kind }) => kind === 'response')
  if (distinct.length > mostNamed || responses.length > 1)
    throw new ApplicationError('things_too_many', { count: mostNamed })
  const owned = await domain.ownedThings.find(caller.userId, distinct)
  let keeper: Keeper | undefined
  let first: NamedThing | undefined
  const unknownThings: NamedThing[] = []
  for (const thing of distinct) {
    const found = owned.get(thingKey(thing)) ?? (await findByKind(domain, caller, thing))
    if (found === undefined && thing.isRepeated === true) {
      unknownThings.push(thing)
      continue
    }
    if (found === undefined) throw missing(thing)
    if (keeper !== undefined && !isSame(keeper, found)) throw told('things_apart', thing)
    keeper ??= found
    first ??= thing
  }
  const known = unknownThings.length === 0 ? caller : { ...caller, unknownThings }
  return keeper === undefined || first === undefined ? known : pinned(domain, known, call, keeper, first)
}

/** What has a table of its own. */
export const findByKind = async (
  domain: Pick<Domain, 'storedResponses' | 'files'>,
  { userId }: Caller,
  { kind, id }: NamedThing,
): Promise<Keeper | undefined> => {
  if (kind === 'response') return domain.storedResponses.find(userId, id)
  return kind === 'file' ? domain.files.find(userId, id) : undefined
}

/** Each key of a channel may be that of another account. */
const isSame = (one: Keeper, other: Keeper): boolean =>
  one.channelId === other.channelId && one.keyPlace === other.keyPlace

const pinned = (domain: Live, caller: Caller, call: Call, keeper: Keeper, thing: NamedThing): Caller => {
  const serves = domain.pool.candidates(caller.group, call.outline.model)
  const channel = serves.find(({ id }) => id === keeper.channelId)
  if (channel === undefined || (caller.pinnedChannel ?? channel.id) !== channel.id) throw gone(thing)
  return { ...caller, pinnedChannel: channel.id, pinnedKey: keyAt(channel, keeper.keyPlace) }
}

/**
 * What changes in a body that goes on as it is, so that nobody's things are looked up: what it repeats of them is told by
 * its words. Throws where it cannot be.
 */
export const withoutUnknown = ({ unknownThings = [] }: Caller, call: Call, route: Route): JsonObject => {
  const [first] = unknownThings
  if (first === undefined) return {}
  const ids = new Set(unknownThings.map(({ id }) => id))
  const retold = call.protocol.retold?.(call.body(), ids, route.openReasoning)
  const left = retold && namedThings({ ...call.body(), ...retold })
  if (retold === undefined || left?.some(({ id }) => ids.has(id))) throw new UnknownThing(first)
  return retold
}

/** Another channel may speak a dialect that does not name it. */
export class UnknownThing extends ProtocolError {
  readonly thing: NamedThing

  constructor(thing: NamedThing) {
    super(thing.place, `${shortened(thing.id)} was not found`)
    this.thing = thing
  }
}

export const missing = (thing: NamedThing): ApplicationError =>
  thing.kind === 'response'
    ? new ApplicationError('previous_response_not_found', { id: thing.id })
    : told('thing_missing', thing)

const gone = (thing: NamedThing): ApplicationError =>
  thing.kind === 'response'
    ? new ApplicationError('response_channel_gone', { id: thing.id })
    : told('thing_channel_gone', thing)

const told = (code: 'thing_missing' | 'thing_channel_gone' | 'things_apart', thing: NamedThing): ApplicationError =>
  new ApplicationError(code, { place: thing.place, id: shortened(thing.id) })

/** Ids come from clients. */
const shortened = (id: string): string => (id.length <= 128 ? id : `${id.slice(0, 128)}…`)
