import { costMembers } from '#contract/channel-field-kinds.ts'
import { cellText, rawOf } from '../../../lib/entry-value.ts'
import { type JsonEntry, readEntries, writeEntries } from '../../../lib/json-entries.ts'

export type CostMember = (typeof costMembers)[number]

/** What a model costs, each price as it is typed; a price that nobody set is not among them. */
export type CostRow = { model: string; prices: Readonly<Partial<Record<CostMember, string>>> }

type Entries = readonly JsonEntry[]

/** The text as a table; undefined where it is none. */
export const readCosts = (text: string): Entries | undefined => {
  const entries = readEntries(text, 'nested')
  return entries?.every(isShown) ? entries : undefined
}

/** What no table can show is a text of its own. A model whose prices were all taken away is still there. */
const isShown = ({ path: [_model, member], raw }: JsonEntry): boolean =>
  member === undefined ? raw === '{}' : isCostMember(member) && cellText(raw, 'number') !== undefined

const isCostMember = (name: string): name is CostMember => costMembers.some((member) => member === name)

export const rowsOf = (entries: Entries): CostRow[] =>
  [...Map.groupBy(entries, ({ path: [model = ''] }) => model)].map(([model, own]) => ({
    model,
    prices: Object.fromEntries(
      own.flatMap(({ path: [, member], raw }) =>
        member === undefined ? [] : [[member, cellText(raw, 'number') ?? '']],
      ),
    ),
  }))

/** Nothing where no model is left. */
export const writeCosts = (entries: Entries): string => (entries.length === 0 ? '' : writeEntries(entries, 'nested'))

export const withModel = (entries: Entries, model: string): Entries => [...entries, nothingSaid(model)]

export const withoutModel = (entries: Entries, model: string): Entries =>
  entries.filter(({ path }) => path[0] !== model)

export const renamed = (entries: Entries, from: string, to: string): Entries =>
  entries.map((entry) => (entry.path[0] === from ? { ...entry, path: entry.path.with(0, to) } : entry))

/** An empty text takes the price away. */
export const withPrice = (entries: Entries, model: string, member: CostMember, typed: string): Entries => {
  const own = entries.filter(({ path }) => path[0] === model)
  const before = own.find(({ path }) => path[1] === member)
  const fresh = typed.trim() === '' ? [] : [{ path: [model, member], raw: rawOf(typed, 'number', before?.raw) }]
  const others = own.filter((entry) => entry !== before && entry.path.length > 1)
  const next = before === undefined ? [...others, ...fresh] : own.flatMap((entry) => (entry === before ? fresh : entry))
  const [first] = own
  return entries.flatMap((entry) => {
    if (entry === first) return next.length === 0 ? [nothingSaid(model)] : next
    return entry.path[0] === model ? [] : [entry]
  })
}

const nothingSaid = (model: string): JsonEntry => ({ path: [model], raw: '{}' })
