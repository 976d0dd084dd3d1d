import * as z from 'zod/mini'
import type { TagChange } from '#contract/channel-batches.ts'
import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import { type DrawnColumn, drawnColumns } from '#contract/channel-field-parts.ts'
import type { ChannelTag } from '#contract/channels.ts'
import type { Text } from '../../../lib/i18n.ts'
import { type FieldValue, formValue, sentValue } from '../form/channel-values.ts'
import { fieldSchema } from '../form/field-schema.ts'

export type TagFormValues = { tag: string; [name: string]: FieldValue }

/** The fields that the form of a tag draws: those that a tag may change, besides the tag itself and what the list changes. */
export const sharedColumns: readonly [DrawnColumn, ColumnEntry][] = drawnColumns.flatMap(([name, column]) =>
  column.byTag === undefined || column.inList || name === 'tag'
    ? []
    : [[name, { ...column, required: false, optional: true }]],
)

/** What all channels of a tag share; empty where they differ. */
export const tagValues = (row: ChannelTag): TagFormValues => ({
  tag: row.tag,
  ...Object.fromEntries(
    sharedColumns.map(([name, column]) => {
      const stored = sharedBy(row, name)
      return [name, stored === undefined ? nothingOf(column) : formValue(column, stored)]
    }),
  ),
})

export const tagSchema = (t: Text<'channels'>) => {
  const fields = sharedColumns.map(([name, column]) => [name, fieldSchema(name, column, t)])
  // seam: Object.fromEntries forgets which names there are
  return z.object({ tag: z.string(), ...Object.fromEntries(fields) }) as unknown as z.ZodMiniType<
    TagFormValues,
    TagFormValues
  >
}

/** What a tag is changed by: only what differs from what was shown; undefined when nothing does. */
export const tagChange = (row: ChannelTag, values: TagFormValues): TagChange | undefined => {
  const before = tagValues(row)
  const changes = sharedColumns.flatMap(([name, column]) => {
    const [was = null, is = null] = [before[name], values[name]]
    // A number that was taken away is left as it is.
    if (is === null || sentValue(column, is) === sentValue(column, was)) return []
    return [[column.byTag, sentValue(column, is)]]
  })
  const renamed = values.tag.trim() === row.tag ? {} : { new_tag: values.tag.trim() }
  if (changes.length === 0 && !('new_tag' in renamed)) return undefined
  return { tag: row.tag, ...renamed, ...Object.fromEntries(changes) }
}

/** Whether the channels of a tag differ in something that the form shows as empty. */
export const differs = (row: ChannelTag, name: DrawnColumn): boolean => sharedBy(row, name) === undefined

const sharedBy = ({ children }: ChannelTag, name: DrawnColumn): string | number | undefined => {
  const [first, ...others] = children.map((channel) => channel[name])
  return others.every((value) => value === first) ? first : undefined
}

const nothingOf = ({ kind }: ColumnEntry): FieldValue => {
  if (kind === 'names') return []
  return kind === 'whole' ? null : ''
}
