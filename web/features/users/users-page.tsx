import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { models } from '#contract/models.ts'
import { type User, users } from '#contract/users.ts'
import { useCommand } from '../../lib/commands.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { endpointQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import { useUserTools } from './use-user-tools.ts'
import { userList } from './user-list.tsx'
import { isDeleted, isWithinReach } from './user-rank.ts'

const AddUserDrawer = lazyPart(() => import('./add-user-drawer.tsx'), 'AddUserDrawer')
const EditUserDrawer = lazyPart(() => import('./edit-user-drawer.tsx'), 'EditUserDrawer')

/** The list; the form stands in the address: `/user/add`, `/user/edit/7`. */
export function UsersPage() {
  const t = useText('users')
  const open = useList(userList, useUserTools())
  const groups = useQuery(endpointQuery(models.groups))
  const { isAdding, editedId, create, close } = useFormAddress('/user')
  const operator = useUser()
  const refusal = (user: User) =>
    operator !== null && isWithinReach(user, operator) && !isDeleted(user) ? undefined : t('notEditable')
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
      <Overlay onClose={close}>{isAdding && <AddUserDrawer onClose={close} />}</Overlay>
      <Overlay onClose={close}>
        {editedId !== undefined && (
          <RecordEditor
            key={editedId}
            query={endpointQuery(users.read, { params: { id: editedId } })}
            refusal={refusal}
            onClose={close}
          >
            {(user) => <EditUserDrawer user={user} onClose={close} />}
          </RecordEditor>
        )}
      </Overlay>
    </>
  )
}
