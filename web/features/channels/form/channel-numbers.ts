const lowestPriority = -999
const highestPriority = 1_000_000_000
const highestWeight = 1_000_000

/** What an edit in the list means: a number to save, nothing (the field was left empty), or a fault. */
export type NumberEdit = { kind: 'save'; value: number } | { kind: 'ignore' } | { kind: 'wrong' }

export const readPriority = (text: string): NumberEdit => readWhole(text, lowestPriority, highestPriority)

/** A weight below zero becomes zero. */
export const readWeight = (text: string): NumberEdit => readWhole(text, 0, highestWeight)

/** Of a tag there is no telling which channel was meant, so nothing is put right. */
export const readTagWeight = (text: string): NumberEdit =>
  text.trim().startsWith('-') ? { kind: 'wrong' } : readWeight(text)

const readWhole = (text: string, lowest: number, highest: number): NumberEdit => {
  const typed = text.trim()
  if (typed === '') return { kind: 'ignore' }
  if (!/^[+-]?\d{1,15}$/.test(typed)) return { kind: 'wrong' }
  return { kind: 'save', value: Math.min(highest, Math.max(lowest, Number(typed))) }
}
