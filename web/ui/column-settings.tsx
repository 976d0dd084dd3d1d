import { Columns3 } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import { Popover } from './popover.tsx'

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
  const free = columns.filter((column) => !column.always)
  return (
    <Popover
      label={t('columns')}
      trigger={
        <Button>
          <Columns3 aria-hidden />
          {t('columns')}
        </Button>
      }
    >
      <div className="grid w-48 gap-0.5">
        {free.map((column) => (
          <div key={column.id} className="flex rounded-md px-2 py-1.5 hover:bg-hover">
            <Checkbox
              checked={!hidden.includes(column.id)}
              onChange={(shown) => onChange(shown ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])}
            >
              {column.label}
            </Checkbox>
          </div>
        ))}
        <div className="mt-1.5 flex gap-1 border-t pt-2">
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            {t('showAll')}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onChange([...defaults])}>
            {t('reset')}
          </Button>
        </div>
      </div>
    </Popover>
  )
}
