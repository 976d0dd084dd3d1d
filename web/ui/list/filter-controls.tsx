import { type Area, type Text, useText, type WordKey, wordOf } from '../../lib/i18n.ts'
import type { Known } from '../../lib/known.ts'
import type { Filter, Filters, FilterValues } from '../../lib/list-filters.ts'
import type { ListState } from '../../lib/list-state.ts'
import { SearchInput } from '../search-input.tsx'
import { Select } from '../select.tsx'

type Choice = { value: string; label: string }

type FilterControlsProps<A extends Area, F extends Filters<WordKey<A>>> = {
  area: A
  filters: F
  state: ListState<F>
  /** Of the filters whose choices the server knows. */
  choices: Partial<Record<keyof F, Known<readonly Choice[]>>>
}

/** A control for each filter of a list, in their order. */
export function FilterControls<A extends Area, F extends Filters<WordKey<A>>>(props: FilterControlsProps<A, F>) {
  const { area, filters, state, choices } = props
  const t = useText(area)
  return Object.entries(filters).map(([name, filter]) => (
    <FilterControl
      key={name}
      filter={filter}
      label={wordOf(t, filter.label)}
      t={t}
      value={state.filters[name]}
      choices={choices[name]}
      // seam: the name is one of the filters
      onChange={(value) => state.filter({ [name]: value } as Partial<FilterValues<F>>)}
    />
  ))
}

type FilterControlProps<A extends Area> = {
  filter: Filter<WordKey<A>>
  label: string
  t: Text<A>
  value: string | undefined
  choices: Known<readonly Choice[]> | undefined
  onChange(value: string | undefined): void
}

function FilterControl<A extends Area>({ filter, label, t, value, choices, onChange }: FilterControlProps<A>) {
  switch (filter.kind) {
    case 'text':
      return (
        <SearchInput
          className="w-full sm:w-56"
          label={label}
          value={value ?? ''}
          onSearch={(text) => onChange(text || undefined)}
        />
      )
    case 'choice':
      return (
        <Select
          className="w-40 max-sm:flex-1"
          label={label}
          clearable
          value={value}
          choices={Object.entries(filter.choices).map(([choice, key]) => ({ value: choice, label: wordOf(t, key) }))}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'asked':
      return (
        <Select
          className="w-40 max-sm:flex-1"
          label={label}
          clearable
          value={value}
          choices={choices ?? { state: 'loading' }}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
  }
}
