import { Menu as Base } from '@base-ui/react/menu'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { backTo, opensAt } from './focus-return.ts'
import type { MenuEntry } from './menu-entry.ts'
import { usePresence } from './overlay.tsx'
import { choiceClass, popupClass } from './styles.ts'

type MenuPopupProps = {
  anchor: Element
  entries: readonly MenuEntry[]
  onClose(): void
  align?: 'start' | 'end'
}

/** The list of a menu at any element; loaded when the first menu opens. Use `Menu` or a table's `menu`. */
export function MenuPopup({ anchor, entries, onClose, align = 'end' }: MenuPopupProps) {
  const t = useText()
  const { isOpen, onGone } = usePresence()
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onGone()}
    >
      <Base.Portal render={<section aria-label={t('actions')} />}>
        <Base.Positioner anchor={anchor} align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            inert={!isOpen}
            ref={opensAt(anchor)}
            finalFocus={backTo(anchor)}
            className={clsx(popupClass, 'max-h-(--available-height) min-w-44 overflow-auto p-1')}
          >
            {entries.map((entry, index) => {
              if (entry === 'separator') {
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity but their place
                return <Base.Separator key={`separator-${index}`} className="mx-1 my-1 h-px bg-line" />
              }
              return (
                <Base.Item
                  key={entry.label}
                  {...(entry.checked !== undefined && { role: 'menuitemradio', 'aria-checked': entry.checked })}
                  disabled={entry.disabled ?? false}
                  onClick={() => {
                    onClose()
                    entry.onSelect()
                  }}
                  className={clsx(
                    choiceClass,
                    '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.8]',
                    entry.danger ? 'text-bad data-highlighted:bg-bad-soft' : '[&_svg]:text-muted',
                  )}
                >
                  {entry.icon}
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{entry.label}</span>
                    {entry.hint && <span className="block text-xs text-muted">{entry.hint}</span>}
                  </span>
                  {entry.checked === true && <Check aria-hidden />}
                </Base.Item>
              )
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
