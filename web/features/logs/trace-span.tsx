import clsx from 'clsx'

/** Milliseconds since the request came. */
export type TraceSpan = { from: number; to: number; first?: number | undefined }

type TraceSpanBarProps = { span: TraceSpan; whole: number; isOk: boolean }

/** When a try began and ended, beside the others; what it shows is told in words above it. */
export function TraceSpanBar({ span: { from, to, first }, whole, isOk }: TraceSpanBarProps) {
  const place = (ms: number) => `${(ms / whole) * 100}%`
  return (
    <span aria-hidden data-span={`${from}-${to}`} className="relative mt-1.5 block h-1.5 rounded-full bg-hover">
      <span
        className={clsx('absolute inset-y-0 min-w-1 rounded-full', isOk ? 'bg-ok' : 'bg-bad')}
        style={{ left: place(from), width: place(to - from) }}
      />
      {first !== undefined && (
        <span className="absolute -inset-y-0.5 w-0.5 rounded-full bg-fg" style={{ left: place(first) }} />
      )}
    </span>
  )
}
