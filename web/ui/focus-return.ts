import { useState } from 'react'

/** Those that close have lost the mark already. */
const openWindows = () => [
  ...document.querySelectorAll<HTMLElement>(':is([role=dialog], [role=alertdialog])[data-open]'),
]

/**
 * For a window's `finalFocus`. One that was opened over another gives the focus back into that: to the field it came
 * from, or, if that is gone, to the window itself; left alone it would go behind it, where no key reaches anything.
 */
export const useFocusReturn = (): (() => HTMLElement | true) => {
  const [before] = useState(() => ({ focused: document.activeElement, windows: openWindows() }))
  return () => {
    // What was opened since has the focus for itself.
    const beneath = openWindows().findLast((window) => before.windows.includes(window))
    if (beneath === undefined) return true
    return before.focused instanceof HTMLElement && beneath.contains(before.focused) ? before.focused : beneath
  }
}

/**
 * For the `finalFocus` of what opens at an element: back to that. A window that was opened from it meanwhile has the
 * focus for itself: it would go on behind it.
 */
export const backTo = (anchor: Element) => (): HTMLElement | boolean => {
  const top = openWindows().at(-1)
  if (top !== undefined && !top.contains(anchor)) return false
  return anchor instanceof HTMLElement && anchor.isConnected ? anchor : true
}
