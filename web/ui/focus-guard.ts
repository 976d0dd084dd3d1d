/** What had the focus, and at each step up to the page what stood before it. */
type Step = { node: Element; parent: Element; before: Element | null }
type Held = { element: HTMLElement; steps: Step[]; beneath: Held | undefined }

const focusable = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex]:not([tabindex="-1"])'
const windows = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** Whoever looks after the focus of a window or of a row has done so by then. */
const patience = 3

/**
 * The focus is never left to nothing: when what had it is gone, or can no longer be used, it goes on to what stands in
 * its place, so that the next key acts there and a screen reader goes on reading from there. Returns what stops it.
 */
export const guardFocus = (): (() => void) => {
  let held: Held | undefined
  let frame = 0
  let isPressed = false
  const press = ({ type }: PointerEvent) => {
    isPressed = type === 'pointerdown'
  }
  const note = ({ target }: FocusEvent) => {
    held = target instanceof HTMLElement && target !== document.body ? heldBy(target, held) : undefined
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    // Who clicks beside everything leaves it on purpose.
    if (isPressed && relatedTarget === null && held?.element === target) held = undefined
  }
  const look = (wait: number) => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      if (held === undefined || !isNowhere() || !isLost(held.element)) return
      const over = windowOver(held)
      // One that closes gives the focus back first.
      const isClosing = over !== undefined && !over.hasAttribute('data-open')
      if (wait > 0 || isClosing) return look(Math.max(wait - 1, 0))
      const heir = over ?? heirOf(held)
      heir?.focus({ preventScroll: true })
    })
  }
  const changed = () => {
    if (held !== undefined && isNowhere() && isLost(held.element)) look(patience)
  }
  const presses = ['pointerdown', 'pointerup', 'pointercancel'] as const
  for (const type of presses) document.addEventListener(type, press, true)
  document.addEventListener('focusin', note)
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body) held = heldBy(activeElement, undefined)
  document.addEventListener('focusout', left)
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    for (const type of presses) document.removeEventListener(type, press, true)
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', left)
  }
}

const isNowhere = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || isLost(activeElement)
}

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled')

const heldBy = (element: HTMLElement, last: Held | undefined): Held => {
  const steps: Step[] = []
  for (let node: Element = element; node.parentElement !== null; node = node.parentElement) {
    steps.push({ node, parent: node.parentElement, before: node.previousElementSibling })
  }
  const window = element.closest(windows)
  const isWithin = last?.steps.some(({ parent }) => parent === window)
  return { element, steps, beneath: window === null ? undefined : isWithin ? last?.beneath : last }
}

/** A window that what had the focus does not stand in. */
const windowOver = ({ steps }: Held): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(windows)].findLast(
    (window) => !steps.some(({ parent }) => parent === window),
  )

/** What follows in the smallest part of the page that is left of where it was, or else what comes last in it. */
const heirOf = ({ element, steps, beneath }: Held): HTMLElement | null => {
  const left = steps.findIndex(({ parent }) => parent.isConnected)
  for (const { node, parent, before } of steps.slice(left)) {
    // Of a page that was left nothing is near: the next one is read from its beginning.
    if (parent.matches('main, body')) break
    const candidates = [...parent.querySelectorAll<HTMLElement>(focusable)].filter(
      (each) => each !== element && canBeUsed(each),
    )
    const place = node.isConnected ? node : before
    const next = candidates.find((each) => place === null || follows(each, place))
    const heir = next ?? candidates.at(-1)
    if (heir !== undefined) return heir
    if (parent.matches(windows)) return parent instanceof HTMLElement ? parent : null
  }
  if (beneath !== undefined) return isLost(beneath.element) ? heirOf(beneath) : beneath.element
  return document.querySelector<HTMLElement>('main')
}

const follows = (element: Element, place: Element): boolean =>
  !place.contains(element) && (place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

const canBeUsed = (element: HTMLElement): boolean =>
  !isLost(element) &&
  element.checkVisibility() &&
  element.closest('[inert], [aria-hidden="true"]') === null &&
  // A keyboard on the screen would come up unasked.
  !(matchMedia('(pointer: coarse)').matches && element.matches('input, textarea'))
