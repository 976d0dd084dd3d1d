import { Braces, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'

type TableOrTextProps = {
  label: string
  /** Undefined: the text is no such table. */
  table: ReactNode
  /** The same as text. */
  children: ReactNode
}

/** A table of what JSON text holds, and the text behind a switch; text that is no such table is shown as it is. */
export function TableOrText({ label, table, children }: TableOrTextProps) {
  const t = useText('entries')
  const [isText, setText] = useState(false)
  if (table === undefined) {
    // It is mended as text, and stays text when that is done.
    if (!isText) setText(true)
    return (
      <div className="grid gap-1.5">
        {children}
        <p className="text-xs text-muted">{t('unreadable')}</p>
      </div>
    )
  }
  return (
    <div data-view={isText ? 'text' : 'table'} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isText ? children : table}
      <Button
        size="sm"
        variant="link"
        className="justify-self-start"
        aria-label={t(isText ? 'tableOf' : 'jsonOf', { name: label })}
        onClick={() => setText(!isText)}
      >
        {isText ? <Table2 aria-hidden /> : <Braces aria-hidden />}
        {t(isText ? 'asTable' : 'asJson')}
      </Button>
    </div>
  )
}
