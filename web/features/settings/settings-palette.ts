import { languageCodes } from '#contract/languages.ts'
import { drawnKeys, optionTable } from '#contract/options.ts'
import { currentLanguage, textIn } from '../../lib/i18n.ts'
import { findNames } from '../../lib/name-search.ts'
import { mostFound, type PaletteFinder } from '../../lib/palette.ts'
import { ownPlaceOf } from './option-layout.ts'

/** Options by what they are called in whichever language, and by their keys. */
export const find: PaletteFinder['find'] = async (text) => {
  const texts = await Promise.all(languageCodes.map((language) => textIn('options', language)))
  const own = await textIn('options', currentLanguage())
  const found = findNames(
    drawnKeys,
    text,
    (key) => own(key),
    (key) => [key, ...texts.map((name) => name(key))].join(' '),
  )
  return found.slice(0, mostFound).map((key) => {
    const entry = { id: `option-${key}`, label: own(key) }
    const place = ownPlaceOf(key)
    if (place) return { ...entry, kind: place.to === '/price' ? 'modelPrices' : 'groups', ...place }
    return { ...entry, to: '/setting', search: { tab: optionTable[key].tab, option: key } }
  })
}
