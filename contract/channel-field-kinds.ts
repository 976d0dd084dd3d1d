import * as z from 'zod/mini'
import { amount, modelName, singleLine } from './fields.ts'

/**
 * What fields of channels can be. A kind says what may be sent for a field (`sent`), what is shown of it (`shown`) and
 * what it is before anything is said (`initial`); null empties a field, which is then as it was in the beginning.
 */

/** What a vendor is known by. */
export const vendor = (initial: number) => ({
  kind: 'vendor' as const,
  initial,
  sent: z.int().check(z.minimum(1), z.maximum(9999)),
  shown: z.int(),
})

export const whole = (initial: number, bounds: { min: number; max?: number }) => ({
  kind: 'whole' as const,
  initial,
  ...bounds,
  /** Its bounds are checked where it is stored, which has its own words for them. */
  sent: z.nullable(z.number()),
  shown: z.int(),
})

export const flag = (initial: 0 | 1) => ({
  kind: 'flag' as const,
  initial: initial as number, // seam: what is stored is any number
  sent: z.nullable(z.union([z.literal(0), z.literal(1)])),
  shown: z.int(),
})

/** One line without control characters. */
export const line = (longest: number) => ({
  kind: 'line' as const,
  initial: '',
  longest,
  sent: z.nullable(singleLine(longest)),
  shown: z.string(),
})

export const text = (longest: number) => ({
  kind: 'text' as const,
  initial: '',
  sent: z.nullable(z.string().check(z.maxLength(longest))),
  shown: z.string(),
})

export const address = (longest: number) => ({ ...text(longest), kind: 'address' as const })

/** Names with commas between them. */
export const names = (initial: string, longest: number) => ({
  kind: 'names' as const,
  initial,
  sent: z.string().check(z.maxLength(longest)),
  shown: z.string(),
})

/** The text of a JSON object, or nothing. `shape` is what may be saved, `read` what is made of the stored object. */
const json = <Value>(shape: z.ZodMiniType, read: z.ZodMiniType<Value>, template: object) => ({
  ...text(65_536),
  kind: 'json' as const,
  shape,
  read,
  template: JSON.stringify(template, null, 2),
})

export const anyObject = z.record(z.string(), z.unknown())
const nameMapping = z.record(z.string(), z.string())
const statusText = z.string().check(z.regex(/^\s*[45]\d\d\s*$/, 'not_error_status'))
const statusMapping = z.record(
  z.string().check(z.regex(/^[1-5]\d\d$/, 'not_status')),
  z.union([z.int().check(z.minimum(400), z.maximum(599)), statusText]),
)

const readStatuses = z.pipe(
  z.record(z.string(), z.union([z.string(), z.number()])),
  z.transform((statuses) =>
    Object.fromEntries(
      Object.entries(statuses)
        .map(([from, to]) => [from, Number(to)] as const)
        .filter(([, to]) => Number.isInteger(to) && to >= 400 && to <= 599),
    ),
  ),
)

export const costMembers = ['input', 'output', 'cache_read', 'cache_write', 'call'] as const

/** By tokens both sides are told, where one is free too: what was forgotten would look like a gain. */
const areWhole = (costs: Readonly<Partial<Record<(typeof costMembers)[number], number>>>): boolean =>
  costs.input === undefined || costs.output === undefined
    ? costs.call !== undefined && Object.keys(costs).length === 1
    : true

/** By way of a text, so that whoever writes another one is told which there are. */
const costMember = z.pipe(z.string(), z.enum(costMembers))
const modelCosts = z.partialRecord(costMember, amount).check(z.refine(areWhole, 'costs_incomplete'))
const costTable = z.record(modelName, modelCosts)

export const mapping = () => ({ ...json(nameMapping, z._default(nameMapping, {}), { 'gpt-5': 'gpt-5-mini' }) })
export const statuses = () => json(statusMapping, z._default(readStatuses, {}), { 400: '500' })
/** What the vendor of each model charges. */
export const costs = () =>
  json(costTable, z.optional(costTable), {
    'gpt-5': { input: 1.25, output: 10, cache_read: 0.125 },
    '*': { input: 1, output: 4 },
  })
export const object = (template: object) => json(anyObject, z.optional(anyObject), template)

/** Whether it is used. That the gateway itself switched a channel off may be sent of one where it is so. */
export const status = () => ({
  kind: 'status' as const,
  initial: 1 as number, // seam: what is stored is any number
  sent: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  shown: z.int(),
})

/** In which part of the form a field is drawn. */
export type FieldSection = 'access' | 'routing' | 'connection' | 'advanced'

/** Where a field is found besides the contract and storage, which have all of them. */
type Places = {
  /** What it is called in the memory of the relay and where else it is read; without it only storage knows it. */
  as?: string
  section?: FieldSection
  /** No channel is without it. */
  required?: boolean
  /** A change of all channels of a tag may set it, under this name. */
  byTag?: string
  /** What a number is refused with that is none it can be. */
  wrongNumber?: 'priority_not_whole' | 'weight_not_whole'
  /** It is changed in the list, and so it is not drawn in the form of a tag. */
  inList?: boolean
  /** Empty in the form where it is as in the beginning. */
  optional?: boolean
}

type Kind = ReturnType<
  | typeof status
  | typeof vendor
  | typeof whole
  | typeof flag
  | typeof line
  | typeof text
  | typeof address
  | typeof names
  | typeof json<unknown>
>
/** What may be sent for one field may be less than for all of its kind. */
type Narrowed<Each> = Each extends unknown ? Omit<Each, 'sent'> & { sent: z.ZodMiniType } : never
/** A field with a column of its own. */
export type ColumnEntry = Places & Narrowed<Kind>

/** A member of the field `setting`. */
export type SettingEntry =
  /** Nothing but true turns a flag on. */
  | { kind: 'flag' | 'line' | 'proxy'; as: string }
  /** Turned on by one word. */
  | { kind: 'word'; word: string; as: string }
  | { kind: 'dialect' }
