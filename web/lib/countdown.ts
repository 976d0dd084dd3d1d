import { useEffect, useState } from 'react'
import { readLocal, writeLocal } from './local-storage.ts'

/** Seconds left until something may be done again; it survives a reload under its storage key. */
export const useCountdown = (storageKey: string, seconds: number): { left: number; start(): void } => {
  const [until, setUntil] = useState(() => Number(readLocal(storageKey) ?? 0))
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return {
    left,
    start: () => {
      const end = Date.now() + seconds * 1000
      writeLocal(storageKey, String(end))
      setNow(Date.now())
      setUntil(end)
    },
  }
}
