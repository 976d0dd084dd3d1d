import type { ChannelRest, ListedChannel, Channel as ShownChannel, StoppedKey } from '#contract/channels.ts'
import type { ShownChannel as ShownRow, TagSums } from '../db/channel-lists.ts'
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

const restOf = (id: number, { health }: Live): ChannelRest | null => {
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
const mostShown = 100

const stoppedKeys = (id: number, { pool, keys, vault }: Live): StoppedKey[] => {
  const channel = pool.find(id)
  if (channel === undefined || channel.allKeys.length < 2) return []
  const resting = new Map(keys.benched(channel).map(({ key, ...bench }) => [key, bench]))
  if (channel.keyStates.size === 0 && resting.size === 0) return []
  const stopped = channel.allKeys.flatMap((key, index): StoppedKey[] => {
    const name = keyIdOf(vault, key)
    const disabled = channel.keyStates.get(name)
    const rest = resting.get(key)
    if (disabled !== undefined) {
      const { reason, time } = disabled
      return [{ id: name, place: index + 1, state: 'disabled', reason, since: time, until: 0 }]
    }
    if (rest === undefined) return []
    const [since, until] = [Math.floor(rest.at / 1000), Math.ceil(rest.until / 1000)]
    return [{ id: name, place: index + 1, state: 'resting', reason: rest.reason, since, until }]
  })
  return stopped.slice(0, mostShown)
}
