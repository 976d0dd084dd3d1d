const hues = [25, 70, 140, 190, 240, 275, 320]

/** One or two letters on a colour that belongs to the name. */
export function Avatar({ name, size = 30 }: { name: string; size?: number }) {
  const hue = hues[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues.length]
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-full font-semibold uppercase select-none"
      style={{
        width: size,
        height: size,
        fontSize: Math.max(11, size * 0.36),
        background: `oklch(0.6 0.12 ${hue} / 0.16)`,
        color: `light-dark(oklch(0.42 0.12 ${hue}), oklch(0.85 0.09 ${hue}))`,
      }}
    >
      {initials(name)}
    </span>
  )
}

const initials = (name: string): string => {
  const words = name.trim().split(/[\s._-]+/)
  const first = [...(words[0] ?? '')]
  const second = [...(words[1] ?? '')]
  return second.length > 0 ? `${first[0] ?? ''}${second[0]}` : first.slice(0, /[a-z]/i.test(name) ? 2 : 1).join('')
}
