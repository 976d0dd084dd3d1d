import { leastCachedTokens, withCacheHints, withCacheKey } from '#protocols/cache-hints.ts'
import type { ChatRequest, KeptAs } from '#protocols/chat.ts'
import type { Exchange } from '#protocols/exchange.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { setMembers } from '#protocols/json/json-edit.ts'
import { providerOf } from '#providers/index.ts'
import { type Changes, isPassedAsIs, type Provider, type Route, type Wanted } from '#providers/provider.ts'
import { changesForModel } from '#providers/refusals/refusals.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { upstreamModelOf } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { type AnsweringService, withAnsweringService } from './answering-service.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { changedMembers, refuseChanges } from './changed-members.ts'
import { cacheKeyOf } from './conversation.ts'
import { type Demands, demandsOf } from './demands.ts'
import { passesThrough, translateBody, untranslated } from './exchange.ts'
import { withMedia } from './media.ts'
import { keptAs } from './memory/remember-answer.ts'
import { withoutUnknown } from './named-things.ts'
import { providerEnvironmentOf } from './provider-environment.ts'
import type { UpstreamRequest } from './upstream-request.ts'

type Live = Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>

type Parts = {
  domain: Live
  outbound: Outbound
  caller: Caller
  call: Call
}

/**
 * Turns the call into the channel's own request. Same dialect on both sides: bytes pass through. Rejects with a
 * `ProtocolError` where the channel's dialect cannot say what the client asked for.
 */
export const translate = (parts: Parts, channel: Channel, key: string): UpstreamRequest | Promise<UpstreamRequest> => {
  const { domain, call } = parts
  const way = wayTo(domain, call, channel, key)
  const body = bodyFor(parts, way)
  return body instanceof Promise ? body.then((made) => address(parts, way, made)) : address(parts, way, body)
}

/** What is told to the channel's provider. */
export const bodyFor = (parts: Parts, way: Way): Body | Promise<Body> =>
  passesThrough(parts.call, way.route, way.channel) ? passedBody(parts, way) : translatedBody(parts, way)

/** Where the channel's provider wants the call to go. */
export const wayTo = (domain: Live, call: Call, channel: Channel, key: string): Way => {
  const provider = providerOf(channel.type)
  const wanted = wantedOf(domain, call, channel)
  return { channel, key, provider, wanted, route: provider.route(channel, wanted, key) }
}

export type Way = { channel: Channel; key: string; provider: Provider; wanted: Wanted; route: Route }
type Body = {
  bytes: Buffer
  exchange: Exchange
  streams: boolean
  demands?: Demands | undefined
  heard?: AnsweringService | undefined
  /** What of the client's is told otherwise, by its own names. */
  changed?: readonly string[]
  kept?: KeptAs | undefined
}

const wantedOf = ({ options }: Live, call: Call, channel: Channel): Wanted => ({
  operation: call.endpoint.operation,
  protocol: call.protocol.name,
  model: upstreamModelOf(channel, call.outline.model),
  stream: call.outline.stream && !channel.setting.neverStreams,
  method: call.method,
  path: call.path,
  query: call.query,
  headers: call.headers,
  option: options.read,
})

const passedBody = ({ domain, caller, call }: Parts, way: Way): Body => {
  const { channel, route } = way
  const asking = { body: call.body(), dialect: route.dialect, model: route.model, asked: call.outline.model }
  const demands = demandsOf(domain, caller, channel, asking)
  const streams = call.outline.stream
  const retold = caller.unknownThings === undefined ? undefined : withoutUnknown(caller, call, route)
  const { exchange, heard } = withAnsweringService(untranslated(call, channel), demands)
  if (domain.options.get('global.pass_through_request_enabled')) {
    // What may answer is told by the names that were looked at, also where nothing else changes.
    const names = { ...demands?.changes, ...retold }
    return { bytes: isEmpty(names) ? call.bytes : setMembers(call.bytes, names), exchange, heard, streams, demands }
  }
  const asked = route.modelInBody ? route.model : call.outline.model
  const amended = call.protocol.request.amend(call.bytes, call.body(), call.outline, asked)
  const changes = changesOf(call, way, call.body())
  const isJson = call.contentType === 'application/json'
  const steering = isJson ? withoutSteering(call.body()) : undefined
  const override = isJson ? channel.paramOverride : undefined
  const own = demands === undefined && retold === undefined ? steering : { ...steering, ...retold, ...demands?.changes }
  const members = changes === undefined && own === undefined ? override : { ...own, ...changes, ...override }
  const bytes = members === undefined || isEmpty(members) ? amended : setMembers(amended, members)
  if (changes === undefined || isEmpty(changes)) return { bytes, exchange, heard, streams, demands }
  const changed = changedMembers(call, { ...call.body(), ...changes }, route.dialect)
  refuseChanges(caller, changed)
  return { bytes, exchange, heard, streams, demands, changed }
}

/** What the vendor wants otherwise, and what the model would refuse. */
const changesOf = (call: Call, { provider, route }: Way, body: JsonObject): Changes | undefined => {
  const own = route.changes?.(body)
  if (call.endpoint.operation !== 'chat') return own
  const target = { vendor: provider.name, dialect: route.dialect, model: route.model, asked: call.outline.model }
  const fitting = changesForModel(own === undefined ? body : { ...body, ...own }, target)
  return fitting === undefined ? own : { ...own, ...fitting }
}

/** By these a client of other gateways chooses the upstream and its key. Here they steer nothing, and nobody shall read them. */
const steeringMembers = ['api_base', 'base_url', 'api_key', 'extra_headers', 'custom_llm_provider'] as const

const withoutSteering = (body: JsonObject): Record<string, undefined> | undefined => {
  let left: Record<string, undefined> | undefined
  for (const name of steeringMembers) {
    if (body[name] !== undefined) left = { ...left, [name]: undefined }
  }
  return left
}

const translatedBody = async ({ domain, outbound, caller, call }: Parts, way: Way): Promise<Body> => {
  const { route, channel } = way
  const streams = streamsUpstream(call, route, channel)
  const isChat = call.protocol.common?.kind === 'chat'
  const chat = isChat && !route.fetchesUrls ? await withMedia(outbound, call.chat()) : isChat ? call.chat() : undefined
  const asked = chat && { ...withMarks(chat, caller, call, channel), stream: streams }
  const kept = keptAs(domain, call)
  const { value, exchange } = translateBody(call, route, channel, asked, { clock: domain.clock, kept })
  const asking = { body: value, dialect: route.dialect, model: route.model, asked: call.outline.model }
  const demands = demandsOf(domain, caller, channel, asking)
  const sent = { ...value, ...demands?.changes, ...changesOf(call, way, value) }
  const changed = isChat ? changedMembers(call, sent, route.dialect) : []
  refuseChanges(caller, changed)
  const bytes = Buffer.from(JSON.stringify({ ...sent, ...channel.paramOverride }))
  return { ...withAnsweringService(exchange, demands), bytes, streams, demands, changed, kept }
}

/** What no upstream keeps is sent without marks: no short prompt is to cost more. */
const withMarks = (chat: ChatRequest, caller: Caller, call: Call, channel: Channel): ChatRequest =>
  channel.setting.marksCaches && call.outline.promptEstimate >= leastCachedTokens
    ? withCacheKey(withCacheHints(chat), cacheKeyOf(caller, call))
    : chat

/** An upstream that can only stream, or never does, is asked for what it can do; the way back makes up for it. */
const streamsUpstream = (call: Call, route: Route, channel: Channel): boolean => {
  if (route.streams === 'always') return true
  if (route.streams === 'never' || channel.setting.neverStreams) return false
  return call.outline.stream
}

/** The request as it leaves, with the credentials that its provider wants. */
export const address = (
  parts: Omit<Parts, 'caller'>,
  way: Way,
  body: Body,
): UpstreamRequest | Promise<UpstreamRequest> => {
  const { channel, key, provider, wanted, route } = way
  const { origin, path } = route
  const method = isPassedAsIs(wanted.operation) ? wanted.method : 'POST'
  const unsigned = { origin, path, method, body: body.bytes, wanted }
  const environment = providerEnvironmentOf(parts.domain, parts.outbound)
  const headers = provider.headers(channel, key, unsigned, environment)
  const signedPath = provider.signedPath?.(key, unsigned, environment) ?? path
  const finish = (signed: string[], leadingTo: string): UpstreamRequest => {
    signed.push('content-type', parts.call.contentType)
    if (body.streams) signed.push('accept', route.accept ?? 'text/event-stream')
    return {
      channel,
      model: route.model,
      origin,
      path: leadingTo,
      method,
      headers: signed,
      body: body.bytes,
      streams: body.streams,
      route,
      exchange: body.exchange,
      demands: body.demands,
      changed: body.changed ?? [],
      heard: body.heard,
      kept: body.kept,
    }
  }
  if (headers instanceof Promise || signedPath instanceof Promise) {
    return Promise.all([headers, signedPath]).then(([signed, leadingTo]) => finish(signed, leadingTo))
  }
  return finish(headers, signedPath)
}

const isEmpty = (members: object): boolean => {
  for (const _ in members) return false
  return true
}
