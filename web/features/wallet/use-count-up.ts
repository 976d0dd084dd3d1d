import { useEffect, useRef, useState } from 'react'

const duration = 600

/** The value, reached in small steps when it grows, so that the eye sees that something was added. */
export const useCountUp = (value: number | undefined): number | undefined => {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    from.current = value
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (value === undefined || start === undefined || start >= value || isStill) {
      setShown(value)
      return
    }
    const begun = performance.now()
    let frame = 0
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begun) / duration))
      setShown(Math.round(start + (value - start) * share * (2 - share)))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
