import { type OptionKey, optionTable } from '#contract/options.ts'

type Difference = { before: object; after: object }

/** What a change of an option leaves in the audit: no secret, and of a table only the entries that changed. */
export const optionDifference = (key: OptionKey, before: string, after: string): Difference => {
  if (optionTable[key].secret) return { before: { set: before !== '' }, after: { set: after !== '' } }
  if (optionTable[key].control !== 'json') return { before: { value: before }, after: { value: after } }
  const [old, current] = [entriesOf(before), entriesOf(after)]
  const changed = (own: Map<string, unknown>, other: Map<string, unknown>) =>
    Object.fromEntries([...own].filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other.get(name))))
  return { before: changed(old, current), after: changed(current, old) }
}

const entriesOf = (text: string): Map<string, unknown> => {
  const value: unknown = JSON.parse(text)
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}
