type MarkProps = {
  /** Its part of the sprite of marks; empty where there is none. */
  mark: string
  /** Whose it is: without a mark its first letter stands there. */
  label: string
  size?: number
}

/** The mark of a vendor on a ground of its own colour. Its name always stands beside it. */
export function Mark({ mark, label, size = 24 }: MarkProps) {
  const hue = hueOf(mark || label)
  return (
    <span
      aria-hidden
      className="inline-grid shrink-0 place-items-center rounded-md text-xs font-semibold uppercase select-none"
      style={{
        width: size,
        height: size,
        background: `oklch(0.6 0.12 ${hue} / 0.16)`,
        color: `light-dark(oklch(0.42 0.12 ${hue}), oklch(0.85 0.09 ${hue}))`,
      }}
    >
      {mark === '' ? (
        ([...label][0] ?? '?')
      ) : (
        <svg width={size * 0.66} height={size * 0.66} aria-hidden>
          <use href={`/marks.svg#${mark}`} />
        </svg>
      )}
    </span>
  )
}

/** Steps of the golden angle keep names apart that are alike. */
const hueOf = (name: string): number => {
  const code = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_007, 7)
  return Math.round((code * 137.508) % 360)
}
