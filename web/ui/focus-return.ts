import { useState } from 'react'

/** Those that close have lost the mark already. */
const openWindows = () => [
  ...document.querySelectorAll<HTMLElement>(':is([role=dialog], [role=alertdialog])[data-open]'),
]

/**
 * For a window's `finalFocus`. One that was opened over another gives the focus back into that: to the field it came
 * from, or, if that is gone, to the window itself; left alone it would go behind it, where no key reaches anything. Where
 * that is gone from a page, what stands in its place has it (`focus-guard.ts`): anything older is far from it.
 */
export const useFocusReturn = (): (() => HTMLElement | boolean) => {
  const [before] = useState(() => ({ focused: document.activeElement, windows: openWindows() }))
  return () => {
    const { focused } = before
    const isThere = focused instanceof HTMLElement && focused !== document.body && focused.isConnected
    const open = openWindows()
    // What was opened since has the focus for itself.
    const beneath = open.findLast((window) => before.windows.includes(window))
    if (beneath === undefined) return open.length === 0 && isThere ? focused : false
    return isThere && beneath.contains(focused) ? focused : beneath
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
