import { createStore, useStore } from './store.ts'

const manualStore = createStore<string | null>(null)

/** Copies a text; where the browser refuses, a dialog shows it to be copied by hand. Gives whether it was copied. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    manualStore.set(text)
    return false
  }
}

export const useManualCopy = (): string | null => useStore(manualStore)

export const closeManualCopy = (): void => manualStore.set(null)
