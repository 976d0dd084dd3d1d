import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { providerOf } from '#providers/index.ts'
import { deleteChannels, updateChannel } from '../../db/channels.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { type Actor, recordAct } from '../audit.ts'
import { type ChannelKeyActs, createChannelKeyActs } from './channel-key-acts.ts'
import { keptByHand, keyIdOf, readKeyStates, writeKeyStates } from './channel-key-states.ts'
import { deletionOf, findOrThrow, told } from './channel-record.ts'
import { type ChannelFields, channelFields } from './channel-rules.ts'
import { createNewChannels, type NewChannels, type NewChannelsParts, type Wish } from './new-channels.ts'
import { splitKeys } from './open-channels.ts'

/** Channels as operators keep them. A row and the record of the act are written together. */
export type Channels = NewChannels &
  ChannelKeyActs & {
    change: (id: number, wish: Wish, actor: Actor) => Promise<ChannelRow>
    /** Ends its rests and those of its keys, here and on the other nodes. */
    wake: (id: number, actor: Actor) => Promise<ChannelRow>
    remove: (id: number, reason: string, actor: Actor) => Promise<void>
  }

export const createChannels = (parts: NewChannelsParts): Channels => {
  const { domain, database, addressPolicy } = parts
  const { clock, pool, vault, wakeChannels } = domain
  const fieldsOf = (wish: Wish) => channelFields(wish, { vault, addressPolicy })

  /** Of which keys it is still known that they are disabled, after the keys or the status changed. */
  const keyStatesAfter = (before: ChannelRow, fields: ChannelFields): string => {
    const isSwitchedOn = fields.status === channelStatuses.enabled && before.status !== channelStatuses.enabled
    if (before.key_states === '') return ''
    const after = { ...before, ...fields }
    const names = new Set(splitKeys(vault.open(after.key_sealed), after).map((key) => keyIdOf(vault, key)))
    const known = readKeyStates(isSwitchedOn ? keptByHand(before.key_states) : before.key_states)
    return writeKeyStates(new Map([...known].filter(([name]) => names.has(name))))
  }

  /** What of a wish differs from what is. Only that is checked: what was saved once is no fault of who sends it back. */
  const changesOf = (before: ChannelRow, wish: Wish): ChannelFields => {
    const stored = new Map<string, unknown>(Object.entries(before))
    const isOther = ([name, value]: [string, unknown]) => value !== stored.get(name)
    const { key_sealed, ...wanted } = fieldsOf(Object.fromEntries(Object.entries(wish).filter(isOther)))
    const fields: ChannelFields = Object.fromEntries(Object.entries(wanted).filter(isOther))
    if (fields.key_hash !== undefined && key_sealed !== undefined) fields.key_sealed = key_sealed
    if (fields.status === channelStatuses.autoDisabled) {
      throw new ApplicationError('input_invalid', { field: 'status', reason: 'not_one_of', choices: '1, 2', count: 2 })
    }
    return { ...fields, ...usualOther(before, fields) }
  }

  return {
    ...createNewChannels(parts),
    ...createChannelKeyActs(parts),
    change: async (id, wish, actor) => {
      const row = await database.transaction(async (transaction) => {
        const before = await findOrThrow(transaction, id)
        const fields = changesOf(before, wish)
        if (Object.keys(fields).length === 0) return before
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
    wake: async (id, actor) => {
      const row = await findOrThrow(database.query, id)
      await recordAct(database.query, clock, actor, {
        action: 'channel.wake',
        target: `channel:${id}`,
        after: { name: row.name },
      })
      await wakeChannels([id])
      return row
    },
    remove: async (id, reason, actor) => {
      await database.transaction(async (transaction) => {
        const { name, type } = await findOrThrow(transaction, id)
        await deleteChannels(transaction, [id])
        await recordAct(transaction, clock, actor, deletionOf([id], { name, type }, reason))
      })
      await pool.refresh([id])
    },
  }
}

/** Where a vendor has a usual value, a field that is emptied, or left empty for another vendor, has that. */
const usualOther = (before: ChannelRow, fields: ChannelFields): ChannelFields => {
  const { other = before.other, type = before.type } = fields
  const usual = providerOf(type).other?.usual
  const isTouched = fields.other !== undefined || fields.type !== undefined
  return isTouched && other === '' && usual !== undefined ? { other: usual } : {}
}

const pick = (row: ChannelRow, fields: ChannelFields): ChannelFields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(fields, name)))
