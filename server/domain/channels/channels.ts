import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { deleteChannels, updateChannel } from '../../db/channels.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { type Actor, changedFields, recordAct } from '../people/audit.ts'
import { keyIdOf, readKeyStates, writeKeyStates } from './channel-key-states.ts'
import { findOrThrow, told } from './channel-record.ts'
import { type ChannelFields, channelFields } from './channel-rules.ts'
import { createNewChannels, type NewChannels, type NewChannelsParts, type Wish } from './new-channels.ts'
import { splitKeys } from './open-channels.ts'

/** Channels as operators keep them. A row and the record of the act are written together. */
export type Channels = NewChannels & {
  change: (id: number, wish: Wish, actor: Actor) => Promise<ChannelRow>
  /** Uses keys again that were left out: the one with this name, or all. */
  enableKeys: (id: number, key: string | undefined, actor: Actor) => Promise<ChannelRow>
  remove: (id: number, actor: Actor) => Promise<void>
}

export const createChannels = (parts: NewChannelsParts): Channels => {
  const { domain, database, addressPolicy } = parts
  const { clock, keys, pool, vault } = domain
  const fieldsOf = (wish: Wish) => channelFields(wish, { vault, addressPolicy })

  /** Of which keys it is still known that they are disabled, after the keys or the status changed. */
  const keyStatesAfter = (before: ChannelRow, fields: ChannelFields): string => {
    const isSwitchedOn = fields.status === channelStatuses.enabled && before.status !== channelStatuses.enabled
    if (isSwitchedOn || before.key_states === '') return ''
    const sealed = fields.key_sealed ?? before.key_sealed
    const names = new Set(splitKeys(vault.open(sealed), fields.type ?? before.type).map((key) => keyIdOf(vault, key)))
    return writeKeyStates(new Map([...readKeyStates(before.key_states)].filter(([name]) => names.has(name))))
  }

  return {
    ...createNewChannels(parts),
    change: async (id, wish, actor) => {
      const fields = fieldsOf(wish)
      const row = await database.transaction(async (transaction) => {
        const before = await findOrThrow(transaction, id)
        const key_states = keyStatesAfter(before, fields)
        const isSwitched = fields.status !== undefined && fields.status !== before.status
        await updateChannel(transaction, id, {
          ...fields,
          ...(key_states === before.key_states ? {} : { key_states }),
          ...(isSwitched ? { other_info: '' } : {}),
        })
        const changed = await findOrThrow(transaction, id)
        await recordAct(transaction, clock, actor, {
          action: 'channel.change',
          target: `channel:${id}`,
          before: told(pick(before, fields)),
          after: told(fields),
        })
        return changed
      })
      await pool.refresh([id])
      return row
    },
    enableKeys: async (id, key, actor) => {
      const row = await database.transaction(async (transaction) => {
        const before = await findOrThrow(transaction, id)
        const states = new Map(readKeyStates(before.key_states))
        const isKnown = splitKeys(vault.open(before.key_sealed), before.type).some(
          (each) => keyIdOf(vault, each) === key,
        )
        if (key !== undefined && !isKnown) throw new ApplicationError('channel_key_unknown')
        if (key === undefined) states.clear()
        else states.delete(key)
        const isOnAgain = before.status === channelStatuses.autoDisabled
        const fields = isOnAgain ? { status: channelStatuses.enabled, other_info: '' } : {}
        const after = { ...before, ...fields, key_states: writeKeyStates(states) }
        await updateChannel(transaction, id, { ...fields, key_states: after.key_states })
        await recordAct(transaction, clock, actor, {
          action: 'channel.enable_keys',
          target: `channel:${id}`,
          ...changedFields(keysTold(before), keysTold(after)),
        })
        return after
      })
      await pool.refresh([id])
      keys.forget(id)
      return row
    },
    remove: async (id, actor) => {
      await database.transaction(async (transaction) => {
        const { name, type } = await findOrThrow(transaction, id)
        await deleteChannels(transaction, [id])
        await recordAct(transaction, clock, actor, {
          action: 'channel.delete',
          target: `channel:${id}`,
          before: { name, type },
        })
      })
      await pool.refresh([id])
    },
  }
}

const keysTold = ({ status, key_states }: ChannelRow): object => ({
  status,
  disabled: readKeyStates(key_states).size,
})

const pick = (row: ChannelRow, fields: ChannelFields): ChannelFields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(fields, name)))
