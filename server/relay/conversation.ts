import { leastCachedTokens } from '#protocols/cache-hints.ts'
import { conversationBeginning, conversationName } from '#protocols/conversations.ts'
import type { Conversation } from '../domain/channels/conversation-places.ts'
import type { Domain } from '../domain/domain.ts'
import { textDigest } from '../lib/text-digest.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'

type Live = Pick<Domain, 'pool' | 'conversations'>

/**
 * The conversation that a call goes on with, by the client's own name for it or else by its beginning. Undefined where
 * there is but one place to answer it, and for calls of which no upstream keeps anything: those go by weight alone.
 */
export const conversationOf = (domain: Live, caller: Caller, call: Call): Conversation | undefined => {
  if (call.protocol.common?.kind !== 'chat' || !hasSeveralPlaces(domain, caller, call)) return undefined
  const digest = digestOf(caller, call)
  return digest === undefined ? undefined : { digest, last: domain.conversations.find(digest) }
}

/** By this an upstream knows the turns of one conversation, whose cache is no other user's. */
export const cacheKeyOf = (caller: Caller, call: Call): string | undefined => digestOf(caller, call)?.toString(36)

const digestOf = (caller: Caller, call: Call): number | undefined => {
  const owner = String(caller.userId)
  const { model } = call.outline
  const name = conversationName(call.body(), call.headers)
  if (name !== undefined) return textDigest(['name', name, model, caller.group, owner])
  const texts = beginningOf(call)
  if (texts === undefined) return undefined
  texts.push(model, caller.group, owner)
  return textDigest(texts)
}

/** A short question that stands alone is drawn by weight, however often the same is asked. */
const beginningOf = (call: Call): string[] | undefined => {
  const beginning = conversationBeginning(call.body())
  if (beginning === undefined) return undefined
  return beginning.isContinued || call.outline.promptEstimate >= leastCachedTokens ? beginning.texts : undefined
}

const hasSeveralPlaces = ({ pool }: Live, { group, pinnedChannel, pinnedKey }: Caller, { outline }: Call): boolean => {
  if (pinnedKey !== undefined) return false
  if (pinnedChannel !== undefined) return (pool.find(pinnedChannel)?.keys.length ?? 0) > 1
  const candidates = pool.candidates(group, outline.model)
  return candidates.length > 1 || (candidates[0]?.keys.length ?? 0) > 1
}
