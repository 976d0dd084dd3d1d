import type { Exchange } from '#protocols/exchange.ts'
import { setMembers } from '#protocols/json-edit.ts'
import { providerOf } from '#providers/index.ts'
import type { Provider, Route, Wanted } from '#providers/provider.ts'
import { type Channel, upstreamModelOf } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound.ts'
import type { Call } from './call.ts'
import { passesThrough, translateBody, untranslated } from './exchange.ts'
import { withMedia } from './media.ts'
import { surroundingsOf } from './surroundings.ts'

/** What goes to the upstream for one attempt, and the way back for its answer. */
export type UpstreamRequest = {
  channel: Channel
  model: string
  origin: string
  path: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Names and values in turn. */
  headers: string[]
  body: Buffer
  /** Whether a stream was asked of the upstream. */
  streams: boolean
  route: Route
  exchange: Exchange
}

type Parts = { domain: Domain; outbound: Outbound; call: Call }

/**
 * Turns the call into the channel's own request. Same dialect on both sides: bytes pass through. Rejects with a
 * `ProtocolError` where the channel's dialect cannot say what the client asked for.
 */
export const translate = (parts: Parts, channel: Channel, key: string): UpstreamRequest | Promise<UpstreamRequest> => {
  const { domain, call } = parts
  const provider = providerOf(channel.type)
  const wanted = wantedOf(domain, call, channel)
  const route = provider.route(channel, wanted, key)
  if (passesThrough(call, route, channel)) {
    return address(parts, { channel, key, provider, wanted, route }, passedBody(domain, call, channel, route))
  }
  return translated(parts, { channel, key, provider, wanted, route })
}

type Way = { channel: Channel; key: string; provider: Provider; wanted: Wanted; route: Route }
type Body = { bytes: Buffer; exchange: Exchange; streams: boolean }

const wantedOf = ({ options }: Domain, call: Call, channel: Channel): Wanted => ({
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

const passedBody = ({ options }: Domain, call: Call, channel: Channel, route: Route): Body => {
  const asked = route.modelInBody ? route.model : call.outline.model
  const amended = call.protocol.request.amend(call.bytes, call.body, call.outline, asked)
  const untouched = options.get('global.pass_through_request_enabled')
  const changes = untouched || route.changes === undefined ? undefined : route.changes(call.body)
  const override = call.contentType === 'application/json' ? channel.paramOverride : undefined
  const members = changes === undefined ? override : { ...changes, ...override }
  const bytes = members === undefined || isEmpty(members) ? amended : setMembers(amended, members)
  return { bytes, exchange: untranslated(call), streams: call.outline.stream }
}

const translated = async (parts: Parts, way: Way): Promise<UpstreamRequest> => {
  const { domain, outbound, call } = parts
  const { route, channel } = way
  const streams = streamsUpstream(call, route, channel)
  const isChat = call.protocol.common?.kind === 'chat'
  const chat = isChat && !route.fetchesUrls ? await withMedia(outbound, call.chat()) : isChat ? call.chat() : undefined
  const { value, exchange } = translateBody(call, route, channel, chat && { ...chat, stream: streams }, domain.clock)
  const changed = { ...value, ...route.changes?.(value), ...channel.paramOverride }
  const bytes = Buffer.from(JSON.stringify(changed))
  return address(parts, way, { bytes, exchange, streams })
}

/** An upstream that can only stream, or never does, is asked for what it can do; the way back makes up for it. */
const streamsUpstream = (call: Call, route: Route, channel: Channel): boolean => {
  if (route.streams === 'always') return true
  if (route.streams === 'never' || channel.setting.neverStreams) return false
  return call.outline.stream
}

const address = (parts: Parts, way: Way, body: Body): UpstreamRequest | Promise<UpstreamRequest> => {
  const { channel, key, provider, wanted, route } = way
  const { origin, path } = route
  const method = wanted.operation === 'stored_response' ? wanted.method : 'POST'
  const unsigned = { origin, path, method, body: body.bytes, wanted }
  const headers = provider.headers(channel, key, unsigned, surroundingsOf(parts.domain, parts.outbound))
  const finish = (signed: string[]): UpstreamRequest => {
    signed.push('content-type', parts.call.contentType)
    if (body.streams) signed.push('accept', route.accept ?? 'text/event-stream')
    return {
      channel,
      model: route.model,
      origin,
      path,
      method,
      headers: signed,
      body: body.bytes,
      streams: body.streams,
      route,
      exchange: body.exchange,
    }
  }
  return headers instanceof Promise ? headers.then(finish) : finish(headers)
}

const isEmpty = (members: object): boolean => {
  for (const _ in members) return false
  return true
}
