import { TextSearch, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { redemptionStatuses, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Layout } from './use-layout.ts'

const DeleteByNameDialog = lazyPart(() => import('./delete-by-name-dialog.tsx'), 'DeleteByNameDialog')

type CodesToolsProps = { layout: Layout; onLayout(layout: Layout): void; onRemoved(): void }

/** How the list is laid out, and what is done with codes wherever they are in it. */
export function CodesTools({ layout, onLayout, onRemoved }: CodesToolsProps) {
  const t = useText('redemptions')
  const [isNaming, setIsNaming] = useState(false)
  const removeDisabled = useChange(redemptions.removeDisabled, {
    ask: async () => {
      const status = String(redemptionStatuses.disabled)
      const { total: count } = await call(redemptions.list, { query: { status, page_size: 1 } })
      if (count === 0) return void notify.info(t('deleteDisabledNone'))
      const text = `${t('deleteManyText')}\n${t('deleteDisabledCount', { count })}`
      return { title: t('deleteDisabledTitle'), text, action: t('delete'), danger: true, typed: String(count) }
    },
    done: (count) => t('deletedMany', { count }),
    onDone: onRemoved,
  })
  return (
    <>
      <Segmented
        label={t('layout')}
        value={layout}
        choices={[
          { value: 'codes', label: t('codes') },
          { value: 'batches', label: t('batches') },
        ]}
        onChange={onLayout}
      />
      <Button onClick={() => setIsNaming(true)}>
        <TextSearch aria-hidden />
        {t('deleteByName')}
      </Button>
      <Button loading={removeDisabled.isBusy} onClick={() => void removeDisabled.run({})}>
        <Trash2 aria-hidden />
        {t('deleteDisabled')}
      </Button>
      <Overlay onClose={() => setIsNaming(false)}>
        {isNaming && <DeleteByNameDialog onRemoved={onRemoved} onClose={() => setIsNaming(false)} />}
      </Overlay>
    </>
  )
}
