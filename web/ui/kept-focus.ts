import { useEffect, useRef } from 'react'
import { firstControl } from './first-control.ts'
import { useReturnedFocus } from './returned-focus.ts'

const windows = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * When the row with the focus goes away, the focus goes on to the one that takes its place, not to the page; whoever comes
 * back to the rows has it where he left them.
 */
export const useKeptFocus = (ids: readonly string[]): void => {
  useReturnedFocus(ids)
  const last = useRef<string>(undefined)
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(windows)) return
      last.current = target.closest<HTMLElement>('[data-row]')?.dataset.row
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const { current: id } = last
    const place = id === undefined ? -1 : before.current.indexOf(id)
    const isGone = id !== undefined && place >= 0 && !ids.includes(id)
    before.current = ids
    if (!isGone) return
    return whenWindowsAreGone(() => {
      if (document.activeElement !== document.body && document.activeElement?.isConnected) return
      const rows = document.querySelectorAll('[data-row]')
      const next = firstControl(rows[Math.min(place, rows.length - 1)])
      if (next) next.focus()
      else document.querySelector<HTMLElement>('main')?.focus()
    })
  }, [ids])
}

/** A question that was answered gives the focus back first. */
const whenWindowsAreGone = (act: () => void): (() => void) => {
  let frame = 0
  const look = () => {
    if (document.querySelector(windows)) frame = requestAnimationFrame(look)
    else act()
  }
  frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}
