import { UserPlus } from 'lucide-react'
import { models } from '#contract/models.ts'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { userList } from './user-list.tsx'
import { UserWindow, useUserWindow } from './user-window.tsx'

export function UsersPage() {
  const t = useText('users')
  const { tools, create, preload, ...window } = useUserWindow()
  const open = useList(userList, tools)
  const groups = usePageQuery(endpointQuery(models.groups))
  useHotkey('n', t('addUser'), create)
  useCommand({ id: 'user-create', label: t('addUser'), run: create })

  return (
    <>
      <ListPage
        list={userList}
        open={open}
        actions={
          <Button variant="primary" onClick={create} onPointerEnter={preload} onFocus={preload}>
            <UserPlus aria-hidden />
            {t('addUser')}
          </Button>
        }
        choices={{ group: mapKnown(knownOf(groups), (names) => names.map((name) => ({ value: name, label: name }))) }}
      />
      <UserWindow {...window} onDone={open.selection.clear} />
    </>
  )
}
