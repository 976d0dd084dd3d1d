import * as z from 'zod/mini'
import {
  choiceParameter,
  digitsParameter,
  rangeParameters,
  tableParameters,
  textParameter,
} from './search-parameters.ts'

/**
 * What narrows a list, one entry each: `{ keyword: text('searchName'), status: choice('filterStatus', { on: 'isOn' }) }`.
 * Address, query, control, saved views and whether anything is filtered come from it. Labels are keys of the list's area.
 */
export type Filter<Label extends string = string> = {
  kind: 'text' | 'number' | 'choice' | 'asked'
  label: Label
  /** What stands in its box, where there is no room for the label. */
  short?: Label
  /** Into the address, which browsers remember. */
  kept: boolean
  /** Of a choice: its values and their labels. */
  choices: Readonly<Record<string, Label>>
  schema: z.ZodMiniType<string | undefined>
  /** Who is offered it; without it everybody. */
  for?: 'admin'
  /** Stands behind "More filters" until it is set. */
  more?: true
  /** Of a choice: what it is called when nothing is chosen. */
  none?: Label
  /** With it nothing else narrows the list, and a text that it knows goes to it from any other box. */
  alone?: (text: string) => boolean
}
type FilterOptions<Label extends string> = Partial<
  Pick<Filter<Label>, 'short' | 'kept' | 'for' | 'more' | 'none' | 'alone'>
>
export type Filters<Label extends string = string> = Readonly<Record<string, Filter<Label>>>
export type FilterValues<F extends Filters> = { [Name in keyof F]?: z.output<F[Name]['schema']> }

const noChoices = {}

export const text = <Label extends string>(label: Label, options: FilterOptions<Label> = {}) => ({
  ...{ kind: 'text' as const, label, kept: true, choices: noChoices, ...options },
  schema: textParameter,
})

export const number = <Label extends string>(label: Label, options: FilterOptions<Label> = {}) => ({
  ...{ kind: 'number' as const, label, kept: true, choices: noChoices, ...options },
  schema: digitsParameter,
})

/** For administrators: what they know others are not told. */
export const adminNumber = <Label extends string>(label: Label, options: FilterOptions<Label> = {}) =>
  number(label, { for: 'admin', ...options })

type NameOf<Choices> = `${keyof Choices & (string | number)}`

export const choice = <Label extends string, const Choices extends Readonly<Record<string, string>>>(
  label: Label,
  choices: Choices,
  options: FilterOptions<Label> = {},
) => ({
  ...{ kind: 'choice' as const, label, kept: true, choices, ...options },
  // seam: the keys of a choice are at least one
  schema: choiceParameter(Object.keys(choices) as [NameOf<Choices>, ...NameOf<Choices>[]]),
})

/** One of many: its choices come with the page, as the server knows them, or as words that no other page loads. */
export const asked = <Label extends string>(label: Label, options: FilterOptions<Label> = {}) => ({
  ...{ kind: 'asked' as const, label, kept: true, choices: noChoices, ...options },
  schema: textParameter,
})

type Schemas<F extends Filters> = { [Name in keyof F]: F[Name]['schema'] }

/** The search schema of a list's page: paging, order, the row looked into, its range, and the filters that are kept. */
export const listSearch = <F extends Filters>(filters: F) => {
  const kept = Object.entries(filters).flatMap(([name, { kept, schema }]) => (kept ? [[name, schema]] : []))
  // seam: those that are not kept are optional in every search
  return z.object({ ...tableParameters, ...rangeParameters, ...(Object.fromEntries(kept) as Schemas<F>) })
}
