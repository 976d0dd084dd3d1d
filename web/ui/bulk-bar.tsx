import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { IconButton } from './icon-button.tsx'

type BulkBarProps = { count: number; onClear(): void; children: ReactNode }

/** Floats over the page while rows are selected, and holds what can be done with them. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useText()
  if (count === 0) return null
  return (
    <section
      data-bulk-bar
      aria-label={t('selected', { count })}
      className="print:hidden fixed inset-x-4 bottom-5 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-xl border bg-pop py-2 pr-2 pl-4 shadow-xl transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0"
    >
      <span role="status" className="mr-2 font-medium whitespace-nowrap">
        {t('selected', { count })}
      </span>
      {children}
      <IconButton label={t('clearSelection')} icon={<X />} onClick={onClear} />
    </section>
  )
}
