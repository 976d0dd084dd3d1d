import { createStore } from '../lib/store.ts'

/** What is open over the page: the command palette or the list of keys. */
export const overlayStore = createStore<'palette' | 'shortcuts' | null>(null)

export const openPalette = (): void => overlayStore.set('palette')

export const closeOverlay = (): void => overlayStore.set(null)
