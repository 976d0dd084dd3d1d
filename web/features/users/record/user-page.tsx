import { useParams } from '@tanstack/react-router'
import { useActions } from '../../../lib/actions.ts'
import { pagePart } from '../../../lib/lazy-part.tsx'
import { useUser } from '../../../lib/session.ts'
import { RecordPage } from '../../../ui/record-page.tsx'
import { userActions } from '../user-actions.ts'
import { UserHead } from '../user-head.tsx'
import { isWithinReach } from '../user-rank.ts'
import { UserWindow, userSource, useUserWindow } from '../user-window.tsx'

const LogRows = pagePart(() => import('../../../pieces/logs/log-rows.tsx'), 'LogRows')
const RecordChanges = pagePart(() => import('../../../pieces/audit/record-changes.tsx'), 'RecordChanges')
const UserTokens = pagePart(() => import('./user-tokens.tsx'), 'UserTokens')
const UsageDays = pagePart(() => import('../../../pieces/usage/usage-days.tsx'), 'UsageDays')

/** One user, with the same figures as beside the list. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const { tools, ...window } = useUserWindow(id)
  const { ofRow } = useActions(userActions, tools)
  const operator = useUser()
  return (
    <>
      <RecordPage
        source={userSource}
        id={id}
        list="/user"
        name={({ username }) => username}
        offers={ofRow}
        below={(user) => [
          <UsageDays key="days" of={{ username: user.username }} left={user.quota} />,
          <UserTokens key="tokens" id={user.id} />,
          <LogRows key="calls" of={{ username: user.username }} />,
          // Nobody is told what was noted of himself.
          operator !== null && isWithinReach(user, operator) && (
            <RecordChanges key="changes" target={`user:${user.id}`} />
          ),
        ]}
      >
        {(user) => <UserHead user={user} />}
      </RecordPage>
      <UserWindow {...window} />
    </>
  )
}
