/** Water that waits before a closed gate, and a glass that looks through rows: in the colours of either scheme. */
export function EmptyDrawing({ kind }: { kind: 'first' | 'match' }) {
  return (
    <svg
      viewBox="0 0 96 64"
      className="mb-2 h-16 text-muted"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {kind === 'first' ? (
        <>
          <path d="M8 58h80" opacity=".35" />
          <rect x="40" y="10" width="16" height="48" rx="3" fill="var(--hover)" />
          <path d="M32 10h32M48 4v6M44 20h8M44 28h8" />
          <g stroke="var(--brand)">
            <path d="M8 38c4-4 8-4 12 0s8 4 12 0M8 47c4-4 8-4 12 0s8 4 12 0" />
          </g>
          <path d="M64 52c4-3 8-3 12 0s8 3 12 0" opacity=".35" strokeDasharray="3 4" />
        </>
      ) : (
        <>
          <g opacity=".5">
            <rect x="10" y="8" width="60" height="10" rx="3" fill="var(--hover)" />
            <rect x="10" y="26" width="60" height="10" rx="3" fill="var(--hover)" />
            <rect x="10" y="44" width="60" height="10" rx="3" fill="var(--hover)" />
          </g>
          <g stroke="var(--brand)">
            <circle cx="62" cy="34" r="14" fill="var(--card)" />
            <path d="m72 44 12 12M57 34h10" />
          </g>
        </>
      )}
    </svg>
  )
}
