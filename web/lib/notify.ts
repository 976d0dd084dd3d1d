import { createStore, useStore } from './store.ts'

export type ToastKind = 'success' | 'error' | 'info' | 'warning'
export type ToastAction = { label: string; run: () => void }
export type Toast = { id: number; kind: ToastKind; text: string; action?: ToastAction; lasts: number }

const longest = 4
const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

/** Short messages in the corner: `notify.success(t('saved'))`; an action such as Undo makes them stay for 8 s. */
export const notify = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  error: (text: string, action?: ToastAction) => show('error', text, action),
  info: (text: string, action?: ToastAction) => show('info', text, action),
  warning: (text: string, action?: ToastAction) => show('warning', text, action),
}

export const dismissToast = (id: number): void => toastStore.set(toastStore.get().filter((toast) => toast.id !== id))

export const useToasts = (): readonly Toast[] => useStore(toastStore)

const show = (kind: ToastKind, text: string, action?: ToastAction) => {
  lastId += 1
  const toast = {
    id: lastId,
    kind,
    text,
    lasts: action || kind === 'error' ? 8000 : 4000,
    ...(action ? { action } : {}),
  }
  // The same sentence twice (two failed calls of one page) is shown once.
  const others = toastStore.get().filter((other) => other.text !== text)
  toastStore.set([...others, toast].slice(-longest))
}
