import type { ErrorValues } from '#contract/error-reasons.ts'
import type { OptionFault } from '#contract/option-text.ts'
import { type DrawnKey, optionTable } from '#contract/options.ts'
import type { Text } from '../../lib/i18n.ts'

/** What is wrong with an option's text and where, as a sentence to stand beside its field. */
export const faultText = (
  key: DrawnKey,
  { values, place }: OptionFault,
  sayReason: (values: ErrorValues) => string,
  t: Text<'settings'>,
): string => {
  if (values.reason === 'not_json') {
    const fault = t(key === 'TopupGroupRatio' ? 'faultTopupGroupRatio' : 'faultJson')
    const [line, column] = place?.split(':') ?? []
    return line === undefined || column === undefined ? fault : t('faultJsonAt', { fault, line, column })
  }
  if (values.reason === 'not_number' && place === undefined) return t('numberRequired')
  const fault = sayReason(values)
  if (place === undefined) return fault.charAt(0).toUpperCase() + fault.slice(1)
  if (optionTable[key].control === 'lines') return t('faultLine', { line: place.split(':')[0] ?? '', fault })
  return t('faultAt', { place, fault })
}
