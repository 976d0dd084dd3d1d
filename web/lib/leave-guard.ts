import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmDiscard, type UnsavedEntry, unsavedEntries } from './unsaved-entries.ts'

type Leaving = { current: { pathname: string }; next: { pathname: string }; action: string }

/**
 * While active, leaving the page asks whether to discard what was entered. What covers the page is left by the browser's
 * own buttons alone: it is the console that goes elsewhere when it has saved.
 */
export const useLeaveGuard = (isActive: boolean, by: UnsavedEntry['by'] = 'anything'): void => {
  const guard = useRef<UnsavedEntry>({ by }).current
  useEffect(() => {
    if (!isActive) return
    unsavedEntries.add(guard)
    return () => void unsavedEntries.delete(guard)
  }, [isActive, guard])
  useBlocker({
    disabled: !isActive,
    enableBeforeUnload: isActive,
    shouldBlockFn: async (leaving) => {
      // Of several forms on a page one asks for all.
      const asking = [...unsavedEntries].find((each) => loses(each, leaving))
      return asking === guard && !(await confirmDiscard())
    },
  })
}

const loses = ({ by }: UnsavedEntry, { current, next, action }: Leaving): boolean => {
  const isConsole = action === 'PUSH' || action === 'REPLACE'
  // Another tab of the same page is another address: only a change of path loses the draft.
  return by === 'browser' ? !isConsole : current.pathname !== next.pathname
}

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
