import {
  type DrawnKey,
  drawnKeys,
  isDrawnKey,
  type OptionTab,
  type OptionTable,
  optionTable,
} from '#contract/options.ts'

export type OptionSection = OptionTable[DrawnKey]['section']

/** A card of the settings page. */
export type SectionLayout = { tab: OptionTab; section: OptionSection; keys: readonly DrawnKey[] }

/** The options by tab and section, in the order they come. */
export const layoutOf = (keys: readonly DrawnKey[]): readonly SectionLayout[] => {
  const sections = new Map<OptionSection, { tab: OptionTab; section: OptionSection; keys: DrawnKey[] }>()
  for (const key of keys) {
    const { tab, section } = optionTable[key]
    const known = sections.get(section)
    if (known) known.keys.push(key)
    else sections.set(section, { tab, section, keys: [key] })
  }
  return [...sections.values()]
}

export const allSections = layoutOf(drawnKeys)

const tall = new Set<string>(['textarea', 'json', 'lines', 'domains'])

/** Where its control stands: at the right end of its row, in a column of its own, or below in the whole width. */
export const optionLook = (key: DrawnKey): 'switch' | 'side' | 'below' => {
  const { control } = optionTable[key]
  if (control === 'switch') return 'switch'
  return tall.has(control) ? 'below' : 'side'
}

/** The id of the control that changes an option. */
export const optionId = (key: DrawnKey): string => `option-${key}`

export const sectionId = (section: OptionSection): string => `section-${section}`

/** The card below that of the log, which is no option. */
export const cleanupId = 'section-log-cleanup'

type OwnPlace = { to: '/price' | '/group'; search: { option: DrawnKey; view?: 'ratios' } }

/** Where an option is changed that is on no tab of the settings, but on a page of its own. */
export const ownPlaceOf = (option: string): OwnPlace | undefined => {
  if (!isDrawnKey(option)) return undefined
  const { tab } = optionTable[option]
  if (tab === 'prices') return { to: '/price', search: { option, view: 'ratios' } }
  return tab === 'groups' ? { to: '/group', search: { option } } : undefined
}
