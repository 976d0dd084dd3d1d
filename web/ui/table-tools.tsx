import clsx from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useIsPhone } from '../lib/media.ts'
import { IconButton, WithWords } from './icon-button.tsx'

type TableToolsProps = {
  /** What has come since, which is told whatever is folded. */
  news: ReactNode
  refresh: ReactNode
  /** Before refresh. */
  children: ReactNode
  columns: ReactNode
  /** There are so many that they have a line of their own, which begins with what is the page's. */
  own?: ReactNode
}

/** Right of the filters; on a phone behind a button, so that rows begin high up on the screen. */
export function TableTools({ news, refresh, children, columns, own }: TableToolsProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  if (!isPhone) {
    return (
      <div className={clsx('flex flex-wrap items-center gap-2', own ? 'order-last basis-full' : 'ml-auto')}>
        {own && <div className="mr-auto flex flex-wrap gap-2">{own}</div>}
        {news}
        {children}
        {refresh}
        {columns}
      </div>
    )
  }
  return (
    <>
      <div className="ml-auto flex items-center gap-2">
        {news}
        {refresh}
        <IconButton
          tone="framed"
          label={t('more')}
          icon={<Ellipsis />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {/* It is there all the same: what it offers to keys and to the palette is. */}
      <div hidden={!isOpen} className="order-last flex basis-full flex-wrap items-center gap-2">
        <WithWords>
          {own}
          {children}
          {columns}
        </WithWords>
      </div>
    </>
  )
}
