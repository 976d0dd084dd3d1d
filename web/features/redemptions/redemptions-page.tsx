import { ClipboardCopy, Plus, PowerOff, TextSearch, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { copyText } from '../../lib/clipboard.ts'
import { useCommand } from '../../lib/commands.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import { type Selection, useSelection } from '../../ui/selection.ts'
import { TablePage } from '../../ui/table-page.tsx'
import { hiddenAtFirst, useRedemptionColumns } from './redemption-columns.tsx'
import type { MadeCodes } from './redemption-drawer.tsx'
import { isUnused } from './redemption-form.ts'
import { useManyRedemptions } from './use-many-redemptions.ts'
import { useRedemptionActions } from './use-redemption-actions.tsx'
import { useRedemptions } from './use-redemptions.ts'

const RedemptionDrawer = lazyPart(() => import('./redemption-drawer.tsx'), 'RedemptionDrawer')
const CodesDialog = lazyPart(() => import('./codes-dialog.tsx'), 'CodesDialog')
const DeleteByNameDialog = lazyPart(() => import('./delete-by-name-dialog.tsx'), 'DeleteByNameDialog')

export function RedemptionsPage() {
  const t = useText('redemptions')
  const { table, query } = useRedemptions()
  const columns = useRedemptionColumns()
  const selection = useSelection()
  const form = useFormAddress('/redemption')
  const [made, setMade] = useState<MadeCodes>()
  const [isNaming, setIsNaming] = useState(false)
  const actions = useRedemptionActions(form.open)
  const many = useManyRedemptions(selection.clear)
  useHotkey('n', t('createCode'), form.create)
  useCommand({ id: 'redemption-create', label: t('createCode'), run: form.create })

  // What is selected may be on another page by now.
  const seen = useRef(new Map<string, Redemption>())
  for (const redemption of query.data?.items ?? []) seen.current.set(String(redemption.id), redemption)
  const copySelected = async () => {
    const chosen = [...selection.ids].flatMap((id) => seen.current.get(id) ?? [])
    const isCopied = await copyText(chosen.map(({ key }) => key).join('\n'))
    if (isCopied) notify.success(t('codesCopied', { count: chosen.length }))
  }

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
  return (
    <>
      <TablePage
        title={t('redemptions')}
        actions={createButton}
        table={table}
        query={query}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        isMuted={(redemption) => !isUnused(redemption)}
        menu={actions}
        selection={selection}
        search={{
          label: t('searchKeyword'),
          value: table.search.keyword,
          onSearch: (keyword) => table.filter({ keyword }),
        }}
        tools={
          <>
            <Button onClick={() => setIsNaming(true)}>
              <TextSearch aria-hidden />
              {t('deleteByName')}
            </Button>
            <Button loading={many.isBusy} onClick={() => void many.removeDisabled()}>
              <Trash2 aria-hidden />
              {t('deleteDisabled')}
            </Button>
          </>
        }
        bulk={<BulkActions many={many} selection={selection} onCopy={() => void copySelected()} />}
        columnSettings={{ key: 'redemptions-table-columns', hidden: hiddenAtFirst }}
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <Overlay onClose={form.close}>
        {form.isAdding && <RedemptionDrawer redemption={undefined} onClose={form.close} onCreated={setMade} />}
      </Overlay>
      <Overlay onClose={form.close}>
        {form.editedId !== undefined && (
          <RecordEditor
            key={form.editedId}
            query={endpointQuery(redemptions.read, { params: { id: form.editedId } })}
            refusal={(redemption) => (isUnused(redemption) ? undefined : t('editUnusedOnly'))}
            onClose={form.close}
          >
            {(redemption) => <RedemptionDrawer redemption={redemption} onClose={form.close} onCreated={setMade} />}
          </RecordEditor>
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

type BulkActionsProps = { many: ReturnType<typeof useManyRedemptions>; selection: Selection; onCopy: () => void }

function BulkActions({ many, selection, onCopy }: BulkActionsProps) {
  const t = useText('redemptions')
  return (
    <>
      <Button size="sm" onClick={onCopy}>
        <ClipboardCopy aria-hidden />
        {t('copySelected')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        loading={many.isBusy}
        onClick={() => void many.disable([...selection.ids].map(Number))}
      >
        <PowerOff aria-hidden />
        {t('disableSelected')}
      </Button>
    </>
  )
}
