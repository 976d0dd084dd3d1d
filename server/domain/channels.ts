import type { ChannelChangeInput } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { replaceAbilities } from '../db/abilities.ts'
import { deleteChannel, findChannel, insertChannel, updateChannel } from '../db/channels.ts'
import type { Database, Executor } from '../db/database.ts'
import type { AbilityRow, ChannelRow, NewChannel } from '../db/schema.ts'
import type { AddressPolicy } from '../lib/address-guard.ts'
import { nowSeconds } from '../lib/clock.ts'
import { nameList } from '../lib/name-list.ts'
import { type Actor, recordAct } from './audit.ts'
import { type ChannelFields, channelFields } from './channel-rules.ts'
import type { Domain } from './domain.ts'

type Wish = Omit<ChannelChangeInput, 'id'>

/** Channels as operators keep them. A row, its abilities and the record of the act are written together. */
export type Channels = {
  create: (wish: Wish, actor: Actor) => Promise<ChannelRow>
  change: (id: number, wish: Wish, actor: Actor) => Promise<ChannelRow>
  remove: (id: number, actor: Actor) => Promise<void>
}

type Parts = { domain: Domain; database: Database; addressPolicy: AddressPolicy }

export const createChannels = ({ domain, database, addressPolicy }: Parts): Channels => {
  const { clock, pool, vault } = domain
  const fieldsOf = (wish: Wish) => channelFields(wish, { vault, addressPolicy })

  return {
    create: async (wish, actor) => {
      const fields = fieldsOf(wish)
      for (const field of ['name', 'key_sealed', 'models'] as const) {
        if (!fields[field]) {
          throw new ApplicationError('input_invalid', { field: field.replace('_sealed', ''), reason: 'required' })
        }
      }
      const row = await database.transaction(async (transaction) => {
        const id = await insertChannel(transaction, { ...emptyChannel, ...fields, created_time: nowSeconds(clock) })
        const created = await readBack(transaction, id)
        await recordAct(transaction, clock, actor, {
          action: 'channel.create',
          target: `channel:${id}`,
          after: withoutKey(fields),
        })
        return created
      })
      await pool.refresh(row.id)
      return row
    },
    change: async (id, wish, actor) => {
      const fields = fieldsOf(wish)
      const row = await database.transaction(async (transaction) => {
        const before = await findChannel(transaction, id)
        if (before === undefined) throw new ApplicationError('channel_missing')
        await updateChannel(transaction, id, fields)
        const changed = await readBack(transaction, id)
        await recordAct(transaction, clock, actor, {
          action: 'channel.change',
          target: `channel:${id}`,
          before: withoutKey(pick(before, fields)),
          after: withoutKey(fields),
        })
        return changed
      })
      await pool.refresh(id)
      return row
    },
    remove: async (id, actor) => {
      await database.transaction(async (transaction) => {
        const before = await findChannel(transaction, id)
        if (before === undefined) throw new ApplicationError('channel_missing')
        await deleteChannel(transaction, id)
        await recordAct(transaction, clock, actor, {
          action: 'channel.delete',
          target: `channel:${id}`,
          before: { name: before.name, type: before.type },
        })
      })
      await pool.refresh(id)
    },
  }
}

const readBack = async (executor: Executor, id: number): Promise<ChannelRow> => {
  const row = await findChannel(executor, id)
  if (row === undefined) throw new ApplicationError('channel_missing')
  await replaceAbilities(executor, id, abilitiesOf(row))
  return row
}

/** One row per group and public model name, prefix included. */
const abilitiesOf = (row: ChannelRow): AbilityRow[] =>
  nameList(row.group).flatMap((group) =>
    nameList(row.models).map((model) => ({
      group,
      model: row.model_prefix + model,
      channel_id: row.id,
      enabled: Number(row.status === 1),
      priority: row.priority,
      weight: row.weight,
      tag: row.tag,
    })),
  )

/** What the audit may know: that the key changed, not what it is. */
const withoutKey = ({ key_sealed, key_hash, ...rest }: ChannelFields): object =>
  key_sealed === undefined && key_hash === undefined ? rest : { ...rest, key: 'changed' }

const pick = (row: ChannelRow, fields: ChannelFields): ChannelFields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(fields, name)))

const emptyChannel = {
  type: 1,
  name: '',
  key_hash: '',
  key_sealed: '',
  status: 1,
  base_url: '',
  other: '',
  models: '',
  group: 'default',
  tag: '',
  model_prefix: '',
  model_mapping: '',
  status_code_mapping: '',
  param_override: '',
  setting: '',
  openai_organization: '',
  test_model: '',
  max_input_tokens: 0,
  priority: 0,
  weight: 0,
  auto_ban: 1,
  response_time: 0,
  test_time: 0,
  balance: 0,
  balance_updated_time: 0,
  used_quota: 0,
  other_info: '',
  key_states: '',
} satisfies Omit<NewChannel, 'created_time'>
