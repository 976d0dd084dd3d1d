import * as z from 'zod/mini'
import type { ColumnEntry, SettingEntry } from './channel-field-kinds.ts'
import { channelColumns, channelSettings } from './channel-fields.ts'

/** What is drawn from the tables of channel fields. */

export type ChannelColumns = typeof channelColumns
export type ChannelColumn = keyof ChannelColumns
export type ChannelSettings = typeof channelSettings
export type ChannelSettingName = keyof ChannelSettings
/** The columns of a kind. */
export type ColumnOf<Kind extends ColumnEntry['kind']> = {
  [Name in ChannelColumn]: ChannelColumns[Name]['kind'] extends Kind ? Name : never
}[ChannelColumn]
/** The settings of a kind. */
export type SettingOf<Kind extends SettingEntry['kind']> = {
  [Name in ChannelSettingName]: ChannelSettings[Name]['kind'] extends Kind ? Name : never
}[ChannelSettingName]
/** The columns that the form of a channel draws. */
export type DrawnColumn = {
  [Name in ChannelColumn]: ChannelColumns[Name] extends { section: string } ? Name : never
}[ChannelColumn]

// seam: Object.entries forgets which names there are
export const eachColumn = Object.entries(channelColumns) as readonly [ChannelColumn, ColumnEntry][]
// seam: as above
export const eachSetting = Object.entries(channelSettings) as readonly [ChannelSettingName, SettingEntry][]

const isDrawn = (entry: [ChannelColumn, ColumnEntry]): entry is [DrawnColumn, ColumnEntry] =>
  entry[1].section !== undefined
export const drawnColumns = eachColumn
  .map(([name, column]): [ChannelColumn, ColumnEntry] => [name, column])
  .filter(isDrawn)

/** What is stored and shown of them. */
export type ChannelValues = {
  [Name in ChannelColumn]: ChannelColumns[Name]['initial'] extends number ? number : string
}

/** What may be sent for each, and what is shown of it. */
type Shapes<Of extends 'sent' | 'shown'> = { [Name in ChannelColumn]: ChannelColumns[Name][Of] }

const shapesOf = <Of extends 'sent' | 'shown'>(of: Of) =>
  // seam: Object.fromEntries forgets which names there are
  Object.fromEntries(eachColumn.map(([name, column]) => [name, column[of]])) as Shapes<Of>

export const sentColumns = shapesOf('sent')
export const shownColumns = shapesOf('shown')

/** A new channel before anything was said of it. */
export const emptyColumns = Object.fromEntries(
  eachColumn.map(([name, { initial }]) => [name, initial]),
) as ChannelValues // seam: Object.fromEntries forgets which names there are

/** What is made of a stored field. */
type Opened<Entry> = Entry extends { kind: 'flag' | 'status' | 'word' }
  ? boolean
  : Entry extends { kind: 'json'; read: infer Read extends z.ZodMiniType }
    ? z.output<Read>
    : Entry extends { kind: 'names' }
      ? readonly string[]
      : Entry extends { kind: 'whole' | 'vendor' }
        ? number
        : Entry extends { kind: 'proxy' }
          ? string | undefined
          : string

/** The fields of a table under the names that the relay has for them. */
export type OpenedFields<Table> = {
  -readonly [Name in keyof Table as Table[Name] extends { as: infer As extends string } ? As : never]: Opened<
    Table[Name]
  >
}

/** A change of all channels of a tag. */
type TagShapes = {
  [Name in ChannelColumn as ChannelColumns[Name] extends { byTag: infer As extends string }
    ? As
    : never]: z.ZodMiniOptional<ChannelColumns[Name]['sent']>
}

export const tagColumns = Object.fromEntries(
  eachColumn.flatMap(([, { byTag, sent }]) => (byTag === undefined ? [] : [[byTag, z.optional(sent)]])),
) as TagShapes // seam: Object.fromEntries forgets which names there are

/** The same fields under their own names: what many channels can be given at once, and what is told of that. */
type TaggedColumn = {
  [Name in ChannelColumn]: ChannelColumns[Name] extends { byTag: string } ? Name : never
}[ChannelColumn]

const taggedShapesOf = <Of extends 'sent' | 'shown'>(of: Of) =>
  Object.fromEntries(
    eachColumn.flatMap(([name, column]) => (column.byTag === undefined ? [] : [[name, column[of]]])),
  ) as Pick<Shapes<Of>, TaggedColumn> // seam: Object.fromEntries forgets which names there are

export const sentToMany = taggedShapesOf('sent')
export const shownOfMany = taggedShapesOf('shown')

/** The fields of a tag that have parts, which can be added and taken one by one. */
type PartedField<Kind extends 'names' | 'json'> = {
  [Name in ChannelColumn]: ChannelColumns[Name] extends { byTag: infer As extends string; kind: Kind } ? As : never
}[ChannelColumn]
const partName = z.string().check(z.maxLength(255))
const partNames = z.array(partName).check(z.maxLength(10_000))
const parted = eachColumn.flatMap(([, { kind, byTag }]) =>
  byTag !== undefined && (kind === 'names' || kind === 'json') ? [[byTag, kind] as const] : [],
)

type AddedParts = Record<PartedField<'names'>, typeof partNames> &
  Record<PartedField<'json'>, z.ZodMiniRecord<z.ZodMiniString, z.ZodMiniUnknown>>
const added = Object.fromEntries(
  parted.map(([as, kind]) => [as, kind === 'names' ? partNames : z.record(partName, z.unknown())]),
)
const taken = Object.fromEntries(parted.map(([as]) => [as, partNames]))

export const tagParts = {
  // seam: Object.fromEntries forgets which names there are
  add: added as AddedParts,
  // seam: as above
  take: taken as Record<PartedField<'names' | 'json'>, typeof partNames>,
}
