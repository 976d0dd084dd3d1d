import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from './confirm.ts'
import { commonText } from './i18n.ts'

type By = 'anything' | 'browser'
type Leaving = { current: { pathname: string }; next: { pathname: string }; action: string }
type Guard = { by: By }

/** Those on the screen that something would be lost of. */
const active = new Set<Guard>()

/**
 * While active, leaving the page asks whether to discard what was entered. What covers the page is left by the browser's
 * own buttons alone: it is the console that goes elsewhere when it has saved.
 */
export const useLeaveGuard = (isActive: boolean, by: By = 'anything'): void => {
  const guard = useRef<Guard>({ by }).current
  useEffect(() => {
    if (!isActive) return
    active.add(guard)
    return () => void active.delete(guard)
  }, [isActive, guard])
  useBlocker({
    disabled: !isActive,
    enableBeforeUnload: isActive,
    shouldBlockFn: async (leaving) => {
      // Of several forms on a page one asks for all.
      const asking = [...active].find((each) => loses(each, leaving))
      return asking === guard && !(await confirmDiscard())
    },
  })
}

const loses = ({ by }: Guard, { current, next, action }: Leaving): boolean => {
  const isConsole = action === 'PUSH' || action === 'REPLACE'
  // Another tab of the same page is another address: only a change of path loses the draft.
  return by === 'browser' ? !isConsole : current.pathname !== next.pathname
}

/** For whoever leaves by more than an address, as who signs out: asks where something would be lost. */
export const mayLeave = async (): Promise<boolean> => active.size === 0 || confirmDiscard()

/** While active, closing the tab asks: for what stays while other pages are looked at, and is nowhere else. */
export const useCloseGuard = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
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
