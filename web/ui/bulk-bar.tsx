import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { IconButton } from './icon-button.tsx'

type BulkBarProps = {
  count: number
  /** How many of them stand on other pages: what is done with all is done with these unseen. */
  elsewhere: number
  onClear(): void
  children: ReactNode
}

/** Floats over the page while rows are selected, and holds what can be done with them. */
export function BulkBar({ count, elsewhere, onClear, children }: BulkBarProps) {
  const t = useText('lists')
  if (count === 0) return null
  const told =
    elsewhere === 0 ? t('pageSelected', { count }) : t('selectedElsewhere', { count: elsewhere, total: count })
  return (
    <>
      {/* The end of the page is scrolled above it: on a phone it would lie on the pager. */}
      <div className="h-44 sm:h-12 print:hidden" />
      <section
        data-bulk-bar
        aria-label={told}
        className="print:hidden fixed inset-x-4 bottom-5 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-xl border bg-pop py-2 pr-2 pl-4 shadow-xl transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0"
      >
        <span role="status" className="mr-2 font-medium">
          {told}
        </span>
        {children}
        <IconButton label={t('clearSelection')} icon={<X />} onClick={onClear} />
      </section>
    </>
  )
}
