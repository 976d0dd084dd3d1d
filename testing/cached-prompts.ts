import type { Channel } from '#server/domain/channels/channel.ts'
import { createChannelHealth } from '#server/domain/channels/channel-health.ts'
import { createChannelKeys } from '#server/domain/channels/channel-keys.ts'
import { openChannelPool } from '#server/domain/channels/channel-pool.ts'
import { createConversationPlaces } from '#server/domain/channels/conversation-places.ts'
import { emptyChannel } from '#server/domain/channels/empty-channel.ts'
import { createRetryBudget } from '#server/domain/channels/retry-budget.ts'
import type { Domain } from '#server/domain/domain.ts'
import type { Options } from '#server/domain/options.ts'
import type { Clock } from '#server/lib/clock.ts'
import { openVault } from '#server/lib/vault.ts'
import type { Caller } from '#server/relay/authenticate.ts'
import { type Call, ownCall } from '#server/relay/call.ts'
import { AttemptFailure } from '#server/relay/failure.ts'
import { findEndpoint } from '#server/relay/find-endpoint.ts'
import { Trace } from '#server/relay/trace.ts'
import { tryChannels } from '#server/relay/try-channels.ts'
import { quiet } from './ledger.ts'

/** What a node chooses by. */
export type ChoosingNode = Pick<Domain, 'options' | 'pool' | 'health' | 'keys' | 'conversations' | 'retryBudget'>

export type PlannedChannel = { id: number; keys: readonly string[]; weight?: number; priority?: number }

const simulatedModel = 'cached'

/** A node with live parts of its own, over channels that stand in no database. */
export const openChoosingNode = async (
  { options, clock }: { options: Options; clock: Clock },
  channels: readonly PlannedChannel[],
): Promise<ChoosingNode> => {
  const vault = await openVault({ secret: 'a secret of the tests that is long enough', file: '' })
  const rows = channels.map(({ id, keys, weight = 0, priority = 0 }) => ({
    ...emptyChannel,
    id,
    name: `channel ${id}`,
    models: simulatedModel,
    key_sealed: vault.seal(keys.join('\n')),
    weight,
    priority,
    created_time: 0,
  }))
  return {
    options,
    pool: await openChannelPool({ readAll: async () => rows, read: async () => rows, vault, log: quiet }),
    health: createChannelHealth(clock),
    keys: createChannelKeys(clock),
    conversations: createConversationPlaces(clock),
    retryBudget: createRetryBudget(),
  }
}

export const callerOf = (userId: number): Caller => ({
  userId,
  username: `user ${userId}`,
  userGroup: 'default',
  acceptsUnpriced: false,
  tokenId: userId,
  tokenName: '',
  group: 'default',
  models: undefined,
  pinnedChannel: undefined,
})

export const chatCall = (messages: readonly object[], headers: Call['headers'] = {}): Call => {
  const endpoint = findEndpoint('POST', '/v1/chat/completions', {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new TypeError('chats have no path')
  return { ...ownCall(endpoint, { model: simulatedModel, messages }), headers }
}

/** Upstreams that keep, for each key, what they read of a conversation in the last five minutes. */
export class CachedPrompts {
  readonly dead = new Set<number>()
  /** Calls answered, by channel. */
  readonly answered = new Map<number, number>()
  readTokens = 0
  cachedTokens = 0
  readonly #clock: Clock
  readonly #kept = new Map<string, { tokens: number; until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The whole way of a call from the choice to its end. Answers which place it was answered at. */
  async call(
    node: ChoosingNode,
    caller: Caller,
    call: Call,
    { conversation, tokens }: { conversation: string; tokens: number },
  ): Promise<string> {
    const trace = new Trace(this.#clock, 'a call')
    return tryChannels(node, caller, call, trace, async ({ id }: Channel, key) => {
      node.health.begin(id, simulatedModel)
      if (this.dead.has(id)) {
        node.health.failed(id, simulatedModel, { reason: '' })
        trace.attempts.push({ channel: id, status: 503, ms: 0 })
        throw new AttemptFailure({ origin: 'upstream', status: 503, reason: 'dead' })
      }
      node.health.succeeded(id, simulatedModel, 10)
      this.answered.set(id, (this.answered.get(id) ?? 0) + 1)
      this.#read(`${key} ${conversation}`, tokens)
      return `${id} ${key}`
    })
  }

  share(): number {
    return this.cachedTokens / this.readTokens
  }

  #read(place: string, tokens: number): void {
    const now = this.#clock.monotonic()
    const kept = this.#kept.get(place)
    this.readTokens += tokens
    if (kept !== undefined && kept.until > now) this.cachedTokens += Math.min(kept.tokens, tokens)
    this.#kept.set(place, { tokens, until: now + keptMs })
  }
}

const keptMs = 5 * 60_000
