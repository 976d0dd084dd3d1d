import { replaceAbilities, updateAbilities } from '../../db/abilities.ts'
import type { OpenTransaction } from '../../db/database.ts'
import type { AbilityRow, ChannelRow } from '../../db/schema.ts'
import { nameList } from '../../lib/name-list.ts'
import type { ChannelFields } from './channel-rules.ts'

/** What says in which rows a channel has abilities; the rest is the same in all of them. */
const placing = ['models', 'group', 'model_prefix'] as const
const common = ['priority', 'weight', 'tag'] as const

type Placed = Pick<ChannelRow, 'id' | 'models' | 'group' | 'model_prefix' | 'status' | (typeof common)[number]>

/** Writes what channels can serve, one row per group and public model name, prefix included. */
export const writeAbilities = (transaction: OpenTransaction, rows: readonly Placed[]): Promise<void> =>
  replaceAbilities(
    transaction,
    rows.map(({ id }) => id),
    rows.flatMap(abilitiesOf),
  )

/** Follows a change of channels, given as they are after it, with as little writing as will do. */
export const followChange = async (
  transaction: OpenTransaction,
  rows: readonly Placed[],
  fields: ChannelFields,
): Promise<void> => {
  if (placing.some((name) => fields[name] !== undefined)) return writeAbilities(transaction, rows)
  const change = {
    ...Object.fromEntries(common.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
    ...(fields.status === undefined ? {} : { enabled: Number(fields.status === 1) }),
  }
  await updateAbilities(
    transaction,
    rows.map(({ id }) => id),
    change,
  )
}

const abilitiesOf = (row: Placed): AbilityRow[] =>
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
