import { type OptionKey, type OptionTab, type OptionTable, optionKeys, optionTable } from '#contract/options.ts'

export type OptionSection = OptionTable[OptionKey]['section']

/** A card of the settings page. */
export type SectionLayout = { tab: OptionTab; section: OptionSection; keys: readonly OptionKey[] }

/** The options by tab and section, in the order of the table. */
export const layoutOf = (keys: readonly OptionKey[]): readonly SectionLayout[] => {
  const sections = new Map<OptionSection, { tab: OptionTab; section: OptionSection; keys: OptionKey[] }>()
  for (const key of keys) {
    const { tab, section } = optionTable[key]
    const known = sections.get(section)
    if (known) known.keys.push(key)
    else sections.set(section, { tab, section, keys: [key] })
  }
  return [...sections.values()]
}

export const allSections = layoutOf(optionKeys)

/** The id of the control that changes an option. */
export const optionId = (key: OptionKey): string => `option-${key}`

export const sectionId = (section: OptionSection): string => `section-${section}`

/** The parts of the settings page that are built around options of their own. */
export const isPriceOption = (key: OptionKey): boolean => optionTable[key].section === 'ratios'
