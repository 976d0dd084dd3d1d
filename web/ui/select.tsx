import clsx from 'clsx'
import { ChevronsUpDown, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { type Choices, knownChoices } from '../lib/known.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { ChoicesNote } from './choices-note.tsx'
import { Overlay } from './overlay.tsx'
import type { Choice } from './select-popup.tsx'
import { fieldClass } from './styles.ts'

const Popup = lazyPart(() => import('./select-popup.tsx'), 'SelectPopup')
const preload = () => void Popup.preload()

type SelectProps<Value extends string | number> = {
  value: Value | null | undefined
  /** Null comes only from a `clearable` select. */
  onChange(value: NoInfer<Value> | null): void
  choices: Choices<Choice<Value>>
  id?: string
  /** The name for screen readers where no label is bound to `id`; also the placeholder. */
  label?: string
  placeholder?: string
  clearable?: boolean
  disabled?: boolean
  className?: string
  onBlur?: () => void
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  'aria-describedby'?: string | undefined
}

/** One of a few choices; more than about twenty belong in a combobox. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const t = useText()
  const listId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { clearable, label } = props
  const known = knownChoices(props.choices)
  const choices = known.state === 'here' ? known.value : []
  const value = props.value ?? null
  const name = label ?? props.placeholder ?? ''
  /** What is chosen is known by its value until its words are here. */
  const chosen =
    choices.find((choice) => choice.value === value)?.label ??
    (known.state === 'here' || value === null ? undefined : String(value))
  const canClear = clearable === true && value !== null
  const close = () => setAnchor(null)
  const choose = (wanted: Choice['value']) => {
    const choice = choices.find((each) => each.value === wanted)
    if (choice !== undefined) props.onChange(choice.value)
  }
  const openByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!opens(event)) return
    event.preventDefault()
    setAnchor(event.currentTarget)
  }
  return (
    <div className={clsx('relative', props.className)}>
      <button
        type="button"
        role="combobox"
        {...(props.id === undefined ? {} : { id: props.id })}
        disabled={props.disabled ?? false}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : listId}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        aria-describedby={props['aria-describedby']}
        onPointerEnter={preload}
        onFocus={preload}
        onBlur={props.onBlur}
        onKeyDown={openByKey}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={clsx(
          fieldClass,
          'flex items-center justify-between gap-2 text-left aria-expanded:border-ring',
          value === null && 'text-muted',
        )}
      >
        <span className="truncate">{chosen ?? props.placeholder ?? label ?? t('choose')}</span>
        {!canClear && <ChevronsUpDown className="size-3.5 shrink-0 text-muted" aria-hidden />}
      </button>
      <Overlay onClose={close}>
        {anchor && (
          <Popup
            id={listId}
            anchor={anchor}
            name={name}
            value={value}
            choices={choices}
            isLoading={known.state === 'loading'}
            onChange={choose}
            onClose={close}
          />
        )}
      </Overlay>
      {canClear && (
        <button
          type="button"
          aria-label={t('clearNamed', { name })}
          onClick={() => props.onChange(null)}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-lg text-muted hover:text-fg"
        >
          <X className="size-3.5" />
        </button>
      )}
      <ChoicesNote choices={known} />
    </div>
  )
}

/** Besides what presses a button: the arrows, and a letter that somebody looks for. */
const opens = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'ArrowDown' || key === 'ArrowUp' || (key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey)
