import { Plus } from 'lucide-react'
import { useState } from 'react'
import { redemptions } from '#contract/redemptions.ts'
import { useCommand } from '../../lib/commands.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { recordOf } from '../../lib/list-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordForms } from '../../ui/record-forms.tsx'
import { BatchesTable } from './batches-table.tsx'
import { CodesTable } from './codes-table.tsx'
import { CodesTools } from './codes-tools.tsx'
import type { MadeCodes } from './redemption-drawer.tsx'
import { isUnused } from './redemption-form.ts'
import { useLayout } from './use-layout.ts'

const RedemptionDrawer = lazyPart(() => import('./redemption-drawer.tsx'), 'RedemptionDrawer')
const CodesDialog = lazyPart(() => import('./codes-dialog.tsx'), 'CodesDialog')

const source = recordOf(redemptions.read)

export function RedemptionsPage() {
  const t = useText('redemptions')
  const form = useFormAddress('/redemption')
  const [made, setMade] = useState<MadeCodes>()
  const { layout, setLayout } = useLayout()
  useHotkey('n', t('createCode'), form.create)
  useCommand({ id: 'redemption-create', label: t('createCode'), run: form.create })

  const createButton = (
    <Button
      variant="primary"
      onClick={form.create}
      onPointerEnter={RedemptionDrawer.preload}
      onFocus={RedemptionDrawer.preload}
    >
      <Plus aria-hidden />
      {t('createCode')}
    </Button>
  )
  const slots = {
    actions: createButton,
    tools: (onRemoved: () => void) => <CodesTools layout={layout} onLayout={setLayout} onRemoved={onRemoved} />,
    emptyHint: t('emptyHint'),
    emptyAction: createButton,
  }
  return (
    <>
      {layout === 'batches' ? <BatchesTable {...slots} /> : <CodesTable edit={form.open} {...slots} />}
      <RecordForms
        form={form}
        source={source}
        refusal={(redemption) => (isUnused(redemption) ? undefined : t('editUnusedOnly'))}
        adding={<RedemptionDrawer redemption={undefined} onClose={form.close} onCreated={setMade} />}
      >
        {(redemption) => <RedemptionDrawer redemption={redemption} onClose={form.close} onCreated={setMade} />}
      </RecordForms>
      <Overlay onClose={() => setMade(undefined)}>
        {made && <CodesDialog made={made} onClose={() => setMade(undefined)} />}
      </Overlay>
    </>
  )
}
