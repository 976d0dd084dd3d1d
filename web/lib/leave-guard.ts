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
      if (
        !active ||
        (by === 'browser' && (action === 'PUSH' || action === 'REPLACE')) ||
        current.pathname === next.pathname
      )
        return false
      return !(await confirmDiscard())
    },
  })
}

export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: commonText('discardTitle'),
    text: commonText('discardText'),
    action: commonText('discard'),
    cancel: commonText('keepEditing'),
    danger: true,
  })
