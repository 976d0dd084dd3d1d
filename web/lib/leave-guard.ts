import { useBlocker } from '@tanstack/react-router'
import { confirm } from './confirm.ts'
import { commonText } from './i18n.ts'

/**
 * While active, leaving the page asks whether to discard what was entered. What covers the page is left by the browser's
 * own buttons alone: it is the console that goes elsewhere when it has saved.
 */
export const useLeaveGuard = (active: boolean, by: 'anything' | 'browser' = 'anything'): void => {
  useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    // Another tab of the same page is another address: only a change of path loses the draft.
    shouldBlockFn: async ({ current, next, action }) => {
      const isConsole = action === 'PUSH' || action === 'REPLACE'
      if (!active || (by === 'browser' ? isConsole : current.pathname === next.pathname)) return false
      return !(await confirmDiscard())
    },
  })
}

/** For what covers the page: closes it, and asks first where something was entered. The way back asks as well. */
export const useAskedClose = (dirty: boolean, onClose: () => void): (() => void) => {
  useLeaveGuard(dirty, 'browser')
  return () => {
    if (!dirty) onClose()
    else void confirmDiscard().then((isMeant) => isMeant && onClose())
  }
}

const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: commonText('discardTitle'),
    text: commonText('discardText'),
    action: commonText('discard'),
    cancel: commonText('keepEditing'),
    danger: true,
  })
