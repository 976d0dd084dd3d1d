import { type CardTry, type CardWish, type ChannelCard, cardTries, cardWishes } from '#contract/channel-cards.ts'
import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { ApplicationError } from '#contract/errors.ts'
import { priceUsage } from '#pricing/price.ts'
import { usageOf } from '#pricing/usage.ts'
import { findChannelCard, keepChannelCard } from '../../db/channel-cards.ts'
import { updateChannel } from '../../db/channels.ts'
import type { Database } from '../../db/database.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { type Actor, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import type { Channel } from './channel.ts'
import { lacksOf, writeLacking } from './channel-lacks.ts'
import type { ChannelRuns } from './channel-runs.ts'

/** What is tried with one call. */
export type Wish = Pick<CardTry, 'model' | 'dialect' | 'streamed' | 'wants'>

/** Tries things out by the relay's own stages; nobody is charged. */
export type TryOut = {
  /** The dialects that are tried. */
  dialects: readonly string[]
  /** Whether anything of a model can be tried with small calls. */
  isTriable: (channel: Channel, model: string) => boolean
  ask: (channel: Channel, key: string, wish: Wish) => Promise<Pick<CardTry, 'outcome' | 'ms' | 'reason'>>
}

/** What each channel can: tried when somebody wants it, kept, and gone by. */
export type ChannelCards = {
  read: (id: number) => Promise<{ card: ChannelCard | null; plan: Plan; run: ChannelRun }>
  begin: (id: number, actor: Actor) => Promise<ChannelRun>
}

type Plan = { models: number; calls: number; quota: number; unpriced: number }
type Parts = {
  domain: Pick<Domain, 'clock' | 'keys' | 'pool' | 'prices'>
  database: Database
  runs: ChannelRuns
  tryOut: TryOut
}

/** More of what was said than this helps nobody. */
const longestReason = 200

/** What one call uses at the most: a picture counts for more than it is. */
const mostUsed: Record<CardWish, { input: number; output: number }> = {
  text: { input: 20, output: 300 },
  tools: { input: 200, output: 300 },
  picture: { input: 1500, output: 300 },
}

export const createChannelCards = ({ domain, database, runs, tryOut }: Parts): ChannelCards => {
  const { clock, keys, pool, prices } = domain

  const channelOf = (id: number): Channel => {
    const channel = pool.find(id)
    if (channel === undefined) throw new ApplicationError('channel_missing')
    return channel
  }

  const wishesOf = (channel: Channel): Wish[] =>
    channel.models
      .filter((model) => tryOut.isTriable(channel, model))
      .flatMap((model) =>
        tryOut.dialects.flatMap((dialect) =>
          cardWishes.flatMap((wants) => [false, true].map((streamed) => ({ model, dialect, streamed, wants }))),
        ),
      )

  const planOf = (channel: Channel): Plan => {
    const wishes = wishesOf(channel)
    const models = new Set(wishes.map(({ model }) => model))
    const asker = { group: '', userGroup: '', acceptsUnpriced: false }
    const cards = new Map([...models].map((model) => [model, prices.find(model, asker)?.card]))
    const quota = wishes.reduce((sum, { model, wants }) => {
      const card = cards.get(model)
      return card === undefined ? sum : sum + priceUsage({ ...card, groupRatio: 1 }, usageOf(mostUsed[wants]))
    }, 0)
    const unpriced = [...cards.values()].filter((card) => card === undefined).length
    return { models: models.size, calls: wishes.length, quota, unpriced }
  }

  /** The card and what calls go by are of one moment. */
  const keep = async (id: number, tries: readonly CardTry[], actor: Actor) => {
    const row = { channel_id: id, made_at: nowSeconds(clock), made_by: actor.name, tries: JSON.stringify(tries) }
    await database.transaction(async (transaction) => {
      await keepChannelCard(transaction, row)
      await updateChannel(transaction, id, { lacking: writeLacking(lacksOf(tries)) })
    })
    await pool.refresh([id])
  }

  const ask = async (id: number, wish: Wish): Promise<CardTry> => {
    const channel = channelOf(id)
    const result = await tryOut.ask(channel, keys.next(channel) || (channel.allKeys[0] ?? ''), wish)
    return { ...wish, ...result, ms: Math.round(result.ms), reason: result.reason.slice(0, longestReason) }
  }

  return {
    read: async (id) => {
      const channel = channelOf(id)
      const row = await findChannelCard(database.query, id)
      const card = row && { ...row, tries: cardTries.parse(JSON.parse(row.tries)) }
      return { card: card ?? null, plan: planOf(channel), run: runs.state().card }
    },
    begin: async (id, actor) => {
      const wishes = wishesOf(channelOf(id))
      if (wishes.length === 0) throw new ApplicationError('channel_untestable')
      const tries = new Map<number, CardTry>()
      const places = wishes.map((_, place) => place)
      const tryOne = async (place: number) => {
        const wish = wishes[place]
        if (wish === undefined) return 'fine'
        const tried = await ask(id, wish)
        tries.set(place, tried)
        if (tries.size === places.length) {
          const inOrder = places.flatMap((each) => tries.get(each) ?? [])
          await keep(id, inOrder, actor)
        }
        return tried.outcome === 'failed' ? 'failed' : 'fine'
      }
      const begun = runs.begin('card', places, tryOne, id)
      await recordAct(database.query, clock, actor, {
        action: 'channel.try_out',
        target: `channel:${id}`,
        after: { calls: wishes.length },
      })
      return begun
    },
  }
}
