import { Combobox as Base } from '@base-ui/react/combobox'
import clsx from 'clsx'
import { Check, Plus, X } from 'lucide-react'
import { type ClipboardEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { type Choices, knownChoices } from '../lib/known.ts'
import { nearestFirst } from '../lib/name-search.ts'
import { ChoicesNote } from './choices-note.tsx'
import { useDismissWords } from './dismiss-buttons.ts'
import { keepOnEscape } from './keep-on-escape.ts'
import { choiceClass, groupClass, popupClass } from './styles.ts'

type MultiComboboxProps = {
  value: readonly string[]
  onChange(value: string[]): void
  choices: Choices<string>
  /** Names that are not among the choices may be added. */
  creatable?: boolean
  /** Told which pasted or typed names were there already, or came more than once. */
  onDuplicates?: (names: string[]) => void
  id?: string
  label?: string
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  'aria-describedby'?: string | undefined
}

const none: readonly string[] = []

/** Names separated by commas, white space or line breaks. */
export const splitNames = (text: string): string[] => text.split(/[\s,，;]+/).filter((name) => name !== '')

/** The names, those nearest to what was typed first, and that itself where it may be added. */
const offered = (names: readonly string[], wanted: string, canCreate: boolean): readonly string[] => {
  const found = nearestFirst(names, wanted, (name) => name)
  return canCreate ? [...found, wanted] : found
}

/** Several of many names as chips: typing searches, pasting a list adds all its names. */
export function MultiCombobox({ value, onChange, creatable = false, ...props }: MultiComboboxProps) {
  const t = useText()
  const dismissWords = useDismissWords()
  const known = knownChoices(props.choices)
  const choices = known.state === 'here' ? known.value : none
  const [query, setQuery] = useState('')
  const highlighted = useRef<string | undefined>(undefined)
  const wanted = query.trim()
  const canCreate = creatable && wanted !== '' && !choices.includes(wanted) && !value.includes(wanted)
  const items = useMemo(() => offered(choices, wanted, canCreate), [choices, wanted, canCreate])
  const selected = useMemo(() => [...value], [value])

  const add = (names: string[]) => {
    const allowed = creatable ? names : names.filter((name) => choices.includes(name))
    const fresh = [...new Set(allowed)].filter((name) => !value.includes(name))
    const repeated = new Set(allowed.filter((name, place) => value.includes(name) || allowed.indexOf(name) < place))
    if (fresh.length > 0) onChange([...value, ...fresh])
    if (repeated.size > 0) props.onDuplicates?.([...repeated])
    setQuery('')
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const names = splitNames(event.clipboardData.getData('text'))
    if (names.length < 2) return
    event.preventDefault()
    add(names)
  }
  return (
    <Base.Root
      items={items}
      multiple
      value={selected}
      onValueChange={(next) => {
        onChange(next)
        setQuery('')
      }}
      inputValue={query}
      onInputValueChange={setQuery}
      onItemHighlighted={(item) => {
        highlighted.current = item
      }}
      disabled={props.disabled ?? false}
      limit={200}
    >
      <Base.InputGroup ref={dismissWords.field} className={clsx(groupClass, 'cursor-text px-1.5 py-1.5')}>
        <Base.Chips
          className="flex max-h-48 w-full flex-wrap items-center gap-1 overflow-auto"
          aria-label={value.length > 0 ? t('chosen', { count: value.length }) : undefined}
        >
          {value.map((name) => (
            <Chip key={name} name={name} />
          ))}
          <Base.Input
            id={props.id}
            aria-label={props.label}
            aria-invalid={props['aria-invalid']}
            aria-required={props['aria-required']}
            aria-describedby={props['aria-describedby']}
            placeholder={value.length > 0 ? '' : (props.placeholder ?? t('choose'))}
            onBlur={({ currentTarget }) => {
              // Closing throws away what is typed: where names of one's own are taken, it is one of them.
              const typed = splitNames(currentTarget.value)
              if (creatable && typed.length > 0) add(typed)
              props.onBlur?.()
            }}
            onPaste={paste}
            onKeyDown={(event) => {
              keepOnEscape(event)
              const typed = event.currentTarget.value.trim()
              if (typed === '' || !(event.key === 'Enter' || event.key === ',')) return
              // Enter would send the form, without what is typed here.
              event.preventDefault()
              if (event.key === ',' || highlighted.current === undefined) add(splitNames(typed))
            }}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted pointer-coarse:h-8 pointer-coarse:text-base"
          />
        </Base.Chips>
      </Base.InputGroup>
      <ChoicesNote choices={known} />
      <Base.Portal render={<section aria-label={t('choices')} />}>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            ref={dismissWords.popup}
            className={clsx(popupClass, 'max-h-72 w-(--anchor-width) overflow-auto overscroll-contain p-1')}
          >
            <FoundNames fresh={canCreate ? wanted : undefined} isLoading={known.state === 'loading'} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** What was found, and a name that can be added. */
function FoundNames({ fresh, isLoading }: { fresh: string | undefined; isLoading: boolean }) {
  const t = useText()
  return (
    <>
      <Base.Empty className="px-2 py-3 text-center text-[13px] text-muted empty:hidden">
        {t(isLoading ? 'loading' : 'noChoices')}
      </Base.Empty>
      <Base.List>
        {(name: string) => (
          <Base.Item key={name} value={name} className={clsx(choiceClass, 'justify-between')}>
            {name === fresh ? (
              <span className="flex items-center gap-2 truncate text-brand-ink">
                <Plus className="size-4" aria-hidden />
                {t('addChoice', { text: name })}
              </span>
            ) : (
              <span className="truncate">{name}</span>
            )}
            <Base.ItemIndicator>
              <Check className="size-4 text-brand-ink" />
            </Base.ItemIndicator>
          </Base.Item>
        )}
      </Base.List>
    </>
  )
}

function Chip({ name }: { name: string }) {
  const t = useText()
  return (
    <Base.Chip
      aria-label={name}
      className="flex h-6 max-w-full items-center gap-0.5 rounded-md bg-hover pl-2 text-[13px] outline-none data-highlighted:bg-brand-soft data-highlighted:text-brand-ink pointer-coarse:h-8"
    >
      <span className="truncate">{name}</span>
      <Base.ChipRemove
        aria-label={t('removeChoice', { name })}
        className="grid size-6 place-items-center rounded-md text-muted hover:text-fg"
      >
        <X className="size-3" />
      </Base.ChipRemove>
    </Base.Chip>
  )
}
