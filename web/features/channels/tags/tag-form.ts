import * as z from 'zod/mini'
import type { PartOfSome, TagChange, WholeTag } from '#contract/channel-batches.ts'
import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import { type DrawnColumn, drawnColumns } from '#contract/channel-field-parts.ts'
import { type FormEntry, type RecordForm, startOf } from '../../../lib/record-form.ts'
import type { RecordEdit } from '../../../ui/use-record-form.ts'
import { type FieldValue, formValue, sentValue } from '../form/channel-values.ts'
import { columnEntry } from '../form/column-entry.ts'

export type TagFormValues = { tag: string; [name: string]: FieldValue }
export type TagEdit = RecordEdit<WholeTag, TagBody, 'channels', TagFormValues>
/** What the fields say, each on its own. */
type TagBody = Record<string, unknown>
type TagForm = RecordForm<WholeTag, TagBody, 'channels', TagFormValues>
type TagEntry = FormEntry<WholeTag, TagBody, 'channels', FieldValue>

/** The fields that the form of a tag draws: those that a tag may change, besides the tag itself and what the list changes. */
export const sharedColumns: readonly [DrawnColumn, ColumnEntry][] = drawnColumns.flatMap(([name, column]) =>
  column.byTag === undefined || column.inList || name === 'tag'
    ? []
    : [[name, { ...column, required: false, optional: true }]],
)

/** Whether parts of a field can be added and taken one by one. */
export const hasParts = ({ kind }: ColumnEntry): boolean => kind === 'names' || kind === 'json'

/** Where the form keeps what is taken of that which only some have. */
export const takenOf = (name: string): string => `taken_${name}`

const fieldOf = (tag: WholeTag, { byTag = '' }: ColumnEntry) => tag.fields[byTag] ?? { shared: null, partly: [] }

/** What only some of the channels have of a field. */
export const partlyOf = (tag: WholeTag, column: ColumnEntry): readonly PartOfSome[] => fieldOf(tag, column).partly

/** Whether the channels of a tag differ in a field that has no parts, and so is shown empty. */
export const differs = (tag: WholeTag, column: ColumnEntry): boolean => fieldOf(tag, column).shared === null

/** What a tag is changed by: only what was set, added or taken. */
export const tagChange = (tag: WholeTag, values: TagFormValues): TagChange => {
  const before = startOf(tagForm, tag)
  const whole: [string, string | number][] = []
  const add: [string, unknown][] = []
  const take: [string, string[]][] = []
  for (const [name, column] of sharedColumns) {
    const { byTag = name } = column
    const [was = null, is = null] = [before[name], values[name]]
    if (!hasParts(column)) {
      // A number that was taken away is left as it is.
      if (is !== null && sentValue(column, is) !== sentValue(column, was)) whole.push([byTag, sentValue(column, is)])
      continue
    }
    const { added, taken } = column.kind === 'names' ? namesBetween(was, is) : entriesBetween(was, is)
    const names = new Set([...taken, ...namesIn(values[takenOf(name)])])
    for (const kept of Object.keys(added)) names.delete(kept)
    if (Object.keys(added).length > 0) add.push([byTag, column.kind === 'names' ? Object.keys(added) : added])
    if (names.size > 0) take.push([byTag, [...names]])
  }
  const newTag = values.tag.trim()
  return {
    tag: tag.tag,
    ...(newTag === tag.tag ? {} : { new_tag: newTag }),
    ...Object.fromEntries(whole),
    ...(add.length > 0 ? { add: Object.fromEntries(add) } : {}),
    ...(take.length > 0 ? { take: Object.fromEntries(take) } : {}),
  }
}

/** A field with one more of the parts that only some had. */
export const withPart = (
  column: ColumnEntry,
  value: FieldValue,
  { name, value: stored = '' }: PartOfSome,
): FieldValue =>
  column.kind === 'names'
    ? [...namesIn(value), name]
    : JSON.stringify({ ...entriesIn(value), [name]: stored }, undefined, 2)

/** Whether a field has a part already. */
export const hasPart = (column: ColumnEntry, value: FieldValue, { name, value: stored }: PartOfSome): boolean =>
  column.kind === 'names' ? namesIn(value).includes(name) : entriesIn(value)[name] === stored

const namesBetween = (was: FieldValue, is: FieldValue) => {
  const [old, now] = [namesIn(was), namesIn(is)]
  return {
    added: Object.fromEntries(now.filter((name) => !old.includes(name)).map((name): [string, unknown] => [name, true])),
    taken: old.filter((name) => !now.includes(name)),
  }
}

const entriesBetween = (was: FieldValue, is: FieldValue) => {
  const [old, now] = [entriesIn(was), entriesIn(is)]
  return {
    added: Object.fromEntries(
      Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])),
    ),
    taken: Object.keys(old).filter((name) => !Object.hasOwn(now, name)),
  }
}

const namesIn = (value: FieldValue | undefined): readonly string[] => (Array.isArray(value) ? value : [])

const object = z.record(z.string(), z.unknown())

/** Of text that is no object yet, while somebody types it, nothing. */
const entriesIn = (value: FieldValue): Record<string, unknown> => {
  try {
    return object.safeParse(JSON.parse(String(value))).data ?? {}
  } catch {
    return {}
  }
}

const nothingOf = ({ kind }: ColumnEntry): FieldValue => {
  if (kind === 'names') return []
  return kind === 'whole' ? null : ''
}

const entriesOf = (name: DrawnColumn, column: ColumnEntry): [string, TagEntry][] => {
  const { byTag = name } = column
  const shared = columnEntry<WholeTag, TagBody>(name, column, {
    start: nothingOf(column),
    from: (tag) => {
      const { shared: stored } = fieldOf(tag, column)
      return stored === null ? nothingOf(column) : formValue(column, stored)
    },
    // Of an object it matters what it says, not how it is written; a number that was taken away is left as it is.
    to: (value) => (value === null ? {} : { [byTag]: column.kind === 'json' ? entriesIn(value) : value }),
  })
  if (!hasParts(column)) return [[name, shared]]
  const taken = takenOf(name)
  const gone: TagEntry = { control: 'names', label: 'tagTake', start: [], to: (names) => ({ [taken]: names }) }
  return [
    [name, shared],
    [taken, gone],
  ]
}

const nameEntry: FormEntry<WholeTag, TagBody, 'channels', string> = {
  control: 'text',
  label: 'fieldTagName',
  hint: 'tagNameHint',
  start: '',
  from: ({ tag }) => tag,
  to: (tag) => ({ new_tag: tag.trim() }),
}

const sharedEntries = sharedColumns.flatMap(([name, column]) => entriesOf(name, column))

/** What all channels of a tag share, empty where they differ, and beside it what is taken of that which only some have. */
export const tagForm: TagForm = {
  // seam: Object.fromEntries forgets which names there are
  entries: { tag: nameEntry, ...Object.fromEntries(sharedEntries) } as unknown as TagForm['entries'],
  together: () => ({}),
}
