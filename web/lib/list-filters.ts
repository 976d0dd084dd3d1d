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
  kind: 'text' | 'choice' | 'asked'
  label: Label
  /** Into the address, which browsers remember. */
  kept: boolean
  /** Of a choice: its values and their labels. */
  choices: Readonly<Record<string, Label>>
  schema: z.ZodMiniType<string | undefined>
  /** Who is offered it; without it everybody. */
  for?: 'admin'
}
export type Filters<Label extends string = string> = Readonly<Record<string, Filter<Label>>>
export type FilterValues<F extends Filters> = { [Name in keyof F]?: z.output<F[Name]['schema']> }

const noChoices = {}

export const text = <Label extends string>(label: Label, { kept = true } = {}) => ({
  ...{ kind: 'text' as const, label, kept, choices: noChoices },
  schema: textParameter,
})

/** A number, for administrators: what they know others are not told. */
export const adminNumber = <Label extends string>(label: Label) => ({
  ...{ kind: 'text' as const, label, kept: true, choices: noChoices, for: 'admin' as const },
  schema: digitsParameter,
})

export const choice = <Label extends string, const Choices extends Readonly<Record<string, string>>>(
  label: Label,
  choices: Choices,
) => ({
  ...{ kind: 'choice' as const, label, kept: true, choices },
  // seam: the keys of a choice are at least one
  schema: choiceParameter(Object.keys(choices) as [keyof Choices & string, ...(keyof Choices & string)[]]),
})

/** One of what the server knows: its choices stand in the definition of the list. */
export const asked = <Label extends string>(label: Label) => ({
  ...{ kind: 'asked' as const, label, kept: true, choices: noChoices },
  schema: textParameter,
})

type Schemas<F extends Filters> = { [Name in keyof F]: F[Name]['schema'] }

/** The search schema of a list's page: paging, order, the row looked into, its range, and the filters that are kept. */
export const listSearch = <F extends Filters>(filters: F) => {
  const kept = Object.entries(filters).flatMap(([name, { kept, schema }]) => (kept ? [[name, schema]] : []))
  // seam: those that are not kept are optional in every search
  return z.object({ ...tableParameters, ...rangeParameters, ...(Object.fromEntries(kept) as Schemas<F>) })
}

/** Seconds; an end that is open is 0. */
export type TimeRange = { start: number; end: number }

/** The filters that somebody is offered. */
export const filtersFor = <F extends Filters>(filters: F, isAdmin: boolean): F =>
  // seam: those that are left out are optional in every value of them
  Object.fromEntries(Object.entries(filters).filter(([, filter]) => isAdmin || filter.for === undefined)) as F
