import clsx from 'clsx'
import { useEffect, useRef } from 'react'

/** A formula, as its source until the chunk that sets it has come, and where it cannot be read. */
export function Formula({ source, display = false }: { source: string; display?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let isWanted = true
    import('./set-formula.ts')
      .then(({ setFormula }) => {
        if (isWanted && place.current) setFormula(place.current, source, display)
      })
      .catch(() => {})
    return () => {
      isWanted = false
    }
  }, [source, display])
  return (
    <span
      key={source}
      ref={place}
      {...(display ? { tabIndex: 0 } : {})}
      className={clsx(display && 'block overflow-x-auto py-1 text-center')}
    >
      {source}
    </span>
  )
}
