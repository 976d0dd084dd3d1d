import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import clsx from 'clsx'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { type Choices, knownChoices } from '../lib/known.ts'
import { ChoicesNote } from './choices-note.tsx'
import { choiceClass, fieldClass, popupClass } from './styles.ts'

type Choice<Value extends string | number> = {
  value: Value
  label: string
  /** A second line in the list. */
  hint?: string
  disabled?: boolean
}

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
  const { clearable, label } = props
  const known = knownChoices(props.choices)
  const choices = known.state === 'here' ? known.value : []
  const value = props.value ?? null
  const name = label ?? props.placeholder ?? ''
  /** What is chosen is known by its value until its words are here. */
  const labelOf = (current: Value | null) =>
    choices.find((choice) => choice.value === current)?.label ??
    (known.state === 'here' || current === null ? undefined : String(current))
  const canClear = clearable === true && value !== null
  return (
    <div className={clsx('relative', props.className)}>
      <Base.Root
        items={choices}
        value={value}
        disabled={props.disabled ?? false}
        onValueChange={(next) => {
          if (next !== null) props.onChange(next)
        }}
      >
        <Base.Trigger
          {...(props.id === undefined ? {} : { id: props.id })}
          aria-label={label}
          aria-invalid={props['aria-invalid']}
          aria-required={props['aria-required']}
          aria-describedby={props['aria-describedby']}
          onBlur={props.onBlur}
          className={clsx(
            fieldClass,
            'flex items-center justify-between gap-2 text-left data-popup-open:border-ring',
            value === null && 'text-muted',
          )}
        >
          <span className="truncate">
            <Base.Value>
              {(current: Value | null) => labelOf(current) ?? props.placeholder ?? label ?? t('choose')}
            </Base.Value>
          </span>
          {!canClear && <ChevronsUpDown className="size-3.5 shrink-0 text-muted" aria-hidden />}
        </Base.Trigger>
        <Base.Portal render={<section aria-label={name === '' ? t('choices') : name} />}>
          {/* The server's policy lets no style stand in the page itself. */}
          <CSPProvider disableStyleElements>
            <Base.Positioner sideOffset={4} className="z-50" alignItemWithTrigger={false}>
              <Base.Popup
                className={clsx(
                  popupClass,
                  'max-h-80 max-w-[min(420px,92vw)] min-w-(--anchor-width) overflow-auto p-1',
                )}
              >
                {known.state === 'loading' && <p className="px-2 py-3 text-[13px] text-muted">{t('loading')}</p>}
                {choices.map((choice) => (
                  <Base.Item
                    key={choice.value}
                    value={choice.value}
                    disabled={choice.disabled ?? false}
                    className={clsx(choiceClass, 'justify-between gap-4')}
                  >
                    <Base.ItemText className="min-w-0">
                      <span className="block truncate">{choice.label}</span>
                      {choice.hint && <span className="block text-xs text-muted">{choice.hint}</span>}
                    </Base.ItemText>
                    <Base.ItemIndicator>
                      <Check className="size-4 text-brand-ink" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </CSPProvider>
        </Base.Portal>
      </Base.Root>
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
