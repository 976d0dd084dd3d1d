import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import { Dialog } from './dialog.tsx'
import { Segmented } from './segmented.tsx'

type ColumnsDialogProps = {
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'always'>[]
  defaults: readonly string[]
  dense: boolean
  onDense(dense: boolean): void
  /** What is chosen and not confirmed yet. */
  draft: readonly string[]
  onDraft(hidden: readonly string[]): void
  onConfirm(): void
  onClose(): void
}

export function ColumnsDialog(props: ColumnsDialogProps) {
  const { columns, defaults, dense, onDense, draft, onDraft, onConfirm, onClose } = props
  const t = useText('lists')
  const free = columns.filter((column) => !column.always)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('columns')}
      footer={
        <>
          <div className="mr-auto flex gap-1">
            <Button variant="ghost" onClick={() => onDraft([])}>
              {t('showAll')}
            </Button>
            <Button variant="ghost" onClick={() => onDraft(defaults)}>
              {t('reset')}
            </Button>
          </div>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={onConfirm}>
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
            checked={!draft.includes(column.id)}
            onChange={(shown) => onDraft(draft.filter((id) => id !== column.id).concat(shown ? [] : column.id))}
          >
            {column.label}
          </Checkbox>
        ))}
      </div>
    </Dialog>
  )
}
