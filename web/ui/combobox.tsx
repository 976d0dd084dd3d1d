import { Combobox as Base } from '@base-ui/react/combobox'
import clsx from 'clsx'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { nearestFirst } from '../lib/name-search.ts'
import { useDismissWords } from './dismiss-buttons.ts'
import { keepOnEscape } from './keep-on-escape.ts'
import { choiceClass, groupClass, popupClass } from './styles.ts'

type ComboboxProps = {
  value: string | null
  onChange(value: string | null): void
  choices: readonly string[]
  id?: string
  label?: string
  placeholder?: string
  disabled?: boolean
  className?: string
  /** Stands before each choice, and before what is chosen. */
  markOf?: (choice: string) => ReactNode
  onBlur?: () => void
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

/** One of many names, found by typing: models, groups. A few fixed choices belong in a select. */
export function Combobox({ value, onChange, choices, className, markOf, ...props }: ComboboxProps) {
  const t = useText()
  const dismissWords = useDismissWords()
  const name = props.label ?? props.placeholder ?? ''
  const [query, setQuery] = useState('')
  const items = useMemo(() => nearestFirst(choices, query, (choice) => choice), [choices, query])
  return (
    <Base.Root
      items={items}
      value={value}
      onValueChange={(next) => onChange(next)}
      onInputValueChange={(text, { reason }) => setQuery(reason === 'input-change' ? text : '')}
      disabled={props.disabled ?? false}
      limit={200}
      autoHighlight
    >
      <Base.InputGroup
        ref={dismissWords.field}
        className={clsx(groupClass, 'relative flex h-9 pointer-coarse:h-11', className)}
      >
        {value !== null && markOf && <span className="flex items-center pl-2.5">{markOf(value)}</span>}
        <Base.Input
          id={props.id}
          aria-label={props.label}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          placeholder={props.placeholder ?? t('choose')}
          onBlur={props.onBlur}
          onKeyDown={keepOnEscape}
          className="min-w-0 flex-1 rounded-lg bg-transparent pl-3 outline-none placeholder:text-muted pointer-coarse:text-base"
        />
        <Base.Clear
          aria-label={t('clearNamed', { name })}
          className="grid w-7 place-items-center text-muted hover:text-fg"
        >
          <X className="size-3.5" />
        </Base.Clear>
        <Base.Trigger aria-label={name || t('choose')} className="grid w-8 place-items-center text-muted">
          <ChevronsUpDown className="size-3.5" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal render={<section aria-label={t('choices')} />}>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            ref={dismissWords.popup}
            className={clsx(popupClass, 'max-h-80 w-(--anchor-width) min-w-56 overflow-auto overscroll-contain p-1')}
          >
            <Base.Empty className="px-2 py-3 text-center text-[13px] text-muted empty:hidden">
              {t('noChoices')}
            </Base.Empty>
            <Base.List>
              {(choice: string) => (
                <Base.Item key={choice} value={choice} className={clsx(choiceClass, 'justify-between')}>
                  <span className="flex min-w-0 items-center gap-2">
                    {markOf?.(choice)}
                    <span className="truncate">{choice}</span>
                  </span>
                  <Base.ItemIndicator>
                    <Check className="size-4 text-brand-ink" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
