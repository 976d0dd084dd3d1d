import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import { Dialog } from './dialog.tsx'

type ColumnSettingsProps = {
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'always'>[]
  hidden: readonly string[]
  onChange(hidden: string[]): void
  /** What Reset brings back. */
  defaults: readonly string[]
}

/** Which columns a table shows; the choice is kept by the page. */
export function ColumnSettings({ columns, hidden, onChange, defaults }: ColumnSettingsProps) {
  const t = useText()
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const free = columns.filter((column) => !column.always)
  const close = () => setDraft(null)
  return (
    <>
      <Button onClick={() => setDraft(hidden)}>
        <Columns3 aria-hidden />
        {t('columns')}
      </Button>
      <Dialog
        open={draft !== null}
        onClose={close}
        size="sm"
        title={t('columns')}
        footer={
          <>
            <div className="mr-auto flex gap-1">
              <Button variant="ghost" onClick={() => setDraft([])}>
                {t('showAll')}
              </Button>
              <Button variant="ghost" onClick={() => setDraft(defaults)}>
                {t('reset')}
              </Button>
            </div>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                onChange([...(draft ?? hidden)])
                close()
              }}
            >
              {t('confirm')}
            </Button>
          </>
        }
      >
        <div className="grid gap-1 sm:grid-cols-2">
          {free.map((column) => (
            <Checkbox
              key={column.id}
              checked={!(draft ?? hidden).includes(column.id)}
              onChange={(shown) =>
                setDraft((old) => (old ?? []).filter((id) => id !== column.id).concat(shown ? [] : column.id))
              }
            >
              {column.label}
            </Checkbox>
          ))}
        </div>
      </Dialog>
    </>
  )
}
