import { useParams } from '@tanstack/react-router'
import { useActions } from '../../../lib/actions.ts'
import { pagePart } from '../../../lib/lazy-part.tsx'
import { RecordPage } from '../../../ui/record-page.tsx'
import { UserHead } from '../user-head.tsx'
import { userList } from '../user-list.tsx'
import { UserWindow, userSource, useUserWindow } from '../user-window.tsx'

const LogRows = pagePart(() => import('../../../pieces/logs/log-rows.tsx'), 'LogRows')
const RecordChanges = pagePart(() => import('../../../pieces/audit/record-changes.tsx'), 'RecordChanges')
const UserTokens = pagePart(() => import('./user-tokens.tsx'), 'UserTokens')
const UsageDays = pagePart(() => import('../../../pieces/usage/usage-days.tsx'), 'UsageDays')

/** One user, with the same figures as beside the list. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const { tools, form } = useUserWindow(id)
  const { ofRow } = useActions(userList, tools)
  return (
    <>
      <RecordPage
        source={userSource}
        id={id}
        list="/user"
        name={({ username }) => username}
        offers={ofRow}
        below={({ id, username, quota }) => [
          <UsageDays key="days" of={{ username }} left={quota} />,
          <UserTokens key="tokens" id={id} />,
          <LogRows key="calls" of={{ username }} />,
          <RecordChanges key="changes" target={`user:${id}`} />,
        ]}
      >
        {(user) => <UserHead user={user} />}
      </RecordPage>
      <UserWindow form={form} />
    </>
  )
}
