import { useParams } from '@tanstack/react-router'
import { useActions } from '../../../lib/actions.ts'
import { pagePart } from '../../../lib/lazy-part.tsx'
import { RecordPage } from '../../../ui/record-page.tsx'
import { tokenActions } from '../token-actions.ts'
import { TokenFacts } from '../token-facts.tsx'
import { TokenWindow, tokenSource, useTokenWindow } from '../token-window.tsx'

const LogRows = pagePart(() => import('../../../pieces/logs/log-rows.tsx'), 'LogRows')
const RecordChanges = pagePart(() => import('../../../pieces/audit/record-changes.tsx'), 'RecordChanges')
const UsageDays = pagePart(() => import('../../../pieces/usage/usage-days.tsx'), 'UsageDays')

/** One token, with the same figures as beside the list. */
export function TokenPage() {
  const { id = '' } = useParams({ strict: false })
  const { tools, ...window } = useTokenWindow(id)
  const { ofRow } = useActions(tokenActions, tools)
  return (
    <>
      <RecordPage
        source={tokenSource}
        id={id}
        list="/token"
        name={({ name }) => name}
        offers={ofRow}
        below={({ id, unlimited_quota, remain_quota }) => [
          <UsageDays key="days" of={{ token_id: id }} left={unlimited_quota ? undefined : remain_quota} />,
          <LogRows key="calls" of={{ token_id: id }} />,
          <RecordChanges key="changes" target={`token:${id}`} />,
        ]}
      >
        {(token) => <TokenFacts token={token} />}
      </RecordPage>
      <TokenWindow {...window} />
    </>
  )
}
