import { ApplicationError } from '#contract/errors.ts'
import { isObject, type JsonObject, parseLenient } from '#protocols/json/json.ts'
import type { KeptPlace } from '#protocols/kept-things.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Keeper } from '../../domain/owned-things.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../../lib/inbound/plain-response.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { forward } from '../forward.ts'
import { harmlessType } from '../media-type.ts'
import type { Trace } from '../trace.ts'
import { wayTo } from '../translate.ts'

export type KeptParts = {
  domain: Pick<
    Domain,
    'clock' | 'files' | 'keys' | 'limits' | 'options' | 'ownedThings' | 'pool' | 'prices' | 'storedResponses'
  >
  outbound: Outbound
  caller: Caller
  endpoint: RelayEndpoint
  request: ClientRequest
  room: BodyRoom
  response: ClientResponse
  trace: Trace
}

/** What is asked of things that are kept, in which place. */
export type AskedKept = { parts: KeptParts; place: KeptPlace; call: Call; bytes: Buffer; body: JsonObject }

export type AnsweredKept = { bytes: Buffer; status: number; contentType: string }

export const bodyOf = (bytes: Buffer): JsonObject => {
  const parsed = parseLenient(bytes.toString('utf8'))
  return isObject(parsed) ? parsed : {}
}

export const keepsThem = ({ call }: AskedKept, channel: Channel): boolean =>
  providerOf(channel.type).operations.has(call.endpoint.operation)

/** Asks where the thing is kept. */
export const askAt = (asked: AskedKept, keeper: Keeper, id: string): Promise<AnsweredKept> => {
  const channel = asked.parts.domain.pool.find(keeper.channelId)
  if (channel === undefined || !channel.enabled || !keepsThem(asked, channel)) {
    throw new ApplicationError('thing_channel_gone', { place: asked.place.kind, id })
  }
  return askChannel(asked, channel, keyAt(channel, keeper.keyPlace), asked.bytes)
}

export const askChannel = async (
  { parts, place, call }: AskedKept,
  channel: Channel,
  key: string,
  bytes: Buffer,
): Promise<AnsweredKept> => {
  const { domain, outbound, trace } = parts
  const way = wayTo(domain, call, channel, key)
  trace.mark('route')
  const { answer } = await forward({ domain, outbound, call }, way, bytes)
  const read = await answer.read()
  return {
    // However it calls what it says; but a user's file is his to the letter.
    bytes: place.kind === 'container' && contentOfFile.test(place.within) ? read : withCleanAnswer(read, channel),
    status: answer.status,
    contentType: harmlessType(answer.contentType || 'application/json'),
  }
}

const contentOfFile = /^files\/[^/]+\/content$/
