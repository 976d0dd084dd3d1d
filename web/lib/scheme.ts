import { useSyncExternalStore } from 'react'
import { type Scheme, schemePreference } from './preferences.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

const currentScheme = (): Scheme => schemePreference.get() ?? (systemDark.matches ? 'dark' : 'light')

/** Follows the stored choice and the operating system; the class itself was set before the first paint. */
export const startScheme = (): void => {
  subscribe(applyScheme)
  applyScheme()
}

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, currentScheme)

export const toggleScheme = (): void => schemePreference.set(currentScheme() === 'dark' ? 'light' : 'dark')

const applyScheme = () => {
  document.documentElement.classList.toggle('dark', currentScheme() === 'dark')
}

const subscribe = (listener: () => void) => {
  const unsubscribe = schemePreference.subscribe(listener)
  systemDark.addEventListener('change', listener)
  return () => {
    unsubscribe()
    systemDark.removeEventListener('change', listener)
  }
}
