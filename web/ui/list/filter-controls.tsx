import { FilterX, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isTakenBy } from '../../lib/filter-values.ts'
import { type Area, type Text, useText, type WordKey, wordOf } from '../../lib/i18n.ts'
import type { Known } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import type { Filter, Filters, FilterValues } from '../../lib/list-filters.ts'
import type { ListState } from '../../lib/list-state.ts'
import { useIsPhone } from '../../lib/media.ts'
import { Boundary } from '../boundary.tsx'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { SearchInput } from '../search-input.tsx'
import { Select } from '../select.tsx'
import { pressedClass } from '../styles.ts'

const ManyChoices = lazyPart(() => import('./many-choices.tsx'), 'ManyChoices')

/** Of more one is found by typing. */
const mostToLookOver = 20

/** So many fit on a phone as they are. */
const fewFilters = 2

type Choice = { value: string; label: string; hint?: string }

type FilterControlsProps<A extends Area, F extends Filters<WordKey<A>>> = {
  area: A
  filters: F
  state: ListState<F>
  /** Of the filters whose choices the server knows. */
  choices: Partial<Record<keyof F, Known<readonly Choice[]>>>
  /** The time that the list is narrowed to, where it is. */
  range: ReactNode
}

/**
 * A control for each filter of a list, in their order; those that are seldom wanted behind a button, and on a phone all but
 * the first that is typed, so that rows begin high up on the screen.
 */
export function FilterControls<A extends Area, F extends Filters<WordKey<A>>>(props: FilterControlsProps<A, F>) {
  const { area, filters, state, choices, range } = props
  const t = useText(area)
  const words = useText('lists')
  const [turned, setTurned] = useState<boolean>()
  const entries = Object.entries(filters)
  const isFolded = useIsPhone() && entries.length > fewFilters
  const first = entries.find(([, { kind, more }]) => !more && (kind === 'text' || kind === 'number'))
  const more = entries.filter((entry) => (isFolded ? entry !== first : entry[1].more))
  const count = more.filter(([name]) => state.filters[name] !== undefined).length
  const isOpen = turned ?? (count > 0 && !isFolded)
  const control = ([name, filter]: (typeof entries)[number]) => (
    <FilterControl
      // What was pasted here and is found alone has gone to its own box.
      key={filter.alone ? name : `${name} ${state.lone && state.filters[state.lone]}`}
      filter={filter}
      label={wordOf(t, filter.label)}
      t={t}
      value={state.filters[name]}
      choices={choices[name]}
      isTaken={(text) => isTakenBy(filters, filter, text)}
      // seam: the name is one of the filters
      onChange={(value) => state.filter({ [name]: value } as Partial<FilterValues<F>>)}
    />
  )
  const clear = state.isFiltered && (
    <Button variant="ghost" onClick={state.clear}>
      {words('clearFilters')}
    </Button>
  )
  return (
    <>
      {entries.filter((entry) => !more.includes(entry)).map(control)}
      {!isFolded && range}
      {more.length > 0 && (
        <Button aria-expanded={isOpen} onClick={() => setTurned(!isOpen)}>
          <SlidersHorizontal aria-hidden />
          {moreLabel(words, isFolded, count)}
        </Button>
      )}
      {isFolded && range}
      {isOpen && more.length > 0 && (
        <div className="order-last flex basis-full flex-wrap items-start gap-2">
          {more.map(control)}
          {isFolded && clear}
        </div>
      )}
      {/* A word in its place would send the tools to a line of their own. */}
      {!isFolded && state.isFiltered && (
        <IconButton tone="framed" label={words('clearFilters')} icon={<FilterX />} onClick={state.clear} />
      )}
    </>
  )
}

const moreLabel = (words: Text<'lists'>, isFolded: boolean, count: number): string => {
  if (isFolded) return count > 0 ? words('filtersSet', { count }) : words('filters')
  return count > 0 ? words('moreFiltersSet', { count }) : words('moreFilters')
}

type FilterControlProps<A extends Area> = {
  filter: Filter<WordKey<A>>
  label: string
  t: Text<A>
  value: string | undefined
  choices: Known<readonly Choice[]> | undefined
  isTaken(text: string): boolean
  onChange(value: string | undefined): void
}

function FilterControl<A extends Area>(props: FilterControlProps<A>) {
  const { filter, label, t, value, choices, isTaken, onChange } = props
  const words = useText('lists')
  switch (filter.kind) {
    case 'text':
    case 'number':
      return (
        <SearchInput
          className="w-full sm:w-48"
          label={label}
          placeholder={filter.short && wordOf(t, filter.short)}
          value={value ?? ''}
          faultOf={(text) => (isTaken(text) ? undefined : words('filterNumber'))}
          onSearch={(text) => onChange(text || undefined)}
        />
      )
    case 'choice': {
      const [only, ...others] = Object.entries(filter.choices)
      // What is on or off is a button.
      if (only && others.length === 0) {
        return (
          <Button
            aria-pressed={value !== undefined}
            className={pressedClass}
            onClick={() => onChange(value === undefined ? only[0] : undefined)}
          >
            {wordOf(t, only[1])}
          </Button>
        )
      }
      return (
        <Select
          className="w-40 max-sm:flex-1"
          label={label}
          clearable={filter.none === undefined}
          value={value ?? (filter.none && '')}
          choices={[...(filter.none ? [['', filter.none] as const] : []), ...Object.entries(filter.choices)].map(
            ([choice, key]) => ({ value: choice, label: wordOf(t, key) }),
          )}
          onChange={(next) => onChange(next || undefined)}
        />
      )
    }
    case 'asked': {
      const select = (
        <Select
          className="w-40 max-sm:flex-1"
          label={label}
          clearable
          value={value}
          choices={choices ?? { state: 'loading' }}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
      if (choices?.state !== 'here' || choices.value.length <= mostToLookOver) return select
      return (
        <Boundary loading={select}>
          <ManyChoices label={label} value={value} choices={choices.value} onChange={onChange} />
        </Boundary>
      )
    }
  }
}
