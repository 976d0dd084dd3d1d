import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { users } from '#contract/users.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { endpointQuery } from '../../lib/query.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type LogUserDialogProps = { userId: number; name: string; onClose(): void }

/** How the account stands that a row is of. */
export function LogUserDialog({ userId, name, onClose }: LogUserDialogProps) {
  const t = useText('logs')
  const lists = useText('lists')
  const format = useFormat()
  const { data: user, error, refetch } = useQuery(endpointQuery(users.read, { params: { id: String(userId) } }))
  const facts = [
    { label: t('filterUser'), value: user?.username },
    { label: t('userBalance'), value: user && format.quota(user.quota) },
    { label: t('userUsed'), value: user && format.quota(user.used_quota) },
    { label: t('userRequests'), value: user && format.number(user.request_count) },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('userTitle', { name })}
      size="sm"
      footer={
        <>
          <Link to="/log" search={{ username: name }} onClick={onClose} className={buttonClass({})}>
            {t('userLogs')}
          </Link>
          <Link to="/user/$id" params={{ id: String(userId) }} onClick={onClose} className={buttonClass({})}>
            {lists('openPage')}
          </Link>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <dl className="grid gap-2">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex min-h-6 justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right font-medium break-all">{value ?? <Skeleton className="h-4 w-20" />}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}
