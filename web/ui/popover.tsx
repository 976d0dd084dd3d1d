import { Popover as Base } from '@base-ui/react/popover'
import clsx from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { popupClass } from './styles.ts'

type PopoverProps = {
  /** A button element: `<Popover trigger={<Button>...</Button>} label={t('columns')}>` */
  trigger: ReactElement
  label: string
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Where the panel closes itself; otherwise the popover keeps track. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A small panel beside its button, for a few controls. */
export function Popover({ trigger, label, align = 'end', className, children, ...state }: PopoverProps) {
  return (
    <Base.Root {...state}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup
            aria-label={label}
            className={clsx(popupClass, 'max-h-(--available-height) max-w-[92vw] overflow-auto p-3', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
