import { useNavigate, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useFormat } from '../lib/format.ts'
import { useHotkey } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { pageSizes } from '../lib/preferences.ts'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'

export type PagerProps = {
  page: number
  size: number
  total: number
  onPage(page: number): void
  /** Without it the size is fixed. */
  onSize?: (size: number) => void
  className?: string
}

const sizeChoices = pageSizes.map((size) => ({ value: size, label: String(size) }))

/** Range, rows per page, previous and next. */
export function Pager({ page, size, total, onPage, onSize, className }: PagerProps) {
  const t = useText('lists')
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / size))
  const range = {
    from: format.number(total === 0 ? 0 : (page - 1) * size + 1),
    to: format.number(Math.min(total, page * size)),
    total: format.number(total),
  }
  useHotkey('[', t('previousPage'), () => page > 1 && onPage(page - 1))
  useHotkey(']', t('nextPage'), () => page < pages && onPage(page + 1))
  return (
    <nav
      aria-label={t('pages')}
      className={clsx('flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-muted', className)}
    >
      <span role="status" className="tabular-nums">
        {t('rowsRange', range)}
      </span>
      <div className="flex items-center gap-1.5 print:hidden">
        {onSize && (
          <div className="mr-3 hidden items-center gap-2 sm:flex">
            <span aria-hidden>{t('rowsPerPage')}</span>
            <Select
              className="w-19"
              label={t('rowsPerPage')}
              value={size}
              choices={sizeChoices}
              onChange={(next) => next !== null && onSize(next)}
            />
          </div>
        )}
        <IconButton
          tone="framed"
          label={t('previousPage')}
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span className="min-w-14 text-center whitespace-nowrap text-fg tabular-nums">
          <span className="sr-only">{t('pageOf', { page, pages })}</span>
          <span aria-hidden>
            {format.number(page)} / {format.number(pages)}
          </span>
        </span>
        <IconButton
          tone="framed"
          label={t('nextPage')}
          icon={<ChevronRight />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  )
}

/** Which page is shown of a part of a record's own page: it stands in the address, as that of every list does. */
export const usePartPage = (part: 'changes' | 'tokens'): readonly [number, (page: number) => void] => {
  const navigate = useNavigate()
  const asked: number = useSearch({ strict: false, select: (search) => search[part] ?? 1 })
  const setPage = useCallback(
    (page: number) => {
      // seam: the page of every record has it
      const search = ((old: object) => ({ ...old, [part]: page > 1 ? page : undefined })) as never
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    },
    [navigate, part],
  )
  return [Math.max(1, asked), setPage]
}

type ShownPage = { page: number; size: number; setPage(page: number, replace: true): void }

/** A page behind the end goes to the last one: its rows went away, or a link is old. Whether it is one is answered. */
export const useLastPage = ({ page, size, setPage }: ShownPage, total: number | undefined): boolean => {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / size))
  const isPastEnd = last !== undefined && page > last
  useEffect(() => {
    if (isPastEnd) setPage(last, true)
  }, [isPastEnd, last, setPage])
  return isPastEnd
}
