import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PowerOff, X } from 'lucide-react'
import { Fragment } from 'react'
import { channelBatches } from '#contract/channel-batches.ts'
import { channelUpkeep, type TestFailure } from '#contract/channel-upkeep.ts'
import { channelStatuses, channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { endpointQuery, refresh } from '../../../lib/query.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardSection } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type TestFindingsProps = {
  /** When the test began: of channels that were not in it nothing is told. */
  since: number
  onClose(): void
}

type Switched = { ids: number[]; isOn: boolean }

/** What a test of several found: which of them failed, by the reason, and the way to take them out of use. */
export function TestFindings({ since, onClose }: TestFindingsProps) {
  const t = useText('channels')
  const words = useText('lists')
  const {
    data: failures,
    error,
    refetch,
  } = useQuery(endpointQuery(channelUpkeep.failedTests, { query: { since: String(since) } }))
  const { mutate, isPending } = useMutation({
    mutationFn: ({ ids, isOn }: Switched) =>
      call(isOn ? channelBatches.enableMany : channelBatches.disableMany, { body: { ids } }),
    // Those alone are switched back that were switched.
    onSuccess: (ids, { isOn }) => {
      const undo = { label: words('undo'), run: () => mutate({ ids, isOn: !isOn }) }
      notify.success(t(isOn ? 'enabledMany' : 'disabledMany', { count: ids.length }), ids.length > 0 ? undo : undefined)
    },
    onSettled: () => refresh(channels.list),
  })
  const ask = async (ids: number[]) => {
    const title = t('findingsDisableTitle', { count: ids.length })
    if (await confirm({ title, text: t('findingsDisableText'), action: t('disable') })) mutate({ ids, isOn: false })
  }
  const close = <IconButton label={t('findingsClose')} icon={<X />} onClick={onClose} />
  if (error && !failures) {
    return (
      <CardSection title={t('findings')} aside={close}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </CardSection>
    )
  }
  if (!failures) return null
  return (
    <CardSection title={t('findings')} aside={close}>
      {failures.length === 0 && <p className="text-[13px] text-muted">{t('findingsNone')}</p>}
      <ul className="grid gap-3">
        {failures.map((failure) => (
          <Finding key={failure.reason} failure={failure} isBusy={isPending} onDisable={(ids) => void ask(ids)} />
        ))}
      </ul>
    </CardSection>
  )
}

const mostNames = 8

type FindingProps = { failure: TestFailure; isBusy: boolean; onDisable(ids: number[]): void }

function Finding({ failure: { reason, channels: found }, isBusy, onDisable }: FindingProps) {
  const t = useText('channels')
  const why = useChannelReason()(reason)
  const enabled = found.filter(({ status }) => status === channelStatuses.enabled).map(({ id }) => id)
  const named = found.slice(0, mostNames)
  const rest = found.length - named.length
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px]">
      <Badge tone="bad">{t('tagCount', { count: found.length })}</Badge>
      <span className="min-w-0 font-medium break-words">{why}</span>
      <span className="min-w-0 flex-1 break-words text-muted">
        {named.map(({ id, name }, place) => (
          <Fragment key={id}>
            {place > 0 && ', '}
            <Link to="/channel/$id" params={{ id: String(id) }} className="hover:underline">
              {name}
            </Link>
          </Fragment>
        ))}
        {rest > 0 && ` ${t('findingsMore', { count: rest })}`}
      </span>
      {enabled.length > 0 && (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={t('findingsDisableOf', { count: enabled.length, reason: why })}
          onClick={() => onDisable(enabled)}
        >
          <PowerOff aria-hidden />
          {t('findingsDisable', { count: enabled.length })}
        </Button>
      )}
    </li>
  )
}
