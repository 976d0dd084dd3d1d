import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { useText } from '../../../lib/i18n.ts'
import { ProgressBar } from './progress-bar.tsx'
import type { RunKind } from './use-channel-runs.ts'

/** How far the work on all channels has come, for as long as it goes on. */
export function RunProgress({ runs }: { runs: Record<RunKind, ChannelRun> | undefined }) {
  const t = useText('channels')
  if (!runs) return null
  const running = (['test', 'balance'] as const).filter((kind) => runs[kind].running)
  if (running.length === 0) return null
  return (
    <div className="grid gap-3 rounded-xl border bg-card px-4 py-3">
      {running.map((kind) => {
        const { done, total, failed } = runs[kind]
        const label = t(kind === 'test' ? 'testAllRunning' : 'balancesRunning')
        return (
          <div key={kind} className="grid gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-4 text-[13px]">
              <span>{label}</span>
              <span className="text-muted">
                {t('runProgress', { done, total })}
                {failed > 0 && ` · ${t('runFailed', { count: failed })}`}
              </span>
            </p>
            <ProgressBar done={done} total={total} label={label} />
          </div>
        )
      })}
    </div>
  )
}
