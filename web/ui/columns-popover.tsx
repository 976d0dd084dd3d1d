import { Popover as Base } from '@base-ui/react/popover'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import { backTo } from './focus-return.ts'
import { IconButton } from './icon-button.tsx'
import { usePresence } from './overlay.tsx'
import { Segmented } from './segmented.tsx'
import { popupClass } from './styles.ts'

type ColumnsPopoverProps = {
  /** The button that it belongs to, which has the focus again when it closes. */
  anchor: HTMLElement
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'always'>[]
  hidden: readonly string[]
  onChange(hidden: string[]): void
  defaults: readonly string[]
  /** Cards have no height to choose. */
  height: { dense: boolean; onDense(dense: boolean): void } | undefined
  onClose(): void
}

/** What is chosen here counts at once, so that the table beside it shows what comes of it. */
export function ColumnsPopover({ anchor, columns, hidden, onChange, defaults, height, onClose }: ColumnsPopoverProps) {
  const t = useText('lists')
  const { isOpen, onGone } = usePresence()
  const free = columns.filter((column) => !column.always)
  return (
    <Base.Root
      modal="trap-focus"
      open={isOpen}
      onOpenChange={(open, { reason, event }) => {
        const isOnButton = event.target instanceof Node && anchor.contains(event.target)
        // The button closes it by itself.
        if (!open && !(reason === 'outside-press' && isOnButton)) onClose()
      }}
      onOpenChangeComplete={(open) => !open && onGone()}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={t('columns')}
            inert={!isOpen}
            finalFocus={backTo(anchor)}
            className={clsx(popupClass, 'grid max-h-(--available-height) w-96 max-w-[92vw] gap-3 overflow-auto p-3')}
          >
            <div className="flex items-center gap-1">
              <Button variant="ghost" size="sm" onClick={() => onChange([])}>
                {t('showAll')}
              </Button>
              <Button variant="ghost" size="sm" onClick={() => onChange([...defaults])}>
                {t('reset')}
              </Button>
              <Base.Close className="ml-auto" render={<IconButton label={t('close')} icon={<X />} />} />
            </div>
            <div className="grid gap-1 sm:grid-cols-2">
              {free.map(({ id, label }) => (
                <Checkbox
                  key={id}
                  checked={!hidden.includes(id)}
                  onChange={(shown) => onChange(hidden.filter((other) => other !== id).concat(shown ? [] : id))}
                >
                  {label}
                </Checkbox>
              ))}
            </div>
            {height && (
              <div className="flex items-center justify-between gap-3 border-t pt-3">
                <span aria-hidden>{t('density')}</span>
                <Segmented
                  label={t('density')}
                  value={height.dense ? 'dense' : 'roomy'}
                  choices={(['roomy', 'dense'] as const).map((value) => ({ value, label: t(value) }))}
                  onChange={(value) => height.onDense(value === 'dense')}
                />
              </div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
