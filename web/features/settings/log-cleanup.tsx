import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LogDeletion, logs } from '#contract/logs.ts'
import { call, reasonOf } from '../../lib/api.ts'
import { confirm } from '../../lib/confirm.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery, refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

const month = 30 * 24 * 3600
const pollMs = 1000

/** Deletes what the usage log has from before a time, and shows how far that has come, whoever asked for it. */
export function LogCleanup() {
  const t = useText('settings')
  const format = useFormat()
  const form = useMemo(() => cleanupForm(startOfDay(serverSeconds() - month)), [])
  const clear = useMutation({
    mutationFn: (target: number) => call(logs.deleteOld, { query: { target_timestamp: String(target) } }),
    meta: { quiet: true },
    onSuccess: (count) => notify.success(t('cleanupDone', { count: format.number(count) })),
    onError: (error) => notify.error(t('cleanupFailed', { message: reasonOf(error) })),
    onSettled: () => refresh(logs.deletion),
  })
  const { data: progress, ...deletion } = usePageQuery({
    ...endpointQuery(logs.deletion),
    refetchInterval: ({ state }) => (clear.isPending || state.data?.running ? pollMs : false),
  })
  const isRunning = clear.isPending || progress?.running === true
  const edit = useRecordForm(form, {
    text: t,
    save: async ({ before }) => {
      if (before === null) return
      const title = t('cleanupTitle', { time: format.dateTime(before) })
      const question = { title, text: t('cleanupText'), action: t('cleanupAction'), danger: true }
      if (await confirm({ ...question, typed: format.date(before) })) clear.mutate(before)
    },
  })
  return (
    <form noValidate onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)} className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-72">
          <RecordField edit={edit} name="before" />
        </div>
        <Button type="submit" variant="danger" loading={isRunning}>
          {t('cleanupAction')}
        </Button>
      </div>
      {progress && <Progress progress={progress} />}
      {deletion.isError && progress === undefined && <ErrorLine onRetry={() => void deletion.refetch()} />}
    </form>
  )
}

const cleanupForm = (start: number) =>
  formOf<never, { target_timestamp: string }, 'settings'>()({
    before: { control: 'moment', label: 'cleanupBefore', start, required: 'cleanupNoTime' },
  })

function Progress({ progress }: { progress: NonNullable<LogDeletion> }) {
  const t = useText('settings')
  const format = useFormat()
  const { deleted, total, running, target_timestamp: target, updated_at: at } = progress
  const share = total === 0 ? 100 : Math.min(100, Math.round((deleted / total) * 100))
  const counts = { deleted: format.number(deleted), total: format.number(Math.max(total, deleted)) }
  return (
    <div className="grid gap-1.5 text-[13px]">
      {running && (
        <div
          role="progressbar"
          aria-label={t('cleanupProgress')}
          aria-valuenow={share}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${share}%` }} />
        </div>
      )}
      <p className="text-muted">
        {running
          ? t('cleanupRunning', { ...counts, time: format.dateTime(target) })
          : t('cleanupLast', { ...counts, time: format.dateTime(target), at: format.dateTime(at) })}
      </p>
    </div>
  )
}

const startOfDay = (seconds: number): number => new Date(seconds * 1000).setHours(0, 0, 0, 0) / 1000
