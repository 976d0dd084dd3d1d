import { useEffect } from 'react'
import { isDrawnKey, optionTable } from '#contract/options.ts'
import { optionId, sectionId } from './option-layout.ts'
import { useOptionSearch } from './use-page-search.ts'

const patienceMilliseconds = 5000

/** Leads to the option in the address (`?option=…`), which is then taken out of it, once its control can be there. */
export const useShownOption = (isHere: boolean): void => {
  const [{ option }, change] = useOptionSearch()
  useEffect(() => {
    if (option === undefined || !isHere) return
    let frame = 0
    const until = performance.now() + patienceMilliseconds
    const look = () => {
      // What is on its way comes first, and a window that closes gives the focus back.
      const isCovered = document.querySelector('[role="dialog"]') !== null
      const target = isCovered ? null : placeOf(option)
      if (target === null && performance.now() < until) {
        frame = requestAnimationFrame(look)
        return
      }
      target?.scrollIntoView({ block: 'center' })
      target?.focus({ preventScroll: true })
      void change({ option: undefined })
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [option, isHere, change])
}

/** Its control, or the first of its section where it has none of its own. */
const placeOf = (option: string): HTMLElement | null => {
  if (!isDrawnKey(option)) return null
  const section = document.getElementById(sectionId(optionTable[option].section))
  return (
    document.getElementById(optionId(option)) ??
    section?.querySelector<HTMLElement>('input, textarea, button, [tabindex]') ??
    null
  )
}
