/** Whether a text that was typed or pasted is a list of keys; one document may hold commas and line breaks. */
export const isKeyList = (text: string, isDocument: boolean): boolean => !isDocument && /[,\n]/.test(text.trim())

/** The keys of a list, each once. */
export const splitKeys = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  ),
]

/** The text of the field once list mode is on: the same keys, one per line. */
export const keysAsList = (text: string): string => splitKeys(text).join('\n')

/** And once it is off: the one key as it was typed, where that is still what stands there. */
export const oneKey = (typed: string, text: string): string =>
  keysAsList(typed) === keysAsList(text) ? typed : splitKeys(text).join(',')

/** Whether what was entered is more than one key: a list of them, or an array of documents. */
export const hasManyKeys = (text: string, isDocument: boolean, isList: boolean): boolean =>
  isDocument ? text.trim().startsWith('[') : isList && splitKeys(text).length > 1
