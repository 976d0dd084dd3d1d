import { useParams } from '@tanstack/react-router'
import { users } from '#contract/users.ts'
import { useActions } from '../../../lib/actions.ts'
import { recordOf } from '../../../lib/list-rows.ts'
import { RecordPage } from '../../../ui/record-page.tsx'
import { useUserTools } from '../use-user-tools.ts'
import { UserHead } from '../user-head.tsx'
import { userList } from '../user-list.tsx'

const source = recordOf(users.read)

/** One user, with the same figures as beside the list. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const { ofRow } = useActions(userList, useUserTools())
  return (
    <RecordPage source={source} id={id} list="/user" name={({ username }) => username} offers={ofRow}>
      {(user) => <UserHead user={user} />}
    </RecordPage>
  )
}
