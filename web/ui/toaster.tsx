import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { dismissToast, type Toast, useToasts } from '../lib/notify.ts'

const icons = {
  success: { Icon: CircleCheck, className: 'text-ok' },
  error: { Icon: CircleAlert, className: 'text-bad' },
  warning: { Icon: TriangleAlert, className: 'text-warn' },
  info: { Icon: Info, className: 'text-info' },
}

/** Once in the application: the messages of `notify`. */
export function Toaster() {
  const t = useText()
  const toasts = useToasts()
  return (
    <section
      aria-label={t('notifications')}
      className="print:hidden pointer-events-none fixed inset-x-4 bottom-4 z-60 grid justify-items-end gap-2 sm:left-auto sm:w-96 max-2xl:[body:has([data-unsaved-bar])_&]:bottom-20 [body:has([data-drawer-footer])_&]:bottom-20 max-sm:[body:has([data-dialog-footer])_&]:bottom-20 sm:max-xl:[body:has([data-bulk-bar])_&]:bottom-20 max-sm:[body:has([data-bulk-bar])_&]:bottom-34"
    >
      <div aria-live="polite" role="log" className="grid w-full gap-2">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useText()
  const [held, setHeld] = useState(false)
  const { Icon, className } = icons[toast.kind]
  // Who points at a message or has focus in it is still reading.
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.lasts)
    return () => clearTimeout(timer)
  }, [held, toast.id, toast.lasts])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while someone reads
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-start gap-2.5 rounded-lg border bg-pop py-2.5 pr-2 pl-3 shadow-lg transition-[opacity,translate] duration-200 starting:translate-y-2 starting:opacity-0"
    >
      <Icon className={clsx('mt-0.5 size-4 shrink-0', className)} aria-hidden />
      <p className="min-w-0 flex-1 break-words whitespace-pre-line">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
          className="-my-0.5 h-6 shrink-0 rounded-md px-2 text-[13px] font-medium text-brand-ink hover:bg-hover"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('dismiss')}
        onClick={() => dismissToast(toast.id)}
        className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-hover"
      >
        <X className="size-3.5" />
      </button>
    </div>
  )
}
