import { useState } from 'react'

/** The operator's logo, or the sluice gate when there is none. */
export function Logo({ source, size }: { source: string; size: number }) {
  const [broken, setBroken] = useState(false)
  if (source === '' || source === '/logo.png' || broken) return <Mark size={size} />
  return (
    <img
      src={source}
      alt=""
      width={size}
      height={size}
      onError={() => setBroken(true)}
      className="shrink-0 rounded-lg object-contain"
    />
  )
}

function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <path d="M9 6.5V13M23 6.5V13" stroke="#fff" strokeOpacity=".55" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M9 9.5h14" stroke="#fff" strokeWidth="3.4" strokeLinecap="round" />
      <path d={waves} fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

const wave = (y: number) => `M6.5 ${y}c2.4-2 4.7-2 7.1 0s4.7 2 7.1 0c1.6-1.35 3.2-1.8 4.8-1.35`
const waves = wave(17.5) + wave(23)
