import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

type TooltipProps = {
  /** A focusable element: a button, a link, or a `<span tabIndex={0}>`. */
  trigger: ReactElement
  children: ReactNode
}

/** More about an element, on hover and focus. Icon buttons have their own; long texts belong in a popover. */
export function Tooltip({ trigger, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} delay={300} />
      <Base.Portal render={<aside />}>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="anim-pop max-w-80 rounded-lg bg-fg px-2.5 py-1.5 text-xs break-words text-bg shadow-lg data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
