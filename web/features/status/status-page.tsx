import type { ErrorCode } from '#contract/errors.ts'
import { type ModelState, modelStatus, type StatedModel } from '#contract/model-status.ts'
import { ApiError } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HourBars } from './hour-bars.tsx'

const minute = 60_000
const statusPageOff: ErrorCode = 'status_page_off'

/** How the models are doing that whoever looks may call, from what became of their calls. */
export function StatusPage() {
  const t = useText('status')
  const status = usePageQuery({ ...endpointQuery(modelStatus.read), refetchInterval: minute, retry: false })
  const { data, error } = status
  const isOff = error instanceof ApiError && error.code === statusPageOff
  return (
    <div className="mx-auto grid w-full max-w-220 grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader title={t('title')} description={t('period')} actions={<OptionDoor option="StatusPageEnabled" />} />
      {status.isPending && <LoadingModels />}
      {error && !data && (
        <Card>
          {isOff ? (
            <Empty kind="first" title={t('off')} hint={t('offHint')} />
          ) : (
            <ErrorState error={error} onRetry={() => void status.refetch()} />
          )}
        </Card>
      )}
      {data && data.models.length === 0 && (
        <Card>
          <Empty kind="first" title={t('empty')} hint={t('emptyHint')} />
        </Card>
      )}
      {data && data.models.length > 0 && (
        <>
          <Summary models={data.models} />
          <Card>
            <ul className="divide-y">
              {data.models.map((model) => (
                <ModelRow key={model.model} model={model} since={data.since} />
              ))}
            </ul>
          </Card>
          {data.idle > 0 && <p className="text-[13px] text-muted">{t('idle', { count: data.idle })}</p>}
        </>
      )}
    </div>
  )
}

const modelsDrawn = [1, 2, 3, 4]

/** Where the summary and the models will be. */
function LoadingModels() {
  return (
    <div aria-busy className="grid gap-5">
      <Skeleton className="h-11 w-full rounded-lg" />
      <Card className="divide-y">
        {modelsDrawn.map((model) => (
          <div key={model} className="grid gap-2 px-4 py-3.5 sm:px-5">
            <div className="flex h-5.5 items-center justify-between gap-4">
              <Skeleton className="h-4 w-40 max-w-full" />
              <Skeleton className="h-5.5 w-20 shrink-0 rounded-full" />
            </div>
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </Card>
    </div>
  )
}

function Summary({ models }: { models: readonly StatedModel[] }) {
  const t = useText('status')
  const count = models.filter(({ now }) => now === 'degraded' || now === 'down').length
  if (count === 0) return <Notice tone="ok" title={t('allUp')} />
  return (
    <Notice tone={models.some(({ now }) => now === 'down') ? 'bad' : 'warn'} title={t('someDegraded', { count })} />
  )
}

const tones: Readonly<Record<ModelState, Tone>> = { none: 'muted', up: 'ok', degraded: 'warn', down: 'bad' }

function ModelRow({ model: { model, mark, now, uptime, hours }, since }: { model: StatedModel; since: number }) {
  const t = useText('status')
  const format = useFormat()
  return (
    <li className="grid gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 items-center gap-2">
          <Mark mark={mark} label={model} size={20} />
          <h2 className="min-w-0 font-medium break-all">{model}</h2>
        </div>
        <Badge tone={tones[now]} dot>
          {t(`state.${now}`)}
        </Badge>
      </div>
      <HourBars model={model} hours={hours} since={since} />
      <div className="flex justify-between gap-3 text-xs text-muted">
        <span>{t('ago')}</span>
        <span>{t('uptime', { share: format.percent(uptime) })}</span>
        <span>{t('now')}</span>
      </div>
    </li>
  )
}
