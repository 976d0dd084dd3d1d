import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { backTo, opensAt } from './focus-return.ts'
import { usePresence } from './overlay.tsx'
import { choiceClass, popupClass } from './styles.ts'

export type Choice<Value extends string | number = string | number> = {
  value: Value
  label: string
  /** A second line in the list. */
  hint?: string
  disabled?: boolean
}

type SelectPopupProps = {
  id: string
  /** The field that it belongs to, which has the focus again when it closes. */
  anchor: HTMLElement
  name: string
  value: Choice['value'] | null
  choices: readonly Choice[]
  isLoading: boolean
  onChange(value: Choice['value']): void
  onClose(): void
}

/** The list of a select; loaded when the first is about to open. */
export function SelectPopup(props: SelectPopupProps) {
  const t = useText()
  const { anchor, name, choices, onClose } = props
  const { isOpen, onGone } = usePresence()
  return (
    <Base.Root<string | number>
      items={choices}
      value={props.value}
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onGone()}
      onValueChange={(next) => {
        if (next !== null) props.onChange(next)
      }}
    >
      <Base.Portal render={<section aria-label={name === '' ? t('choices') : name} />}>
        {/* The server's policy lets no style stand in the page itself. */}
        <CSPProvider disableStyleElements>
          <Base.Positioner anchor={anchor} sideOffset={4} className="z-50" alignItemWithTrigger={false}>
            <Base.Popup
              id={props.id}
              inert={!isOpen}
              ref={opensAt(anchor)}
              finalFocus={backTo(anchor)}
              className={clsx(popupClass, 'max-h-80 max-w-[min(420px,92vw)] min-w-(--anchor-width) overflow-auto p-1')}
            >
              {props.isLoading && <p className="px-2 py-3 text-[13px] text-muted">{t('loading')}</p>}
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
  )
}
