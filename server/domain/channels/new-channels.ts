import { type ChannelChangeInput, channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { providerOf } from '#providers/index.ts'
import { insertChannel } from '../../db/channels.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import type { ChannelRow, NewChannel } from '../../db/schema.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import { type Actor, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import { findOrThrow, told, touched } from './channel-record.ts'
import { channelFields } from './channel-rules.ts'
import { emptyChannel, unlearned } from './empty-channel.ts'
import { splitLines } from './open-channels.ts'

export type Wish = Omit<ChannelChangeInput, 'id'>

/** Channels that come into being: typed in, by many keys at once, or as copies. */
export type NewChannels = {
  create: (wish: Wish, actor: Actor) => Promise<ChannelRow>
  /** A channel for each key; answers their ids. */
  createMany: (wish: Wish, actor: Actor) => Promise<number[]>
  copy: (id: number, suffix: string, actor: Actor) => Promise<ChannelRow>
}

export type NewChannelsParts = {
  domain: Pick<Domain, 'clock' | 'vault' | 'pool' | 'keys' | 'wakeChannels' | 'wakeKey'>
  database: Database
  addressPolicy: AddressPolicy
}

const longestName = 128
const mostAtOnce = 1000

export const createNewChannels = ({ domain, database, addressPolicy }: NewChannelsParts): NewChannels => {
  const { clock, pool, vault } = domain
  const fieldsOf = (wish: Wish) => channelFields(wish, { vault, addressPolicy })

  const newFields = (wish: Wish) => {
    const usualOther = providerOf(wish.type ?? emptyChannel.type).other?.usual
    // One like a channel that the gateway switched off begins switched off: there is nothing it could be tried for.
    const status = wish.status === channelStatuses.autoDisabled ? channelStatuses.disabled : wish.status
    const fields = fieldsOf({ ...wish, status, other: wish.other || usualOther })
    if (!fields.name) throw new ApplicationError('channel_fields_missing', { field: 'name' })
    if (!fields.key_sealed) throw new ApplicationError('channel_fields_missing', { field: 'key' })
    if (!fields.models) throw new ApplicationError('channel_models_missing', { field: 'models' })
    return fields
  }

  const insert = async (transaction: OpenTransaction, fields: Omit<NewChannel, 'created_time'>) => {
    return insertChannel(transaction, { ...fields, created_time: nowSeconds(clock) })
  }

  return {
    create: async (wish, actor) => {
      const fields = newFields(wish)
      const id = await database.transaction(async (transaction) => {
        const created = await insert(transaction, { ...emptyChannel, ...fields })
        await recordAct(transaction, clock, actor, {
          action: 'channel.create',
          target: `channel:${created}`,
          after: told(fields),
        })
        return created
      })
      await pool.refresh([id])
      return findOrThrow(database.query, id)
    },
    createMany: async (wish, actor) => {
      const single = splitLines(wish.key ?? '', wish.type ?? emptyChannel.type)
      if (single.length > mostAtOnce) {
        throw new ApplicationError('input_invalid', { field: 'key', reason: 'too_large', limit: mostAtOnce })
      }
      const shared = newFields(wish)
      const { name: sharedName = '' } = shared
      const ids = await database.transaction(async (transaction) => {
        const created: number[] = []
        for (const [place, key] of single.entries()) {
          const name = single.length === 1 ? sharedName : named(sharedName, ` ${place + 1}`)
          const own = { name, key_sealed: vault.seal(key), key_hash: vault.fingerprint(key) }
          created.push(await insert(transaction, { ...emptyChannel, ...shared, ...own }))
        }
        await recordAct(transaction, clock, actor, {
          action: 'channel.create',
          ...touched(created),
          after: { ...told(shared), channels: created.length },
        })
        return created
      })
      await pool.refresh(ids)
      return ids
    },
    copy: async (id, suffix, actor) => {
      const copied = await database.transaction(async (transaction) => {
        const { id: _id, created_time: _time, ...source } = await findOrThrow(transaction, id)
        const status = source.status === channelStatuses.enabled ? source.status : channelStatuses.disabled
        const name = named(source.name, suffix)
        const created = await insert(transaction, { ...source, ...unlearned, status, name })
        await recordAct(transaction, clock, actor, {
          action: 'channel.copy',
          target: `channel:${created}`,
          after: { copy_of: id, name },
        })
        return created
      })
      await pool.refresh([copied])
      return findOrThrow(database.query, copied)
    },
  }
}

const named = (name: string, suffix: string): string => name.slice(0, longestName - suffix.length) + suffix
