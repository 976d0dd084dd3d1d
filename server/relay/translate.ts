import { setMembers } from '#protocols/json-edit.ts'
import { providerOf } from '#providers/index.ts'
import { type Channel, upstreamModelOf } from '../domain/channel-pool.ts'
import type { Call } from './call.ts'

/** What goes to the upstream for one attempt. */
export type UpstreamRequest = {
  channel: Channel
  model: string
  origin: string
  path: string
  /** Names and values in turn. */
  headers: string[]
  body: Buffer
}

/** Turns the call into the channel's own request. Same dialect on both sides: bytes pass through. */
export const translate = (call: Call, channel: Channel, key: string): UpstreamRequest => {
  const provider = providerOf(channel.type)
  const model = upstreamModelOf(channel, call.outline.model)
  const { origin, path } = provider.address(channel, model, call.protocol.name)
  const amended = call.protocol.request.amend(call.bytes, call.body, call.outline, model)
  return {
    channel,
    model,
    origin,
    path,
    headers: [
      ...provider.headers(channel, key),
      'content-type',
      'application/json',
      'accept',
      call.outline.stream ? 'text/event-stream' : 'application/json',
    ],
    body: channel.paramOverride === undefined ? amended : setMembers(amended, channel.paramOverride),
  }
}
