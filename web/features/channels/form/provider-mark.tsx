/** The first letter of a provider on a colour of its own. */
export function ProviderMark({ type, label, size = 24 }: { type: number; label: string; size?: number }) {
  // Steps of the golden angle keep neighbouring types apart.
  const hue = Math.round((type * 137.508) % 360)
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-md text-xs font-semibold uppercase select-none"
      style={{
        width: size,
        height: size,
        background: `oklch(0.6 0.12 ${hue} / 0.16)`,
        color: `light-dark(oklch(0.42 0.12 ${hue}), oklch(0.85 0.09 ${hue}))`,
      }}
    >
      {[...label][0] ?? '?'}
    </span>
  )
}
