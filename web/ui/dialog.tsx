import { Dialog as Base } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useText } from '../lib/i18n.ts'
import { firstField } from './first-field.ts'
import { useFocusReturn } from './focus-return.ts'
import { usePresence } from './overlay.tsx'
import { backdropClass } from './styles.ts'

type DialogProps = {
  open: boolean
  onClose(): void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

const widths = { sm: 'max-w-[420px]', md: 'max-w-[560px]', lg: 'max-w-[860px]' }

/** A window in the middle, for a question or a short task; forms with many fields belong in a drawer. */
export function Dialog({ open, onClose, title, description, footer, size = 'md', children }: DialogProps) {
  const t = useText()
  const { isOpen, onGone } = usePresence()
  const finalFocus = useFocusReturn()
  const content = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open && isOpen}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onGone()}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center overflow-auto sm:items-center sm:p-6">
          <Base.Popup
            inert={!isOpen}
            initialFocus={(openedBy) => firstField(content.current, openedBy)}
            finalFocus={finalFocus}
            className={clsx(
              'anim-pop flex max-h-[92dvh] w-full flex-col rounded-t-2xl border bg-card shadow-2xl outline-none sm:rounded-xl',
              'data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
              <div className="min-w-0">
                <Base.Title className="text-base font-semibold break-words">{title}</Base.Title>
                {description && <Base.Description className="text-[13px] text-muted">{description}</Base.Description>}
              </div>
              <Base.Close
                data-closes
                aria-label={t('close')}
                className="-mr-1.5 grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-hover pointer-coarse:size-11"
              >
                <X className="size-4" />
              </Base.Close>
            </header>
            {children && (
              <div ref={content} className="min-h-0 flex-1 overflow-auto px-5 py-2">
                {children}
              </div>
            )}
            {footer && (
              <footer data-dialog-footer className="flex flex-wrap justify-end gap-2 px-5 pt-3 pb-4">
                {footer}
              </footer>
            )}
            {!footer && <div className="h-3 shrink-0" />}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
