import { ClipboardCopy, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Token, tokens } from '#contract/tokens.ts'
import { copyText } from '../../lib/clipboard.ts'
import { useCommand } from '../../lib/commands.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSelection } from '../../ui/selection.ts'
import { TablePage } from '../../ui/table-page.tsx'
import { useTokenColumns } from './token-columns.tsx'
import { keyText } from './token-form.ts'
import { useManyTokens } from './use-many-tokens.ts'
import { useTokenActions } from './use-token-actions.tsx'
import { useTokens } from './use-tokens.ts'

const TokenDrawer = lazyPart(() => import('./token-drawer.tsx'), 'TokenDrawer')
const TokenReadyDialog = lazyPart(() => import('./token-ready-dialog.tsx'), 'TokenReadyDialog')

export function TokensPage() {
  const t = useText('tokens')
  const { table, query, key, searchKey } = useTokens()
  const columns = useTokenColumns()
  const selection = useSelection()
  const form = useFormAddress('/token')
  const [ready, setReady] = useState<Token[]>([])
  const actions = useTokenActions({ onEdit: form.open, onShowCode: (token) => setReady([token]) })
  const many = useManyTokens((ids) => selection.toggleAll(ids, false))
  useHotkey('n', t('createToken'), form.create)
  useCommand({ id: 'token-create', label: t('createToken'), run: form.create })

  // What is selected may be on another page by now.
  const seen = useRef(new Map<string, Token>())
  for (const token of query.data?.items ?? []) seen.current.set(String(token.id), token)
  const copySelected = async () => {
    const chosen = [...selection.ids].flatMap((id) => seen.current.get(id) ?? [])
    if (chosen.length === 0) notify.error(t('copySelectedNone'))
    else if (await copyText(chosen.map(keyText).join('\n'))) {
      notify.success(t('copySelectedDone', { count: chosen.length }))
    }
  }

  const createButton = (
    <Button variant="primary" onClick={form.create} onPointerEnter={TokenDrawer.preload} onFocus={TokenDrawer.preload}>
      <Plus aria-hidden />
      {t('createToken')}
    </Button>
  )
  return (
    <>
      <TablePage
        title={t('tokens')}
        actions={createButton}
        notice={<Notice tone="warn">{t('personalUse')}</Notice>}
        table={table}
        query={query}
        columns={columns}
        rowId={(token) => String(token.id)}
        rowName={(token) => token.name}
        isMuted={(token) => token.status !== 1}
        menu={actions}
        selection={selection}
        search={{
          label: t('searchName'),
          value: table.search.keyword,
          onSearch: (keyword) => table.filter({ keyword }),
        }}
        filters={<SearchInput className="w-full sm:w-56" label={t('searchKey')} value={key} onSearch={searchKey} />}
        tools={
          <Button onClick={() => void copySelected()}>
            <ClipboardCopy aria-hidden />
            {t('copySelected')}
          </Button>
        }
        bulk={
          <>
            <Button size="sm" onClick={() => void copySelected()}>
              <ClipboardCopy aria-hidden />
              {t('copySelected')}
            </Button>
            <Button
              size="sm"
              variant="danger"
              loading={many.isBusy}
              onClick={() => void many.remove([...selection.ids])}
            >
              <Trash2 aria-hidden />
              {t('deleteSelected')}
            </Button>
          </>
        }
        columnSettings={{ key: 'tokens-table-columns' }}
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <Overlay onClose={form.close}>
        {form.isAdding && <TokenDrawer token={undefined} onClose={form.close} onCreated={setReady} />}
      </Overlay>
      <Overlay onClose={form.close}>
        {form.editedId !== undefined && (
          <RecordEditor
            key={form.editedId}
            query={endpointQuery(tokens.read, { params: { id: form.editedId } })}
            onClose={form.close}
          >
            {(token) => <TokenDrawer token={token} onClose={form.close} onCreated={setReady} />}
          </RecordEditor>
        )}
      </Overlay>
      <Overlay onClose={() => setReady([])}>
        {ready.length > 0 && <TokenReadyDialog tokens={ready} onClose={() => setReady([])} />}
      </Overlay>
    </>
  )
}
