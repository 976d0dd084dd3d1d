import { useState } from 'react'
import { affiliates } from '#contract/affiliates.ts'
import type { User } from '#contract/user.ts'
import { copyText } from '../../lib/clipboard.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { notify } from '../../lib/notify.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Overlay } from '../../ui/overlay.tsx'

const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'TransferDialog')

/** The link that invites others, and what it has brought. */
export function InviteCard({ user }: { user: User }) {
  const t = useText('personal')
  const format = useFormat()
  const { server_address } = useStatus()
  const code = usePageQuery(endpointQuery(affiliates.code))
  const [isTransferOpen, setTransferOpen] = useState(false)
  const link = code.data ? `${server_address || location.origin}/register?aff=${encodeURIComponent(code.data)}` : ''
  const copy = async () => {
    if (await copyText(link)) notify.success(t('inviteCopied'))
  }
  const figures = [
    { label: t('inviteEarned'), value: format.quota(user.aff_history_quota) },
    { label: t('inviteCount'), value: format.number(user.aff_count) },
  ]
  return (
    <CardSection title={t('invite')} description={t('inviteHint')}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pb-4">
        <dl className="flex flex-wrap items-end gap-x-8 gap-y-3">
          <div>
            <dt className="text-xs text-muted">{t('inviteReady')}</dt>
            <dd className="text-lg leading-7 font-semibold">{format.quota(user.aff_quota)}</dd>
          </div>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="leading-7">{value}</dd>
            </div>
          ))}
        </dl>
        <Button disabled={user.aff_quota <= 0} onClick={() => setTransferOpen(true)}>
          {t('transfer')}
        </Button>
      </div>
      <Field label={t('inviteLink')}>
        {(control) => (
          <div className="flex flex-wrap gap-x-2 gap-y-1">
            <Input
              {...control}
              className="min-w-0 flex-1"
              readOnly
              value={link}
              onFocus={(event) => event.target.select()}
            />
            <Button disabled={link === ''} onClick={() => void copy()}>
              {t('copy')}
            </Button>
            {code.isError && link === '' && <ErrorLine className="basis-full" onRetry={() => void code.refetch()} />}
          </div>
        )}
      </Field>
      <Overlay onClose={() => setTransferOpen(false)}>
        {isTransferOpen && <TransferDialog user={user} onClose={() => setTransferOpen(false)} />}
      </Overlay>
    </CardSection>
  )
}
