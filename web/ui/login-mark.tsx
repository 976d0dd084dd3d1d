import type { Mark } from '../lib/login-ways.ts'

/** The small picture on the button of a way to sign in. */
export function LoginMark({ mark }: { mark: Mark }) {
  if ('areas' in mark) {
    return (
      <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden>
        {mark.areas.map(({ path, colour, edge }) => (
          <path key={path} d={path} fill={colour} className={edge && 'stroke-line-strong'} />
        ))}
      </svg>
    )
  }
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {mark.lines.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
