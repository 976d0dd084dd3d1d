import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { models } from '#contract/models.ts'
import type { User } from '#contract/users.ts'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { endpointQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { Select } from '../../ui/select.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useUserActions } from './use-user-actions.tsx'
import { useUsers } from './use-users.ts'
import { UserCard } from './user-card.tsx'
import { useUserColumns } from './user-columns.tsx'
import { isDeleted } from './user-rank.ts'

const AddUserDrawer = lazyPart(() => import('./add-user-drawer.tsx'), 'AddUserDrawer')
const UserEditor = lazyPart(() => import('./user-editor.tsx'), 'UserEditor')

/** The list; the form of a user stands in the address: `/user/edit/7`. */
export function UsersPage() {
  const t = useText('users')
  const { table, query } = useUsers()
  const columns = useUserColumns()
  const groups = useQuery(endpointQuery(models.groups))
  const [isAdding, setAdding] = useState(false)
  const { editedId, open, close } = useEditAddress()
  const actions = useUserActions({ onEdit: open })
  const create = () => setAdding(true)
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
      <Overlay onClose={() => setAdding(false)}>
        {isAdding && <AddUserDrawer onClose={() => setAdding(false)} />}
      </Overlay>
      <Overlay onClose={close}>
        {editedId !== undefined && <UserEditor key={editedId} id={editedId} onClose={close} />}
      </Overlay>
    </>
  )
}

/** Opening and closing the form is going to an address; filters and page stay as they are. */
const useEditAddress = () => {
  const navigate = useNavigate()
  const { id: editedId } = useParams({ strict: false })
  const close = useCallback(() => void navigate({ to: '/user', search: true, resetScroll: false }), [navigate])
  return {
    editedId,
    close,
    open: ({ id }: User) =>
      void navigate({ to: '/user/edit/$id', params: { id: String(id) }, search: true, resetScroll: false }),
  }
}
