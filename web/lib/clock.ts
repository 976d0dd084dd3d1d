import { useSyncExternalStore } from 'react'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** The current time in seconds; whoever reads it is drawn again every minute. */
export const useNowSeconds = (): number => useSyncExternalStore(subscribe, () => Math.floor(now / 1000))

const subscribe = (listener: () => void) => {
  // While nobody read it, and while the page was not seen, it may have stood still.
  if (listeners.size === 0) {
    now = Date.now()
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  timer ??= setInterval(tick, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tick)
    clearInterval(timer)
    timer = undefined
  }
}

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}
