import { Popover as Base } from '@base-ui/react/popover'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { backTo, opensAt } from './focus-return.ts'
import { usePresence } from './overlay.tsx'
import { popupClass } from './styles.ts'

type PopoverProps = {
  /** The button that it belongs to, which has the focus again when it closes. */
  anchor: HTMLElement
  label: string
  align?: 'start' | 'center' | 'end'
  className?: string
  onClose(): void
  children: ReactNode
}

/** A small panel beside its button, for a few controls; in an `Overlay`, so that its code comes when it is wanted. */
export function Popover({ anchor, label, align = 'end', className, onClose, children }: PopoverProps) {
  const { isOpen, onGone } = usePresence()
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
        <Base.Positioner anchor={anchor} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            inert={!isOpen}
            ref={opensAt(anchor)}
            finalFocus={backTo(anchor)}
            className={clsx(popupClass, 'max-h-(--available-height) max-w-[92vw] overflow-auto p-3', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
