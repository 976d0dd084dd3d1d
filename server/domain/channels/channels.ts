import type { ChannelChangeInput } from '#contract/channels.ts'
import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { deleteChannels, findChannel, insertChannel, updateChannel } from '../../db/channels.ts'
import type { Database, Executor, OpenTransaction } from '../../db/database.ts'
import type { ChannelRow, NewChannel } from '../../db/schema.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import type { Domain } from '../domain.ts'
import { type Actor, changedFields, recordAct } from '../people/audit.ts'
import { followChange, writeAbilities } from './channel-abilities.ts'
import { keyIdOf, readKeyStates, writeKeyStates } from './channel-key-states.ts'
import { type ChannelFields, channelFields } from './channel-rules.ts'
import { emptyChannel } from './empty-channel.ts'
import { splitKeys, splitLines } from './open-channels.ts'

type Wish = Omit<ChannelChangeInput, 'id'>

/** Channels as operators keep them. A row, its abilities and the record of the act are written together. */
export type Channels = {
  create: (wish: Wish, actor: Actor) => Promise<ChannelRow>
  /** A channel for each key; answers their ids. */
  createMany: (wish: Wish, actor: Actor) => Promise<number[]>
  copy: (id: number, suffix: string, actor: Actor) => Promise<ChannelRow>
  change: (id: number, wish: Wish, actor: Actor) => Promise<ChannelRow>
  /** Uses keys again that were left out: the one with this name, or all. */
  enableKeys: (id: number, key: string | undefined, actor: Actor) => Promise<ChannelRow>
  remove: (id: number, actor: Actor) => Promise<void>
}

type Parts = {
  domain: Pick<Domain, 'clock' | 'vault' | 'pool' | 'keys'>
  database: Database
  addressPolicy: AddressPolicy
}

const longestName = 128
const mostAtOnce = 1000

export const createChannels = ({ domain, database, addressPolicy }: Parts): Channels => {
  const { clock, keys, pool, vault } = domain
  const fieldsOf = (wish: Wish) => channelFields(wish, { vault, addressPolicy })

  const newFields = (wish: Wish) => {
    const fields = fieldsOf({ ...wish, other: wish.other || usualOther.get(wish.type ?? emptyChannel.type) })
    for (const field of ['name', 'key_sealed', 'models'] as const) {
      if (!fields[field]) {
        throw new ApplicationError('input_invalid', { field: field.replace('_sealed', ''), reason: 'required' })
      }
    }
    return fields
  }

  const insert = async (transaction: OpenTransaction, fields: Omit<NewChannel, 'created_time'>) => {
    const row = { ...fields, created_time: nowSeconds(clock) }
    const id = await insertChannel(transaction, row)
    await writeAbilities(transaction, [{ ...row, id }])
    return id
  }

  /** Of which keys it is still known that they are disabled, after the keys or the status changed. */
  const keyStatesAfter = (before: ChannelRow, fields: ChannelFields): string => {
    const isSwitchedOn = fields.status === channelStatuses.enabled && before.status !== channelStatuses.enabled
    if (isSwitchedOn || before.key_states === '') return ''
    const sealed = fields.key_sealed ?? before.key_sealed
    const names = new Set(splitKeys(vault.open(sealed), fields.type ?? before.type).map((key) => keyIdOf(vault, key)))
    return writeKeyStates(new Map([...readKeyStates(before.key_states)].filter(([name]) => names.has(name))))
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
      return find(database.query, id)
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
          target: targetOf(created),
          after: { ...told(shared), channels: created.length },
        })
        return created
      })
      await pool.refresh(ids)
      return ids
    },
    copy: async (id, suffix, actor) => {
      const copied = await database.transaction(async (transaction) => {
        const { id: _id, created_time: _time, ...source } = await find(transaction, id)
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
      return find(database.query, copied)
    },
    change: async (id, wish, actor) => {
      const fields = fieldsOf(wish)
      const row = await database.transaction(async (transaction) => {
        const before = await find(transaction, id)
        const key_states = keyStatesAfter(before, fields)
        const isSwitched = fields.status !== undefined && fields.status !== before.status
        await updateChannel(transaction, id, {
          ...fields,
          ...(key_states === before.key_states ? {} : { key_states }),
          ...(isSwitched ? { other_info: '' } : {}),
        })
        const changed = await find(transaction, id)
        await followChange(transaction, [changed], fields)
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
        const before = await find(transaction, id)
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
        await followChange(transaction, [after], fields)
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
        const { name, type } = await find(transaction, id)
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

/** What the extra field of a type is when nothing is said: the version of its API. */
const usualOther: ReadonlyMap<number, string> = new Map([[18, 'v2.1']])

/** Channels as the audit names them; of very many, how many they are. */
export const targetOf = (ids: readonly number[]): string =>
  ids.length > 50 ? `channels:${ids.length}` : ids.map((id) => `channel:${id}`).join(' ')

const find = async (executor: Executor, id: number): Promise<ChannelRow> => {
  const row = await findChannel(executor, id)
  if (row === undefined) throw new ApplicationError('channel_missing')
  return row
}

/** What the audit may know: that the key changed, not what it is. */
const told = ({ key_sealed, key_hash, ...rest }: ChannelFields): object =>
  key_sealed === undefined && key_hash === undefined ? rest : { ...rest, key: 'changed' }

const keysTold = ({ status, key_states }: ChannelRow): object => ({
  status,
  disabled: readKeyStates(key_states).size,
})

const pick = (row: ChannelRow, fields: ChannelFields): ChannelFields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(fields, name)))

const named = (name: string, suffix: string): string => name.slice(0, longestName - suffix.length) + suffix

/** What a copy does not take over. */
const unlearned = {
  response_time: 0,
  test_time: 0,
  balance: 0,
  balance_updated_time: 0,
  used_quota: 0,
  other_info: '',
  key_states: '',
} satisfies Partial<NewChannel>
