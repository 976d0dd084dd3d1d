import { createStore } from '../lib/store.ts'

/** What is open over the page: the command palette or the list of keys. */
export const overlayStore = createStore<'palette' | 'shortcuts' | null>(null)

/** Whoever opens the palette for the first time types before its code has come: until then letters are no keys of the page. */
const longestWait = 5000
/** Undefined while no palette is waited for. */
let typed: string | undefined

const keep = (event: KeyboardEvent): void => {
  const { key } = event
  if (typed === undefined || key.length > 1 || event.ctrlKey || event.metaKey) return
  typed += key
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** What was typed since the palette was opened; from here on its own box is typed into. */
export const takeTyped = (): string | undefined => {
  const taken = typed
  typed = undefined
  return taken
}

export const openPalette = (): void => {
  typed = ''
  addEventListener('keydown', keep, { capture: true, signal: AbortSignal.timeout(longestWait) })
  overlayStore.set('palette')
}

export const closeOverlay = (): void => {
  takeTyped()
  overlayStore.set(null)
}
