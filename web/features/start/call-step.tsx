import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { type Log, logs } from '#contract/logs.ts'
import type { Token } from '#contract/tokens.ts'
import { ApiError } from '../../lib/api.ts'
import { apiAddress } from '../../lib/api-address.ts'
import { useText } from '../../lib/i18n.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FailedCall } from './failed-call.tsx'

type CallStepProps = {
  token: Token
  model: string
  /** The latest that came and failed. */
  failed?: Log | undefined
  channelId?: number | undefined
}

/** A call ready to be pasted, or made from here; whichever is made first ends the way. */
export function CallStep({ token, model, failed, channelId }: CallStepProps) {
  const t = useText('start')
  const { server_address } = useStatus()
  const key = `sk-${token.key}`
  const code = curlOf({ address: apiAddress(server_address, location.origin), key, model })
  const trial = useMutation({
    // Its reader of streams is loaded with the first call.
    mutationFn: async () => (await import('../../lib/try-call.ts')).tryCall(key, model),
    meta: { quiet: true },
    onSettled: () => refresh(logs.listSelf, logs.list),
  })
  // Its row tells more than the answer did.
  const isTold = failed !== undefined && trial.error instanceof ApiError && trial.error.requestId === failed.request_id
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-[13px] text-muted">{t('callHint')}</p>
      <CodeBlock text={code} label={t('copyCall')} />
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {trial.isSuccess && <Notice tone="ok">{trial.data.text || t('callSilent')}</Notice>}
        {failed !== undefined && <FailedCall row={failed} channelId={channelId} />}
        {trial.isError && !isTold && (
          <Notice tone="bad" role="note">
            {trial.error.message}
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" loading={trial.isPending} onClick={() => trial.mutate()}>
          {t('callHere')}
        </Button>
        <Link to="/token" className={buttonClass()}>
          {t('otherClients')}
        </Link>
        {!trial.isSuccess && (
          <span role="status" className="flex items-center gap-1.5 text-[13px] text-muted">
            <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
            {t(failed === undefined && !trial.isError ? 'waiting' : 'waitingAgain')}
          </span>
        )}
      </div>
    </div>
  )
}

/** In its place where the key can call nothing: a command could not be run. */
export function NoModelStep() {
  const t = useText('start')
  return (
    <Notice
      tone="warn"
      action={
        <Link to="/token" className="shrink-0 font-medium underline underline-offset-2">
          {t('changeToken')}
        </Link>
      }
    >
      {t('callNoModel')}
    </Notice>
  )
}

const curlOf = ({ address, key, model }: { address: string; key: string; model: string }): string =>
  `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": ${JSON.stringify(model)}, "messages": [{"role": "user", "content": "Hello"}]}'`
