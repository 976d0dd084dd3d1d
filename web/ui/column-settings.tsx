import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import type { Column } from './column.ts'
import { IconButton } from './icon-button.tsx'
import { Overlay } from './overlay.tsx'

const ColumnsDialog = lazyPart(() => import('./columns-dialog.tsx'), 'ColumnsDialog')

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
  const close = () => setDraft(null)
  return (
    <>
      <IconButton tone="framed" label={t('columns')} icon={<Columns3 />} onClick={() => setDraft(hidden)} />
      <Overlay onClose={close}>
        {draft && (
          <ColumnsDialog
            {...{ columns, defaults, dense, onDense, draft }}
            onDraft={setDraft}
            onClose={close}
            onConfirm={() => {
              onChange([...draft])
              close()
            }}
          />
        )}
      </Overlay>
    </>
  )
}
