import { Dialog as Base } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { isApple } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { useAskedClose } from '../lib/leave-guard.ts'
import { firstField } from './first-field.ts'
import { useFocusReturn } from './focus-return.ts'
import { usePresence } from './overlay.tsx'
import { backdropClass } from './styles.ts'

type DrawerProps = {
  open: boolean
  onClose(): void
  title: ReactNode
  description?: ReactNode
  /** `wide` (720 px) for long forms; both fill the screen of a phone. */
  size?: 'normal' | 'wide'
  side?: 'left' | 'right'
  /** Closing asks first. */
  dirty?: boolean
  /** Ctrl or Cmd with Enter. */
  onSave?: () => void
  /** Other keys, where nothing is typed. */
  onKey?: (event: KeyboardEvent) => void
  /** Gets what asks before it closes. */
  footer?: (requestClose: () => void) => ReactNode
  /** Fills the space from edge to edge. */
  bare?: boolean
  children: ReactNode
}

/** A sheet at the side for one record; for forms use `FormDrawer`. */
export function Drawer({ open, onClose, title, description, side = 'right', ...props }: DrawerProps) {
  const t = useText()
  const { isOpen, onGone } = usePresence()
  const finalFocus = useFocusReturn()
  const requestClose = useAskedClose(props.dirty === true, onClose)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open && isOpen}
      onOpenChange={(next) => !next && requestClose()}
      onOpenChangeComplete={(next) => !next && onGone()}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          inert={!isOpen}
          initialFocus={(openedBy) => firstField(content.current, openedBy)}
          finalFocus={finalFocus}
          onKeyDown={(event) => {
            props.onKey?.(event)
            if (event.key !== 'Enter' || !(isApple ? event.metaKey : event.ctrlKey) || !props.onSave) return
            event.preventDefault()
            props.onSave()
          }}
          className={clsx(
            'fixed inset-y-0 z-40 flex flex-col bg-card shadow-2xl outline-none',
            'transition-transform duration-250 ease-[cubic-bezier(0.2,0.8,0.2,1)]',
            side === 'left'
              ? 'left-0 w-[280px] max-w-[86vw] border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 w-full data-ending-style:translate-x-full data-starting-style:translate-x-full sm:border-l',
            side === 'right' && (props.size === 'wide' ? 'sm:max-w-[720px]' : 'sm:max-w-[460px]'),
          )}
        >
          <header className="flex min-h-15 items-center justify-between gap-3 border-b px-5 py-2">
            <div className="min-w-0">
              <Base.Title className="text-base leading-6 font-semibold break-words">{title}</Base.Title>
              {description && <Base.Description className="text-xs text-muted">{description}</Base.Description>}
            </div>
            <Base.Close
              data-closes
              aria-label={t('close')}
              className="-mr-1.5 grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-hover pointer-coarse:size-11"
            >
              <X className="size-4" />
            </Base.Close>
          </header>
          <div ref={content} className={clsx('min-h-0 flex-1 overflow-auto overscroll-contain', !props.bare && 'p-5')}>
            {props.children}
          </div>
          {props.footer && (
            <footer data-drawer-footer className="flex items-center justify-end gap-2 border-t px-5 py-3">
              {props.footer(requestClose)}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
