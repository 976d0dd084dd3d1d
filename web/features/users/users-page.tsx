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
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import { Select } from '../../ui/select.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useUserActions } from './use-user-actions.tsx'
import { useUsers } from './use-users.ts'
import { UserCard } from './user-card.tsx'
import { useUserColumns } from './user-columns.tsx'
import { isDeleted, isWithinReach } from './user-rank.ts'

const AddUserDrawer = lazyPart(() => import('./add-user-drawer.tsx'), 'AddUserDrawer')
const EditUserDrawer = lazyPart(() => import('./edit-user-drawer.tsx'), 'EditUserDrawer')

/** The list; the form stands in the address: `/user/add`, `/user/edit/7`. */
export function UsersPage() {
  const t = useText('users')
  const { table, query } = useUsers()
  const columns = useUserColumns()
  const groups = useQuery(endpointQuery(models.groups))
  const { isAdding, editedId, create, open, close } = useFormAddress('/user')
  const operator = useUser()
  const refusal = (user: User) =>
    operator !== null && isWithinReach(user, operator) && !isDeleted(user) ? undefined : t('notEditable')
  const actions = useUserActions({ onEdit: open })
  useHotkey('n', t('addUser'), create)
  useCommand({ id: 'user-create', label: t('addUser'), run: create })

  return (
    <>
      <TablePage
        title={t('users')}
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
        table={table}
        query={query}
        columns={columns}
        rowId={(user) => String(user.id)}
        rowName={(user) => user.username}
        isMuted={isDeleted}
        card={(user) => <UserCard user={user} />}
        menu={actions}
        hasMenu={(user) => !isDeleted(user)}
        search={{
          label: t('searchKeyword'),
          value: table.search.keyword,
          onSearch: (keyword) => table.filter({ keyword }),
        }}
        filters={
          <Select
            className="w-40 max-sm:flex-1"
            label={t('filterGroup')}
            clearable
            value={table.search.group}
            choices={mapKnown(knownOf(groups), (names) => names.map((group) => ({ value: group, label: group })))}
            onChange={(group) => table.filter({ group: group ?? undefined })}
          />
        }
        columnSettings={{ key: 'users-table-columns' }}
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
