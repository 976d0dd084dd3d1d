import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 600px)')

/** At 600 px and below tables are cards, drawers fill the screen and the navigation is a sheet. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
