import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../lib/i18n.ts'
import { tryCall } from '../../lib/try-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** One short call with the key, as a client makes it: what came of it, and its row in the log. */
export function TokenTrial({ secret, model }: { secret: string; model: string }) {
  const t = useText('tokens')
  const trial = useMutation({ mutationFn: () => tryCall(secret, model), meta: { quiet: true } })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" loading={trial.isPending} onClick={() => trial.mutate()}>
          {t('tryIt')}
        </Button>
        <span className="text-xs text-muted">{t('tryItHint', { model })}</span>
      </div>
      {trial.isSuccess && (
        <Notice
          tone="ok"
          action={
            trial.data.requestId !== undefined && (
              <Link to="/log" search={{ request_id: trial.data.requestId }} className="shrink-0 font-medium underline">
                {t('tryItRow')}
              </Link>
            )
          }
        >
          <p className="break-words">{trial.data.text || t('tryItSilent')}</p>
        </Notice>
      )}
      {trial.isError && <Notice tone="bad">{trial.error.message}</Notice>}
    </div>
  )
}
