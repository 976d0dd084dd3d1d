import { type ComponentProps, lazy, Suspense } from 'react'
import type { MenuPopup } from './menu-popup.tsx'

const load = () => import('./menu-popup.tsx')
const Popup = lazy(() => load().then((module) => ({ default: module.MenuPopup })))

/** On hover or focus of an opener, so that the first click finds the chunk loaded. */
export const preloadMenu = (): void => void load()

/** Draws nothing, and loads nothing, until it has been opened once. */
export function LazyMenuPopup({ used, ...props }: ComponentProps<typeof MenuPopup> & { used: boolean }) {
  if (!used) return null
  return (
    <Suspense>
      <Popup {...props} />
    </Suspense>
  )
}
