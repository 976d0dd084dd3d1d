import type { ChangedValues, ChannelValues, ValueChange } from '#contract/channel-batches.ts'
import { lockChannels, updateChannels } from '../../db/channels.ts'
import type { OpenTransaction } from '../../db/database.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { type ChannelFields, channelFields, type RuleParts } from './channel-rules.ts'

/** Writes the values that are named, and no others, where a channel has something else; answers what that was. */
export const changeValues = async (
  transaction: OpenTransaction,
  changes: readonly ValueChange[],
  parts: RuleParts,
): Promise<ChangedValues[]> => {
  const wanted = changes.map(({ ids, to, from }) => ({
    ids,
    to: channelFields(to, parts),
    from: channelFields(from ?? {}, parts),
  }))
  const locked = await lockChannels(
    transaction,
    wanted.flatMap(({ ids }) => ids),
  )
  const rows = new Map(locked.map((row) => [row.id, row]))
  const changed: ChangedValues[] = []
  for (const { ids, to, from } of wanted) {
    const found = [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
    const unlike = found.filter((row) => hasAll(row, from) && !hasAll(row, to))
    await updateChannels(
      transaction,
      unlike.map(({ id }) => id),
      to,
    )
    changed.push(...grouped(unlike, to))
    // One that is named twice is changed by what it has become.
    for (const row of unlike) rows.set(row.id, { ...row, ...to })
  }
  return changed
}

const hasAll = (row: ChannelRow, fields: ChannelFields): boolean => {
  const held: Readonly<Record<string, unknown>> = row
  return Object.entries(fields).every(([name, value]) => held[name] === value)
}

/** Those that had the same before stand together. */
const grouped = (rows: readonly ChannelRow[], fields: ChannelFields): ChangedValues[] => {
  const alike = new Map<string, ChangedValues>()
  for (const row of rows) {
    const was = valuesOf(row, Object.keys(fields))
    const same = alike.get(JSON.stringify(was))
    if (same === undefined) alike.set(JSON.stringify(was), { ids: [row.id], was })
    else same.ids.push(row.id)
  }
  return [...alike.values()]
}

/** What a channel has of the fields that are named. */
export const valuesOf = (row: ChannelRow, names: readonly string[]): ChannelValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as ChannelValues // seam: Object.fromEntries forgets which names there are
