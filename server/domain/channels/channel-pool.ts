import type { ChannelRow } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Channel } from './channel.ts'
import { createChannelIndex, type Whereabouts } from './channel-index.ts'
import { openChannel } from './open-channels.ts'

/** Every channel, and who serves what: read from memory on the hot path. */
export type ChannelPool = {
  /** After channels were written or deleted, here or on another node. Resolves when the relay goes by it. */
  refresh: (ids: readonly number[]) => Promise<void>
  find: (id: number) => Channel | undefined
  ids: () => readonly number[]
  /** Enabled channels that serve the model in the group, highest priority first. */
  candidates: (group: string, model: string) => readonly Channel[]
  /** Where a model stands for which there are no candidates; undefined: no channel at all has it. */
  whereabouts: (group: string, model: string) => Whereabouts | undefined
  /** Public names of the models that the groups can call, sorted. */
  modelsOf: (groups: readonly string[]) => readonly string[]
  /** The same of every group. */
  allModels: () => readonly string[]
  /** The model's name without the prefix of the channels that serve it: the name it is priced by. */
  bareName: (group: string, model: string) => string
  /** Another number whenever any channel has changed: what was worked out of the pool holds for as long as it stays. */
  version: () => number
}

type ChannelPoolParts = {
  readAll: () => Promise<readonly ChannelRow[]>
  read: (ids: readonly number[]) => Promise<readonly ChannelRow[]>
  vault: Vault
  log: Log
}

/** So few that calls which are under way do not wait for a change of thousands. */
const channelsAtOnce = 10

export const openChannelPool = async ({ readAll, read, vault, log }: ChannelPoolParts): Promise<ChannelPool> => {
  const channels = new Map<number, Channel>()
  const index = createChannelIndex()
  let version = 0

  const open = (row: ChannelRow): Channel | undefined => {
    try {
      return openChannel(row, vault)
    } catch (error) {
      log.error('a channel cannot be used', { channel: row.id, error })
      return undefined
    }
  }

  const put = (id: number, row: ChannelRow | undefined) => {
    version += 1
    const channel = row && open(row)
    index.replace(channels.get(id), channel)
    if (channel === undefined) channels.delete(id)
    else channels.set(id, channel)
  }

  const readAgain = async (ids: readonly number[]) => {
    for (let start = 0; start < ids.length; start += channelsAtOnce) {
      const portion = ids.slice(start, start + channelsAtOnce)
      const rows = new Map((await read(portion)).map((row) => [row.id, row]))
      for (const id of portion) put(id, rows.get(id))
    }
  }

  for (const row of await readAll()) put(row.id, row)

  return {
    refresh: inTurn(readAgain),
    find: (id) => channels.get(id),
    ids: () => [...channels.keys()],
    candidates: index.candidates,
    whereabouts: index.whereabouts,
    modelsOf: index.modelsOf,
    allModels: () => index.modelsOf(undefined),
    version: () => version,
    bareName: (group, model) => {
      const serving = index.candidates(group, model)
      const prefix = serving.find((channel) => model.startsWith(channel.modelPrefix))?.modelPrefix ?? ''
      return model.slice(prefix.length)
    },
  }
}

/**
 * One reading at a time, each of everything that was asked for by then: what was read first cannot come in last, and
 * of a channel that changes often not every state is read.
 */
const inTurn = (readAgain: (ids: readonly number[]) => Promise<void>): ((ids: readonly number[]) => Promise<void>) => {
  let wanted = new Set<number>()
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return (ids) => {
    for (const id of ids) wanted.add(id)
    if (next !== undefined) return next
    const turn = last.then(() => {
      const now = wanted
      wanted = new Set()
      next = undefined
      return readAgain([...now])
    })
    next = turn
    // Whoever asked is told of a failure; those who come after are not kept from their turn.
    last = turn.catch(() => {})
    return turn
  }
}

/** The name the channel's upstream knows the model by. A mapping may lead on to another; one that circles stops. */
export const upstreamModelOf = (channel: Channel, model: string): string => {
  let name = model.startsWith(channel.modelPrefix) ? model.slice(channel.modelPrefix.length) : model
  const seen = new Set([name])
  for (;;) {
    const next = Object.hasOwn(channel.modelMapping, name) ? channel.modelMapping[name] : undefined
    if (next === undefined || seen.has(next)) return name
    seen.add(next)
    name = next
  }
}

/** The key at a place of the channel's own, also after the channel lost some. */
export const keyAt = ({ allKeys }: Channel, place: number): string => allKeys[place] ?? allKeys[0] ?? ''
