import clsx from 'clsx'

type ProgressProps = {
  /** A percentage, such as `40%`. */
  text: string
  tone: 'running' | 'done' | 'failed'
  label: string
}

const barTones = { running: 'bg-brand', done: 'bg-ok', failed: 'bg-bad' }
const circleTones = { running: 'text-brand', done: 'text-ok', failed: 'text-bad' }

const shareOf = (text: string): number => {
  const percent = Number.parseInt(text, 10)
  return Number.isNaN(percent) ? 0 : Math.min(100, Math.max(0, percent)) / 100
}

/** Of what failed, 100 % says that it is over, as clients wait for it: how far it came is not told. */
const isUntold = (percent: number, tone: ProgressProps['tone']) => tone === 'failed' && percent === 100

function Untold() {
  return <span className="text-muted">–</span>
}

/** How far something has come, as a bar with its figure. */
export function ProgressBar({ text, tone, label }: ProgressProps) {
  const percent = Math.round(shareOf(text) * 100)
  if (isUntold(percent, tone)) return <Untold />
  return (
    <span className="flex w-28 items-center gap-2">
      <span {...ariaOf(percent, label)} className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
        <span
          className={clsx('block h-full rounded-full transition-[width] duration-500', barTones[tone])}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="w-9 text-right text-xs tabular-nums text-muted">{percent}%</span>
    </span>
  )
}

/** The same as a circle that fills. */
export function ProgressCircle({ text, tone, label }: ProgressProps) {
  const percent = Math.round(shareOf(text) * 100)
  if (isUntold(percent, tone)) return <Untold />
  return (
    <span
      {...ariaOf(percent, label)}
      className={clsx('inline-flex items-center gap-2 align-middle', circleTones[tone])}
    >
      <svg viewBox="0 0 24 24" className="size-6 -rotate-90" aria-hidden>
        <circle cx="12" cy="12" r={radius} fill="none" strokeWidth="3" className="stroke-line" />
        <circle
          cx="12"
          cy="12"
          r={radius}
          fill="none"
          strokeWidth="3"
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - percent / 100)}
          className="transition-[stroke-dashoffset] duration-500"
        />
      </svg>
      <span className="text-xs tabular-nums text-muted">{percent}%</span>
    </span>
  )
}

const radius = 9
const around = 2 * Math.PI * radius

const ariaOf = (percent: number, label: string) => ({
  role: 'progressbar',
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
  'aria-valuenow': percent,
})
