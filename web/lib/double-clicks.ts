/**
 * The second click of a double click sends no form once more: it comes sooner than a form can say that it is busy.
 * Returns what stops it.
 */
export const ignoreDoubleClicks = (page: Document): (() => void) => {
  const ignore = (event: MouseEvent) => {
    const isSecond = event.detail > 1
    if (isSecond && event.target instanceof Element && event.target.closest('button[type="submit"]')) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  page.addEventListener('click', ignore, true)
  return () => page.removeEventListener('click', ignore, true)
}
