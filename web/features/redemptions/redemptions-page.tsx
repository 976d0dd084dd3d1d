import { useMutation } from '@tanstack/react-query'
import { Plus, TextSearch, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Overlay } from '../../ui/overlay.tsx'
import type { MadeCodes } from './redemption-drawer.tsx'
import { redemptionList } from './redemption-list.tsx'

const RedemptionDrawer = lazyPart(() => import('./redemption-drawer.tsx'), 'RedemptionDrawer')
const CodesDialog = lazyPart(() => import('./codes-dialog.tsx'), 'CodesDialog')
const DeleteByNameDialog = lazyPart(() => import('./delete-by-name-dialog.tsx'), 'DeleteByNameDialog')

export function RedemptionsPage() {
  const t = useText('redemptions')
  const [drawer, setDrawer] = useState<'closed' | 'new' | Redemption>('closed')
  const [made, setMade] = useState<MadeCodes>()
  const [isNaming, setIsNaming] = useState(false)
  const load = useMutation({
    mutationFn: ({ id }: Redemption) => call(redemptions.read, { params: { id: String(id) } }),
    onSuccess: setDrawer,
  })
  const open = useList(redemptionList, { edit: load.mutate })
  const removeDisabled = useChange(redemptions.removeDisabled, {
    ask: () => ({ title: t('deleteDisabledTitle'), text: t('deleteText'), action: t('delete'), danger: true }),
    done: (count) => t('deletedMany', { count }),
  })
  const create = () => setDrawer('new')
  useHotkey('n', t('createCode'), create)
  useCommand({ id: 'redemption-create', label: t('createCode'), run: create })

  const createButton = (
    <Button
      variant="primary"
      onClick={create}
      onPointerEnter={RedemptionDrawer.preload}
      onFocus={RedemptionDrawer.preload}
    >
      <Plus aria-hidden />
      {t('createCode')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={redemptionList}
        open={open}
        actions={createButton}
        tools={
          <>
            <Button onClick={() => setIsNaming(true)}>
              <TextSearch aria-hidden />
              {t('deleteByName')}
            </Button>
            <Button loading={removeDisabled.isBusy} onClick={() => void removeDisabled.run({})}>
              <Trash2 aria-hidden />
              {t('deleteDisabled')}
            </Button>
          </>
        }
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <Overlay onClose={() => setDrawer('closed')}>
        {drawer !== 'closed' && (
          <RedemptionDrawer
            redemption={drawer === 'new' ? undefined : drawer}
            onClose={() => setDrawer('closed')}
            onCreated={setMade}
          />
        )}
      </Overlay>
      <Overlay onClose={() => setMade(undefined)}>
        {made && <CodesDialog made={made} onClose={() => setMade(undefined)} />}
      </Overlay>
      <Overlay onClose={() => setIsNaming(false)}>
        {isNaming && <DeleteByNameDialog onClose={() => setIsNaming(false)} />}
      </Overlay>
    </>
  )
}
