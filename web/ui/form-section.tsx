import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

type FormSectionProps = {
  title: ReactNode
  description?: ReactNode
  /** Folded until opened; give `mustOpen` when it holds a value that differs from the default, or an error. */
  folded?: boolean
  mustOpen?: boolean
  children: ReactNode
}

/** A group of fields under a heading, inside a drawer. */
export function FormSection({ title, description, folded = false, mustOpen = false, children }: FormSectionProps) {
  const [open, setOpen] = useState(!folded || mustOpen)
  useEffect(() => {
    if (mustOpen) setOpen(true)
  }, [mustOpen])
  if (!folded) {
    return (
      <section className="grid gap-4.5 border-t pt-4.5 first:border-0 first:pt-0">
        <div>
          <h3 className="font-semibold">{title}</h3>
          {description && <p className="text-xs text-muted">{description}</p>}
        </div>
        {children}
      </section>
    )
  }
  return (
    <section className="border-t pt-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-1.5 rounded-lg py-1.5 text-left font-semibold"
      >
        <ChevronRight className={`size-4 text-muted transition-transform ${open ? 'rotate-90' : ''}`} aria-hidden />
        {title}
      </button>
      {open && (
        <div className="grid gap-4.5 pt-3">
          {description && <p className="-mt-2 text-xs text-muted">{description}</p>}
          {children}
        </div>
      )}
    </section>
  )
}
