import { useState } from 'react'

/** Those that close have lost the mark already. */
const openWindows = () => [
  ...document.querySelectorAll<HTMLElement>(':is([role=dialog], [role=alertdialog])[data-open]'),
]

/** What opened at an element, as a menu at its button. */
const anchors = new WeakMap<Element, Element>()

/** For the `ref` of what opens at an element: a window that opens out of it goes back there once it is gone. */
export const opensAt =
  (anchor: Element) =>
  (popup: Element | null): void => {
    if (popup !== null) anchors.set(popup, anchor)
  }

const anchorOf = (element: Element | null): Element | undefined => {
  for (let node = element; node !== null; node = node.parentElement) {
    const anchor = anchors.get(node)
    if (anchor !== undefined) return anchor
  }
  return undefined
}

const isThere = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected

/**
 * For a window's `finalFocus`. One that was opened over another gives the focus back into that: to the field it came
 * from, or, if that is gone, to the window itself; left alone it would go behind it, where no key reaches anything. Where
 * that is gone from a page, what stands in its place has it (`focus-guard.ts`): anything older is far from it.
 */
export const useFocusReturn = (): (() => HTMLElement | boolean) => {
  const [before] = useState(() => ({
    // The entry of a menu is gone with it, often before the window is: its button is not.
    places: [document.activeElement, anchorOf(document.activeElement)],
    windows: openWindows(),
  }))
  return () => {
    const place = before.places.find(isThere)
    const open = openWindows()
    // What was opened since has the focus for itself.
    const beneath = open.findLast((window) => before.windows.includes(window))
    if (beneath === undefined) return open.length === 0 && place !== undefined ? place : false
    return place !== undefined && beneath.contains(place) ? place : beneath
  }
}

/** Whoever went on while a list was seen closing, which takes no key any more, goes on where he is. */
const isElsewhere = (focused: Element | null): boolean =>
  focused instanceof HTMLElement && focused.tabIndex >= 0 && focused.closest('[inert]') === null

/**
 * For the `finalFocus` of what opens at an element: back to that. A window that was opened from it meanwhile has the
 * focus for itself: it would go on behind it.
 */
export const backTo = (anchor: Element) => (): HTMLElement | boolean => {
  const focused = document.activeElement
  if (focused !== anchor && isElsewhere(focused)) return false
  const top = openWindows().at(-1)
  if (top !== undefined && !top.contains(anchor)) return false
  return anchor instanceof HTMLElement && anchor.isConnected ? anchor : true
}
