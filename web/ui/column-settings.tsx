import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Segmented } from './segmented.tsx'

type ColumnSettingsProps = {
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'always'>[]
  hidden: readonly string[]
  onChange(hidden: string[]): void
  /** What Reset brings back. */
  defaults: readonly string[]
  dense: boolean
  onDense(dense: boolean): void
}

/** Which columns a table shows and how high its rows are; the choice is kept by the page. */
export function ColumnSettings({ columns, hidden, onChange, defaults, dense, onDense }: ColumnSettingsProps) {
  const t = useText('lists')
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const free = columns.filter((column) => !column.always)
  const close = () => setDraft(null)
  return (
    <>
      <IconButton tone="framed" label={t('columns')} icon={<Columns3 />} onClick={() => setDraft(hidden)} />
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
        <div className="mb-4 flex items-center justify-between gap-3">
          <span aria-hidden>{t('density')}</span>
          <Segmented
            label={t('density')}
            value={dense ? 'dense' : 'roomy'}
            choices={(['roomy', 'dense'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(value) => onDense(value === 'dense')}
          />
        </div>
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
