/** Types whose key is one document, whatever commas and line breaks it holds. */
const documentKeyTypes: ReadonlySet<number> = new Set([41])

export const hasDocumentKey = (type: number): boolean => documentKeyTypes.has(type)

/** Whether a text that was typed or pasted is a list of keys. */
export const isKeyList = (text: string, type: number): boolean => !hasDocumentKey(type) && /[,\n]/.test(text.trim())

/** The keys of a list, each once. */
export const splitKeys = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  ),
]

/** The text of the field once list mode is on or off: the same keys, one per line or on one line. */
export const keysAsList = (text: string): string => splitKeys(text).join('\n')
export const keysOnOneLine = (text: string): string => splitKeys(text).join(',')

/** Whether what was entered is more than one key: a list of them, or an array of documents. */
export const hasManyKeys = (text: string, type: number, isList: boolean): boolean =>
  hasDocumentKey(type) ? text.trim().startsWith('[') : isList && splitKeys(text).length > 1
