import { type DrawnKey, isDrawnKey, optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { useOptionText } from './settings-state.ts'

/** Why an option cannot be changed at the moment; undefined when it can. */
export const useOptionLock = (key: DrawnKey): string | undefined => {
  const { enabledBy = key } = optionTable[key]
  const t = useText('settings')
  const name = useText('options')
  const enabler = isDrawnKey(enabledBy) ? enabledBy : key
  const enablerText = useOptionText(enabler)
  if (enabler !== key && enablerText !== 'true') return t('enabledByOff', { option: name(enabler) })
  return undefined
}
