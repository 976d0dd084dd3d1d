import { ApplicationError } from '#contract/errors.ts'
import { isObject, type JsonObject, parseLenient } from '#protocols/json/json.ts'
import { setMembers } from '#protocols/json/json-edit.ts'
import { type KeptPlace, keptPlaceOf, madeOfKept, pathOfKept, writeKeptList } from '#protocols/kept-things.ts'
import { namedThings } from '#protocols/named-things.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt, upstreamModelOf } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import { type Keeper, thingKey } from '../../domain/owned-things.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../../lib/inbound/plain-response.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Caller } from '../authenticate.ts'
import { bodylessCall, type Call, readPassedBody } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { AttemptFailure } from '../failure.ts'
import { forward } from '../forward.ts'
import { harmlessType } from '../media-type.ts'
import { missing } from '../named-things.ts'
import { type Trace, traceHeaders } from '../trace.ts'
import { wayTo } from '../translate.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'keys' | 'limits' | 'options' | 'ownedThings' | 'pool' | 'prices'>
  outbound: Outbound
  caller: Caller
  endpoint: RelayEndpoint
  request: ClientRequest
  room: BodyRoom
  response: ClientResponse
  trace: Trace
}

type Answered = { bytes: Buffer; status: number; contentType: string }

/** More than a page of any list, each of which is asked for. */
const mostListed = 20

/**
 * Makes, reads, lists and deletes what an upstream keeps for a user. All users share the account there: each reaches
 * what he made through here, at the channel and with the key it was made with, and nothing else.
 */
export const answerKept = async (parts: Parts): Promise<void> => {
  const { domain, caller, endpoint, request } = parts
  const place = keptPlaceOf(endpoint.path)
  if (place === undefined || (place.costs && !domain.options.get('CostlyThingsKept'))) {
    throw new ApplicationError('endpoint_not_implemented')
  }
  await domain.limits.tokenCount(caller.userId)
  const plain = bodylessCall(endpoint, request, '')
  const sent = plain.method === 'POST' ? await readPassedBody(endpoint, request, parts.room) : nothingSent
  const call: Call = { ...plain, contentType: sent.contentType }
  const asked: Asked = { parts, place, call, bytes: sent.bytes, body: sent.body }
  if (place.id !== undefined) return tell(parts, await askKeeper(asked, place.id))
  return tell(parts, call.method === 'POST' ? await make(asked) : await list(asked))
}

type Asked = { parts: Parts; place: KeptPlace; call: Call; bytes: Buffer; body: JsonObject }

const nothingSent = { bytes: Buffer.alloc(0), body: {}, contentType: 'application/json' }
const bodyOf = (bytes: Buffer): JsonObject => {
  const parsed = parseLenient(bytes.toString('utf8'))
  return isObject(parsed) ? parsed : {}
}

/** What it names besides itself must be the caller's as well, and stand at the same account. */
const keeperOfNamed = async ({ parts, body }: Asked): Promise<Keeper | undefined> => {
  const { domain, caller } = parts
  // Items of a conversation are those of a request's input.
  const named = namedThings({ ...body, input: body.items ?? body.input }) ?? []
  const owned = await domain.ownedThings.find(caller.userId, named)
  let keeper: Keeper | undefined
  for (const thing of named) {
    const found = owned.get(thingKey(thing))
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

const make = async (asked: Asked): Promise<Answered> => {
  const { domain, caller } = asked.parts
  const named = await keeperOfNamed(asked)
  const channel = channelFor(asked, named)
  const key = named === undefined ? domain.keys.next(channel) : keyAt(channel, named.keyPlace)
  const keeper = named ?? { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) }
  const answered = await ask(asked, channel, key, withUpstreamModel(asked, channel))
  domain.ownedThings.remember(caller.userId, madeOfKept(asked.place, bodyOf(answered.bytes)), keeper)
  return answered
}

const modelPrefix = 'models/'

/** A cache is one model's, by the name that its upstream has for it. */
const modelOf = ({ place, body }: Asked): string | undefined =>
  place.kind === 'cache' && typeof body.model === 'string' ? body.model.replace(/^models\//, '') : undefined

const withUpstreamModel = (asked: Asked, channel: Channel): Buffer => {
  const model = modelOf(asked)
  return model === undefined
    ? asked.bytes
    : setMembers(asked.bytes, { model: modelPrefix + upstreamModelOf(channel, model) })
}

/** The first channel that keeps such things, of those that serve the caller anything. */
const channelFor = (asked: Asked, named: Keeper | undefined): Channel => {
  const { domain, caller } = asked.parts
  const model = modelOf(asked)
  if (model !== undefined && caller.models?.has(model) === false)
    throw new ApplicationError('model_forbidden', { model })
  const models = model === undefined ? (caller.models ?? domain.pool.modelsOf([caller.group])) : [model]
  const serving = [...models].flatMap((each) => domain.pool.candidates(caller.group, each))
  const channel = serving
    .filter(({ id }) => id === (named?.channelId ?? caller.pinnedChannel ?? id))
    .toSorted((one, other) => other.priority - one.priority)
    .find((each) => keeps(asked, each))
  if (channel === undefined) throw new ApplicationError('endpoint_not_implemented')
  return channel
}

const keeps = ({ call }: Asked, channel: Channel): boolean =>
  providerOf(channel.type).operations.has(call.endpoint.operation)

const askKeeper = async (asked: Asked, id: string): Promise<Answered> => {
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
    const answered = await askAt(asked, keeper, thing)
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

const madeWithin = ({ place, call }: Asked, { bytes }: Answered) =>
  call.method === 'POST' ? madeOfKept(place, bodyOf(bytes)) : []

const askAt = (asked: Asked, keeper: Keeper, thing: { id: string; place: string }): Promise<Answered> => {
  const channel = asked.parts.domain.pool.find(keeper.channelId)
  if (channel === undefined || !channel.enabled || !keeps(asked, channel)) {
    throw new ApplicationError('thing_channel_gone', { place: thing.place, id: thing.id })
  }
  return ask(asked, channel, keyAt(channel, keeper.keyPlace), asked.bytes)
}

/** The caller's own alone: the upstream's list has everybody's. What it no longer has is left out. */
const list = async (asked: Asked): Promise<Answered> => {
  const { parts, place, call } = asked
  const { domain, caller } = parts
  const owned = await domain.ownedThings.list(caller.userId, place.kind, mostListed)
  const things = await Promise.all(
    owned.map(async ({ id, keeper }) => {
      const one = { ...asked, call: { ...call, path: pathOfKept(place, id), query: '' } }
      try {
        return bodyOf((await askAt(one, keeper, { id, place: place.kind })).bytes)
      } catch (error) {
        if (error instanceof AttemptFailure || error instanceof ApplicationError) return undefined
        throw error
      }
    }),
  )
  const told = writeKeptList(
    place,
    things.filter((thing) => thing !== undefined),
  )
  return { bytes: Buffer.from(JSON.stringify(told)), status: 200, contentType: 'application/json' }
}

const ask = async ({ parts, call }: Asked, channel: Channel, key: string, bytes: Buffer): Promise<Answered> => {
  const { domain, outbound, trace } = parts
  const way = wayTo(domain, call, channel, key)
  trace.mark('route')
  const { answer } = await forward({ domain, outbound, call }, way, bytes)
  const read = await answer.read()
  const isJson = answer.contentType.startsWith('application/json')
  return {
    bytes: isJson ? withCleanAnswer(read, channel) : read,
    status: answer.status,
    contentType: harmlessType(answer.contentType || 'application/json'),
  }
}

const tell = ({ response, trace }: Parts, { bytes, status, contentType }: Answered): void => {
  trace.mark('upstream')
  const head = ['content-type', contentType, 'content-length', String(bytes.length)]
  response.writeHead(status, [...head, ...traceHeaders(trace)])
  response.end(bytes)
}
