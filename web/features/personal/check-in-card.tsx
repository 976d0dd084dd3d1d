import { useMutation } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { checkIns } from '#contract/check-ins.ts'
import { session } from '#contract/session.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery, notifyFailure, queryClient, refresh } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'

const fiveMinutes = 300_000

/** A little quota, once a day. The page may stay open over midnight, so it looks again now and then. */
export function CheckInCard() {
  const t = useText('personal')
  const format = useFormat()
  const query = endpointQuery(checkIns.status)
  const status = usePageQuery({ ...query, refetchInterval: fiveMinutes, refetchOnWindowFocus: true })
  const checkIn = useMutation({
    mutationFn: () => call(checkIns.perform),
    meta: { quiet: true },
    onSuccess: async ({ quota }) => {
      notify.success(t('checkInDone', { amount: format.exactDollars(quota) }))
      queryClient.setQueryData(query.queryKey, { can_check_in: false, checked_in: true })
      await refresh(session.self)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.kind === 'refused') notifyFailure(error)
      else notify.error(t('checkInFailed'))
      void status.refetch()
    },
  })
  const canCheckIn = status.data?.can_check_in === true
  const isUnset = status.data !== undefined && !canCheckIn && !status.data.checked_in
  return (
    <CardSection title={t('checkIn')} description={t('checkInHint')}>
      <Button
        variant={canCheckIn ? 'primary' : 'outline'}
        disabled={!canCheckIn}
        loading={checkIn.isPending}
        onClick={() => checkIn.mutate()}
      >
        {!checkIn.isPending && <CalendarCheck aria-hidden />}
        {t(status.data?.checked_in === true ? 'checkInAlready' : 'checkInNow')}
      </Button>
      {status.isError && status.data === undefined && (
        <ErrorLine className="mt-2" onRetry={() => void status.refetch()} />
      )}
      {isUnset && (
        <p className="mt-2 text-[13px] text-muted">
          {t('checkInUnset')} <OptionDoor option="CheckInQuota">{t('mailOffAsk')}</OptionDoor>
        </p>
      )}
    </CardSection>
  )
}
