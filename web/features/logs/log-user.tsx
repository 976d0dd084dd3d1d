import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Log } from '#contract/logs.ts'
import { users } from '#contract/user-calls.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Whose row it is; a click shows how that account stands. */
export function LogUser({ row }: { row: Log }) {
  const t = useText('logs')
  const [isOpen, setOpen] = useState(false)
  if (row.username === '') return null
  return (
    <>
      <button
        type="button"
        aria-label={t('openUser', { name: row.username })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex max-w-40 items-center gap-2 rounded-md text-left hover:text-brand-ink pointer-coarse:min-h-11"
      >
        <Avatar name={row.username} size={24} />
        <span className="truncate">{row.username}</span>
      </button>
      {isOpen && <UserDialog userId={row.user_id} name={row.username} onClose={() => setOpen(false)} />}
    </>
  )
}

type UserDialogProps = { userId: number; name: string; onClose(): void }

function UserDialog({ userId, name, onClose }: UserDialogProps) {
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
