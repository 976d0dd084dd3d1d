import { ClipboardCopy, Plus } from 'lucide-react'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { mapKnown } from '../../lib/known.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Notice } from '../../ui/notice.tsx'
import { tokenList } from './token-list.tsx'
import { TokenWindow, useTokenWindow } from './token-window.tsx'
import { useGroups } from './use-groups.ts'

export function TokensPage() {
  const t = useText('tokens')
  const { tools, create, preload, ...window } = useTokenWindow()
  const open = useList(tokenList, tools)
  useHotkey('n', t('createToken'), create)
  useCommand({ id: 'token-create', label: t('createToken'), run: create })

  const { selection, actions } = open
  const copySelected = () => {
    const copy = actions.ofMany(open.selectedRows, selection.keep).find(({ id }) => id === 'copy')
    if (selection.isEmpty) notify.error(t('copySelectedNone'))
    else copy?.run()
  }

  const createButton = (
    <Button variant="primary" onClick={create} onPointerEnter={preload} onFocus={preload}>
      <Plus aria-hidden />
      {t('createToken')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={tokenList}
        open={open}
        actions={createButton}
        choices={{ group: useGroupChoices(open.state.filters.group) }}
        notice={<Notice tone="warn">{t('personalUse')}</Notice>}
        tools={
          <Button onClick={copySelected}>
            <ClipboardCopy aria-hidden />
            {t('copySelected')}
          </Button>
        }
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <TokenWindow {...window} />
    </>
  )
}

/** The groups that may be chosen, and the one that is: a token may have one that was closed since. */
const useGroupChoices = (chosen: string | undefined) => {
  return mapKnown(useGroups(), (known) =>
    [...new Set([...Object.keys(known), ...(chosen === undefined ? [] : [chosen])])].map((name) => ({
      value: name,
      label: name,
    })),
  )
}
