import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { useText, withTexts } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { tryCall } from '../../lib/try-call.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

// It is the log's, and comes with its texts once a request was sent.
const CallFacts = lazyPart(() => withTexts('logs', import('../../pieces/logs/call-facts.tsx')), 'CallFacts')

type TokenTrialProps = {
  secret: string
  model: string
  /** A request with the key of another can only fail. */
  isEnabled: boolean
}

/** One short call with the key, as a client makes it: what came of it, and what its row in the log tells. */
export function TokenTrial({ secret, model, isEnabled }: TokenTrialProps) {
  const t = useText('tokens')
  const trial = useMutation({ mutationFn: () => tryCall(secret, model), meta: { quiet: true } })
  const requestId = trial.data?.requestId ?? (trial.error instanceof ApiError ? trial.error.requestId : undefined)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" loading={trial.isPending} disabled={!isEnabled} onClick={() => trial.mutate()}>
          {t('tryIt')}
        </Button>
        <span className="text-xs text-muted">{isEnabled ? t('tryItHint', { model }) : t('tryItDisabled')}</span>
      </div>
      {trial.isSuccess && (
        <Notice tone="ok">
          <p className="break-words">{trial.data.text || t('tryItSilent')}</p>
        </Notice>
      )}
      {trial.isError && <Notice tone="bad">{trial.error.message}</Notice>}
      {requestId !== undefined && (
        <Boundary loading={<Skeleton className="h-24 w-full" />}>
          <CallFacts requestId={requestId} />
        </Boundary>
      )}
    </div>
  )
}
