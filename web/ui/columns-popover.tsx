import { X } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'
import { Segmented } from './segmented.tsx'

type ColumnsPopoverProps = {
  /** The button that it belongs to, which has the focus again when it closes. */
  anchor: HTMLElement
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'always'>[]
  hidden: readonly string[]
  onChange(hidden: string[]): void
  defaults: readonly string[]
  /** Cards have no height to choose. */
  height: { dense: boolean; onDense(dense: boolean): void } | undefined
  onClose(): void
}

/** What is chosen here counts at once, so that the table beside it shows what comes of it. */
export function ColumnsPopover({ anchor, columns, hidden, onChange, defaults, height, onClose }: ColumnsPopoverProps) {
  const t = useText('lists')
  const free = columns.filter((column) => !column.always)
  return (
    <Popover anchor={anchor} label={t('columns')} className="grid w-96 gap-3" onClose={onClose}>
      <div className="flex items-center gap-1">
        <Button variant="ghost" size="sm" onClick={() => onChange([])}>
          {t('showAll')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onChange([...defaults])}>
          {t('reset')}
        </Button>
        <IconButton className="ml-auto" label={t('close')} icon={<X />} onClick={onClose} />
      </div>
      <div className="grid gap-1 sm:grid-cols-2">
        {free.map(({ id, label }) => (
          <Checkbox
            key={id}
            checked={!hidden.includes(id)}
            onChange={(shown) => onChange(hidden.filter((other) => other !== id).concat(shown ? [] : id))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {height && (
        <div className="flex items-center justify-between gap-3 border-t pt-3">
          <span aria-hidden>{t('density')}</span>
          <Segmented
            label={t('density')}
            value={height.dense ? 'dense' : 'roomy'}
            choices={(['roomy', 'dense'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(value) => height.onDense(value === 'dense')}
          />
        </div>
      )}
    </Popover>
  )
}
