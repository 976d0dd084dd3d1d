import { type DrawnKey, optionTable } from '#contract/options.ts'
import { isPriceOption, optionId } from './option-layout.ts'
import { useSettingsSearch } from './use-settings-search.ts'

/** Goes to the field of an option, on whatever tab it is. */
export const useShowOption = (): ((key: DrawnKey) => Promise<void>) => {
  const [, change] = useSettingsSearch()
  return async (key) => {
    if (!document.getElementById(optionId(key))) {
      const view = isPriceOption(key) ? { prices: undefined } : {}
      await change({ tab: optionTable[key].tab, keyword: undefined, ...view })
    }
    requestAnimationFrame(() => {
      const control = document.getElementById(optionId(key))
      control?.scrollIntoView({ block: 'center' })
      control?.focus({ preventScroll: true })
    })
  }
}
