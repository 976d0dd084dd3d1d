import type { ComponentProps } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import type { MenuPopup } from './menu-popup.tsx'
import { Overlay } from './overlay.tsx'

const Popup = lazyPart(() => import('./menu-popup.tsx'), 'MenuPopup')

/** On hover or focus of an opener, so that the first click finds the chunk loaded. */
export const preloadMenu = (): void => void Popup.preload()

type LazyMenuPopupProps = Omit<ComponentProps<typeof MenuPopup>, 'anchor'> & { anchor: Element | null }

/** Draws nothing, and loads nothing, until it is opened. */
export function LazyMenuPopup({ anchor, ...props }: LazyMenuPopupProps) {
  return <Overlay onClose={props.onClose}>{anchor && <Popup {...props} anchor={anchor} />}</Overlay>
}
