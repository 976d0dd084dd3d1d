/** How something went on, beside its figure: no more than its shape, whose values stand elsewhere. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values)
  if (values.length < 2 || top <= 0) return null
  const points = values.map((value, index) => `${(index / (values.length - 1)) * 100},${100 - (value / top) * 100}`)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 -6 100 112"
      preserveAspectRatio="none"
      className="h-5 w-14 shrink-0 text-brand max-sm:w-10"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
