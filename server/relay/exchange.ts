import type { ChatEvent, ChatRequest, ChatUpstream, KeptAs, ReplyContext } from '#protocols/chat.ts'
import {
  type Exchange,
  passThrough,
  translateChat,
  translateEmbeddings,
  translatePictures,
  translateRerank,
} from '#protocols/exchange.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Common } from '#protocols/protocol.ts'
import type { Dialect } from '#providers/dialect.ts'
import type { Route } from '#providers/provider.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Call } from './call.ts'
import { reasoningAsText } from './reasoning-text.ts'

/** The request as the upstream reads it, and the way back for its answer. */
type Translated = { value: JsonObject; exchange: Exchange }

/** Whether bytes may pass through: both sides speak the same, about streams too, and nobody wants them changed. */
export const passesThrough = (call: Call, route: Route, channel: Channel): boolean =>
  route.dialect === call.protocol.name &&
  call.outline.framing === undefined &&
  !channel.setting.forceFormat &&
  !channel.setting.thinkingToContent &&
  !(call.outline.stream && (route.streams === 'never' || channel.setting.neverStreams)) &&
  !(!call.outline.stream && route.streams === 'always')

export const untranslated = ({ protocol, outline }: Call, channel?: Channel): Exchange =>
  passThrough(protocol, channel?.setting.untouched === true ? { ...outline, untouched: true } : outline)

/** By way of the common form of its kind. Throws a `ProtocolError` where the upstream's dialect cannot say it. */
export const translateBody = (
  call: Call,
  route: Route,
  channel: Channel,
  chat: ChatRequest | undefined,
  { clock, kept }: { clock: Clock; kept?: KeptAs | undefined },
): Translated => {
  const common = call.protocol.common
  const target = { model: route.model, ...pick(route) }
  switch (common?.kind) {
    case 'chat': {
      const upstream = chatUpstreamOf(route.dialect)
      return {
        value: upstream.writeRequest(chat ?? call.chat(), target),
        exchange: translateChat({
          client: common.client,
          upstream,
          context: { ...contextOf(call, clock), kept },
          change: changeOf(channel),
        }),
      }
    }
    case 'embeddings': {
      const request = { ...common.client.readRequest(call.body()), model: call.outline.model }
      const upstream = embeddingsUpstreamOf(route.dialect)
      return {
        value: upstream.writeRequest(request, target),
        exchange: translateEmbeddings({
          client: common.client,
          upstream,
          request,
          promptEstimate: call.outline.promptEstimate,
        }),
      }
    }
    case 'rerank': {
      const request = { ...common.client.readRequest(call.body()), model: call.outline.model }
      const upstream = rerankUpstreamOf(route.dialect)
      return {
        value: upstream.writeRequest(request, target),
        exchange: translateRerank({
          client: common.client,
          upstream,
          request,
          promptEstimate: call.outline.promptEstimate,
        }),
      }
    }
    case 'pictures': {
      const upstream = picturesUpstreamOf(route.dialect)
      const request = { ...common.client.readRequest(call.body()), model: call.outline.model }
      const { protocol, outline } = call
      return {
        value: upstream.writeRequest(request, target),
        exchange: translatePictures({ client: common.client, upstream, protocol, outline, created: nowSeconds(clock) }),
      }
    }
    case undefined:
      throw new ProtocolError('model', 'is not served in this way by its channel')
  }
}

const pick = ({ defaultMaximumOutput, fetchesUrls, signer, openReasoning }: Route) => ({
  defaultMaximumOutput,
  fetchesUrls,
  ...(signer === undefined ? {} : { signer }),
  ...(openReasoning === undefined ? {} : { openReasoning }),
})

const contextOf = (call: Call, clock: Clock): ReplyContext => {
  let ids = 0
  const base = newIdBase(clock)
  return {
    request: call.chat(),
    model: call.outline.model,
    wantsUsage: call.outline.wantsUsage,
    framing: call.outline.framing ?? 'events',
    now: () => nowSeconds(clock),
    newId: () => {
      ids += 1
      return `${base}${ids.toString(36)}`
    },
  }
}

let contexts = 0

/** Unlike any other of this process, and of others but by a very small chance: ids in answers are only labels. */
export const newIdBase = (clock: Clock): string => {
  contexts = (contexts + 1) % 1_000_000
  return `${clock.now().toString(36)}${contexts.toString(36).padStart(4, '0')}${Math.random().toString(36).slice(2, 8)}`
}

const changeOf = (channel: Channel): ((events: readonly ChatEvent[]) => ChatEvent[]) | undefined =>
  channel.setting.thinkingToContent ? reasoningAsText() : undefined

const commonOf = (dialect: Dialect): Common | undefined =>
  typeof dialect === 'string' ? protocolOf(dialect).common : undefined

const chatUpstreamOf = (dialect: Dialect): ChatUpstream => {
  if (typeof dialect !== 'string' && dialect.kind === 'chat') return dialect.upstream
  const common = commonOf(dialect)
  if (common?.kind !== 'chat' || common.upstream === undefined)
    throw new ProtocolError('model', 'is not a model for conversations')
  return common.upstream
}

const embeddingsUpstreamOf = (dialect: Dialect) => {
  if (typeof dialect !== 'string' && dialect.kind === 'embeddings') return dialect.upstream
  const common = commonOf(dialect)
  if (common?.kind !== 'embeddings' || common.upstream === undefined)
    throw new ProtocolError('model', 'has no embeddings')
  return common.upstream
}

const picturesUpstreamOf = (dialect: Dialect) => {
  if (typeof dialect !== 'string' && dialect.kind === 'pictures') return dialect.upstream
  throw new ProtocolError('model', 'is not served in this way by its channel')
}

const rerankUpstreamOf = (dialect: Dialect) => {
  if (typeof dialect !== 'string' && dialect.kind === 'rerank') return dialect.upstream
  const common = commonOf(dialect)
  if (common?.kind !== 'rerank' || common.upstream === undefined)
    throw new ProtocolError('model', 'does not rank documents')
  return common.upstream
}
