import clsx from 'clsx'

/** Milliseconds since the request came. */
export type TraceSpan = { from: number; to: number; first?: number | undefined }

export type Look = 'ok' | 'bad' | 'waiting' | 'skipped'

type TraceSpanBarProps = { span: TraceSpan; whole: number; look: Look }

/** When something began and ended, beside what else happened; what it shows is told in words above it. */
export function TraceSpanBar({ span: { from, to, first }, whole, look }: TraceSpanBarProps) {
  const place = (ms: number) => `${(ms / whole) * 100}%`
  return (
    <span aria-hidden data-span={`${from}-${to}`} className="relative mt-1.5 block h-1.5 rounded-full bg-hover">
      <span
        className={clsx('absolute inset-y-0 min-w-1 rounded-full', dotClass[look])}
        // What is over at once, at the end of all, is still seen.
        style={{ left: `min(${place(from)}, 100% - 0.25rem)`, width: place(to - from) }}
      />
      {first !== undefined && (
        <span className="absolute -inset-y-0.5 w-0.5 rounded-full bg-fg" style={{ left: place(first) }} />
      )}
    </span>
  )
}

export const dotClass: Readonly<Record<Look, string>> = {
  ok: 'bg-ok',
  bad: 'bg-bad',
  waiting: 'bg-muted',
  skipped: 'border border-muted bg-bg',
}
