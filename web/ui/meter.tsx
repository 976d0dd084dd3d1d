import clsx from 'clsx'

type MeterProps = {
  /** 0 to 1; above 0.7 amber, above 0.9 red. */
  share: number
  label: string
}

/** A thin bar for how much of something is used. */
export function Meter({ share, label }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the parts of <meter> cannot be styled in every browser
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.25 overflow-hidden rounded-full bg-line"
    >
      <div
        className={clsx('h-full rounded-full', percent > 90 ? 'bg-bad' : percent > 70 ? 'bg-warn-bar' : 'bg-brand')}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
