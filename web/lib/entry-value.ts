/** What a table of names takes as values: text, numbers, or whatever fits a line of JSON. */
export type EntryKind = 'text' | 'number' | 'any'

/** What is typed into a cell for a value; undefined where a cell cannot hold it. */
export const cellText = (raw: string, kind: EntryKind): string | undefined => {
  const value: unknown = JSON.parse(raw)
  if (typeof value === 'string') return kind === 'any' && isJson(value) ? raw : value
  if (typeof value === 'number') return raw
  return kind === 'any' && !raw.includes('\n') ? raw : undefined
}

/** The value that is typed, as it is written in JSON. What was a number stays one for as long as it can. */
export const rawOf = (typed: string, kind: EntryKind, before?: string): string => {
  const text = typed.trim()
  if (kind === 'any') return isJson(text) ? text : JSON.stringify(typed)
  const wasNumber = before !== undefined && number.test(before)
  return (kind === 'number' || wasNumber) && isNumber(text) ? text : JSON.stringify(typed)
}

export const isNumber = (typed: string): boolean => number.test(typed.trim())

/** As JSON has them. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
