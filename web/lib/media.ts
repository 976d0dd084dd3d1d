import { useSyncExternalStore } from 'react'

const watched = (query: string): (() => boolean) => {
  const media = matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

const coarse = '(pointer: coarse)'

/** At 600 px and below tables are cards, drawers fill the screen and the navigation is a sheet. */
export const useIsPhone = watched('(max-width: 600px)')

/** Fingers hover over nothing: what waits for the pointer elsewhere is offered to them in a menu. */
export const useIsTouched = watched(coarse)

/** The same at the moment of an event. */
export const isTouched = (): boolean => matchMedia(coarse).matches
