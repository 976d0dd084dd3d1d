import { type DrawnKey, drawnKeys, type OptionTab, type OptionTable, optionTable } from '#contract/options.ts'

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

/** The id of the control that changes an option. */
export const optionId = (key: DrawnKey): string => `option-${key}`

export const sectionId = (section: OptionSection): string => `section-${section}`

/** The parts of the settings page that are built around options of their own. */
export const isPriceOption = (key: DrawnKey): boolean => optionTable[key].section === 'ratios'
