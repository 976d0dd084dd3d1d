import type { ChannelKey, ChannelRest, ListedChannel, Channel as ShownChannel, StoppedKey } from '#contract/channels.ts'
import type { ShownChannel as ShownRow, TagSums } from '../db/channel-lists.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { addFigures } from '../domain/channels/channel-figures.ts'
import { keyIdOf } from '../domain/channels/channel-key-states.ts'
import type { Domain } from '../domain/domain.ts'

type Live = Pick<Domain, 'vault' | 'pool' | 'keys' | 'health' | 'figures'>

/** A channel as administrators see it in lists: without its keys, and with what is known of them. */
export const presentChannel = (row: ShownRow, live: Live): ShownChannel => ({
  ...row,
  key: '',
  key_count: live.pool.find(row.id)?.allKeys.length ?? 0,
  stopped_keys: stoppedKeys(row.id, live),
  rest: restOf(row.id, live),
  lately: latelyOf(row.id, live),
})

/** The same of an entry of a list, which may be a tag. */
export const presentListed = (entry: ShownRow | TagSums, live: Live): ListedChannel => {
  if (!('children' in entry)) return presentChannel(entry, live)
  const { groups, children, ids, ...sums } = entry
  return { ...sums, group: groups.join(','), ids: [...ids], children: children.map((row) => presentChannel(row, live)) }
}

/** Whether models of it rest, why, and until when. */
export const restOf = (id: number, { health }: Pick<Live, 'health'>): ChannelRest | null => {
  const open = health.resting(id).filter(({ state }) => state === 'open')
  const last = open.reduce<(typeof open)[number] | undefined>(
    (latest, each) => (latest === undefined || each.restsUntil > latest.restsUntil ? each : latest),
    undefined,
  )
  if (last === undefined) return null
  return { models: open.length, until: Math.ceil(last.restsUntil / 1000), why: last.why, reason: last.reason }
}

const latelyOf = (channel: number, { figures }: Live): ShownChannel['lately'] => {
  const own = figures.read({ channel, model: '', group: '' }).figures
  const { successes, failures } = own.reduce(addFigures, { successes: 0, failures: 0, latencyMs: 0 })
  return { successes, failures }
}

/** A channel may have more keys than anybody wants to read of. */
const mostStopped = 100
const mostKeys = 1000

const stoppedKeys = (id: number, live: Live): StoppedKey[] => {
  const { pool, keys } = live
  const channel = pool.find(id)
  if (channel === undefined || (channel.keyStates.size === 0 && keys.benched(channel).length === 0)) return []
  return keysOf(channel, live)
    .flatMap(({ by_hand: _byHand, state, ...key }) => (state === 'working' ? [] : [{ ...key, state }]))
    .slice(0, mostStopped)
}

/** How each key stands: those that are left out first, else in their order. */
export const presentKeys = (id: number, live: Live): ChannelKey[] => {
  const channel = live.pool.find(id)
  const all = channel === undefined ? [] : keysOf(channel, live)
  const rank = ({ state }: ChannelKey) => (state === 'working' ? 1 : 0)
  return all.sort((one, other) => rank(one) - rank(other)).slice(0, mostKeys)
}

const keysOf = (channel: Channel, { keys, vault }: Live): ChannelKey[] => {
  if (channel.allKeys.length < 2) return []
  const resting = new Map(keys.benched(channel).map(({ key, ...bench }) => [key, bench]))
  return channel.allKeys.map((key, index): ChannelKey => {
    const named = { id: keyIdOf(vault, key), place: index + 1, by_hand: false }
    const disabled = channel.keyStates.get(named.id)
    if (disabled !== undefined) {
      const { reason, time, byHand = false } = disabled
      return { ...named, state: 'disabled', reason, since: time, until: 0, by_hand: byHand }
    }
    const rest = resting.get(key)
    if (rest === undefined) return { ...named, state: 'working', reason: '', since: 0, until: 0 }
    const [since, until] = [Math.floor(rest.at / 1000), Math.ceil(rest.until / 1000)]
    return { ...named, state: 'resting', reason: rest.reason, since, until }
  })
}
