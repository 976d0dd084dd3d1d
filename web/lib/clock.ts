import { useSyncExternalStore } from 'react'
import { aheadStore, serverTime } from './server-time.ts'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = serverTime()
let unsubscribe = () => {}

/** The current time in seconds, by the server's clock; whoever reads it is drawn again every minute. */
export const useNowSeconds = (): number => useSyncExternalStore(subscribe, () => Math.floor(now / 1000))

const subscribe = (listener: () => void) => {
  // While nobody read it, and while the page was not seen, it may have stood still.
  if (listeners.size === 0) {
    now = serverTime()
    unsubscribe = aheadStore.subscribe(tick)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  timer ??= setInterval(tick, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tick)
    unsubscribe()
    clearInterval(timer)
    timer = undefined
  }
}

const tick = () => {
  now = serverTime()
  for (const listener of listeners) listener()
}
