import { listChannelIds } from '../../db/channels.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import type { Signals } from '../../lib/signals.ts'
import type { Vault } from '../../lib/vault.ts'
import { broadcast } from '../broadcast.ts'
import type { Channel } from './channel.ts'
import type { ChannelHealth } from './channel-health.ts'
import { keyIdOf } from './channel-key-states.ts'
import type { ChannelKeys } from './channel-keys.ts'
import type { ChannelPool } from './channel-pool.ts'

type Parts = {
  pool: ChannelPool
  health: ChannelHealth
  keys: ChannelKeys
  database: Database
  signals: Signals
  log: Log
}

/** A change of channels on one node is made known to all. */
export const broadcastPool = ({ pool, health, keys, database, signals, log }: Parts): ChannelPool => {
  const refresh = async (ids: readonly number[]) => {
    const before = ids.map((id) => pool.find(id))
    await pool.refresh(ids)
    for (const [place, id] of ids.entries()) {
      const [was, is] = [before[place], pool.find(id)]
      if (is === undefined || was === undefined || isElsewhere(was, is)) {
        health.forget(id)
        keys.forget(id)
      } else if (was.keys.join('\n') !== is.keys.join('\n')) {
        health.forget(id)
        // A key that is gone says nothing of the others: those that rest go on resting.
        if (is.keys.some((key) => !was.keys.includes(key))) keys.forget(id)
      }
    }
  }
  const tell = broadcast(
    { signals, log },
    {
      topic: 'channels',
      follow: async (ids) => refresh(ids ?? [...new Set([...pool.ids(), ...(await listChannelIds(database.quick))])]),
    },
  )
  return { ...pool, refresh: (ids) => (ids.length === 0 ? Promise.resolve() : tell(ids)) }
}

/**
 * What an operator wakes on one node is woken on all. A node that missed it is not told later: its channels come back by
 * themselves, and what began to rest in the meantime is none of that.
 */
export const broadcastWaking = ({
  health,
  keys,
  signals,
  log,
}: Omit<Parts, 'pool' | 'database'>): ((ids: readonly number[]) => Promise<void>) =>
  broadcast(
    { signals, log },
    {
      topic: 'waking',
      follow: (ids = []) => {
        for (const id of ids) {
          health.wake(id)
          keys.forget(id)
        }
      },
    },
  )

/** The same of one key, by the name that it has in storage. */
export const broadcastKeyWaking = ({ keys, vault, signals }: Pick<Parts, 'keys' | 'signals'> & { vault: Vault }) => {
  signals.subscribe('waking-keys', (signal) => {
    if (signal.kind !== 'message') return
    const [channel, name] = signal.text.split(' ')
    keys.wake(Number(channel), (key) => keyIdOf(vault, key) === name)
  })
  return (channel: number, name: string): void => signals.publish('waking-keys', `${channel} ${name}`)
}

/** Whether what was learned of a channel is no longer true of it: calls go elsewhere, or it was switched on again. */
const isElsewhere = (before: Channel, after: Channel): boolean =>
  (after.enabled && !before.enabled) ||
  before.type !== after.type ||
  before.baseUrl !== after.baseUrl ||
  before.other !== after.other ||
  before.setting.proxy !== after.setting.proxy
