import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { models } from '#contract/models.ts'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { endpointQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { useUserTools } from './use-user-tools.ts'
import { userList } from './user-list.tsx'

const AddUserDrawer = lazyPart(() => import('./add-user-drawer.tsx'), 'AddUserDrawer')
const UserEditor = lazyPart(() => import('./user-editor.tsx'), 'UserEditor')

/** The list; the form of a user stands in the address: `/user/edit/7`. */
export function UsersPage() {
  const t = useText('users')
  const navigate = useNavigate()
  const open = useList(userList, useUserTools())
  const groups = useQuery(endpointQuery(models.groups))
  const [isAdding, setAdding] = useState(false)
  const { id: editedId } = useParams({ strict: false })
  const close = useCallback(() => void navigate({ to: '/user', search: true, resetScroll: false }), [navigate])
  const create = () => setAdding(true)
  useHotkey('n', t('addUser'), create)
  useCommand({ id: 'user-create', label: t('addUser'), run: create })

  return (
    <>
      <ListPage
        list={userList}
        open={open}
        actions={
          <Button
            variant="primary"
            onClick={create}
            onPointerEnter={AddUserDrawer.preload}
            onFocus={AddUserDrawer.preload}
          >
            <UserPlus aria-hidden />
            {t('addUser')}
          </Button>
        }
        choices={{ group: mapKnown(knownOf(groups), (names) => names.map((name) => ({ value: name, label: name }))) }}
      />
      <Overlay onClose={() => setAdding(false)}>
        {isAdding && <AddUserDrawer onClose={() => setAdding(false)} />}
      </Overlay>
      <Overlay onClose={close}>
        {editedId !== undefined && <UserEditor key={editedId} id={editedId} onClose={close} />}
      </Overlay>
    </>
  )
}
