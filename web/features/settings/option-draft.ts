import { formatOption, isFilled, type OptionFault, parseOption } from '#contract/option-text.ts'
import { type DrawnKey, drawnKeys, isDrawnKey, optionTable, type ShownOption } from '#contract/options.ts'

/** What was typed so far, by option. */
export type DraftTexts = Readonly<Partial<Record<DrawnKey, string>>>

/** The options as the server told them. */
export type StoredOptions = {
  texts: Readonly<Record<DrawnKey, string>>
  /** The secrets that the server holds. */
  secrets: ReadonlySet<DrawnKey>
  /** Those that the server tells nobody but the super admin. */
  hidden: ReadonlySet<DrawnKey>
}

/** An option with the text that is to be saved. */
export type Change = { key: DrawnKey; text: string }

export const storedOptions = (shown: readonly ShownOption[]): StoredOptions => {
  const texts = new Map(shown.map(({ key, value }) => [key, value]))
  const keysWhere = (applies: (option: ShownOption) => boolean | undefined) =>
    new Set(shown.flatMap((option) => (applies(option) && isDrawnKey(option.key) ? [option.key] : [])))
  return {
    // seam: every key of the table gets a text
    texts: Object.fromEntries(drawnKeys.map((key) => [key, texts.get(key) ?? defaultText(key)])) as Record<
      DrawnKey,
      string
    >,
    secrets: keysWhere(({ set }) => set),
    hidden: keysWhere(({ hidden }) => hidden),
  }
}

const defaultTexts = new Map<DrawnKey, string>()

export const defaultText = (key: DrawnKey): string => {
  const known = defaultTexts.get(key)
  if (known !== undefined) return known
  const text = formatOption(key, optionTable[key].default)
  defaultTexts.set(key, text)
  return text
}

/** The changed options among these, in their order. What means the same is no change; an empty secret keeps the old. */
export const changesOf = (keys: readonly DrawnKey[], draft: DraftTexts, stored: StoredOptions): Change[] =>
  keys.flatMap((key) => {
    const text = draft[key]
    if (text === undefined) return []
    if (optionTable[key].secret) return text === '' ? [] : [{ key, text }]
    return meaning(key, text) === meaning(key, stored.texts[key]) ? [] : [{ key, text }]
  })

export const isDefault = (key: DrawnKey, text: string): boolean => meaning(key, text) === defaultText(key)

export const faultOf = (key: DrawnKey, text: string): OptionFault | undefined => {
  const parsed = parseOption(key, text)
  return parsed.ok ? undefined : parsed
}

/** The first switch that would be turned on before an option that it needs is filled in. */
export const unmetNeed = (
  changes: readonly Change[],
  stored: StoredOptions,
): { option: DrawnKey; needed: DrawnKey } | undefined => {
  const texts = new Map(changes.map(({ key, text }) => [key, text]))
  for (const { key, text } of changes) {
    if (text !== 'true') continue
    const needed = optionTable[key].needs
      .filter(isDrawnKey)
      .find((name) => !isFilledIn(name, texts.get(name) ?? stored.texts[name], stored))
    if (needed) return { option: key, needed }
  }
  return undefined
}

export const isFilledIn = (key: DrawnKey, text: string, stored: StoredOptions): boolean => {
  if (optionTable[key].secret && text === '') return stored.secrets.has(key)
  const parsed = parseOption(key, text)
  return parsed.ok && isFilled(parsed.value)
}

/** Payment reports to this server, so nothing of it is saved before the address is known. */
export const lacksServerAddress = (changes: readonly Change[], stored: StoredOptions): boolean => {
  const address = changes.find(({ key }) => key === 'ServerAddress')?.text ?? stored.texts.ServerAddress
  return address.trim() === '' && changes.some(({ key }) => optionTable[key].section === 'payment')
}

const lastMeanings = new Map<string, string>()

/** The text as it would be stored; a text that cannot be read is only itself. Price tables are long: read them once. */
const meaning = (key: DrawnKey, text: string): string => {
  const name = `${key}\n${text}`
  const known = lastMeanings.get(name)
  if (known !== undefined) return known
  const parsed = parseOption(key, text)
  const result = parsed.ok ? formatOption(key, parsed.value) : text
  if (lastMeanings.size > 300) lastMeanings.clear()
  lastMeanings.set(name, result)
  return result
}
