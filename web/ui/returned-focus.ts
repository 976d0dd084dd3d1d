import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { firstControl } from './first-control.ts'

/** The row that had the focus last at an entry of the browser's history. */
const focused = new Map<string, string>()

/** Whoever comes back to a list from elsewhere has the focus at the row he left it from, not at the page. */
export const useReturnedFocus = (ids: readonly string[]): void => {
  const { history } = useRouter()
  const isDrawn = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const entry = history.location.state.__TSR_key
      // A page that is come back to has the focus itself until its rows are here.
      if (entry === undefined || !(target instanceof Element) || isAtPage(target)) return
      const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (row === undefined) focused.delete(entry)
      else focused.set(entry, row)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [history])
  useEffect(() => {
    if (isDrawn.current || ids.length === 0) return
    isDrawn.current = true
    const row = focused.get(history.location.state.__TSR_key ?? '')
    if (row === undefined || !ids.includes(row) || !isAtPage(document.activeElement)) return
    firstControl(document.querySelector(`[data-row="${CSS.escape(row)}"]`) ?? undefined)?.focus()
  }, [ids, history])
}

const isAtPage = (element: Element | null): boolean => element === null || element.matches('body, main')
