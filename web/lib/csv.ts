/** What a cell holds, for machines: amounts and moments are told as such, 0 seconds being none. */
export type PlainValue = string | number | undefined | { quota: number } | { seconds: number }

/** A table as a file that spreadsheets open. */
export const csvFile = (lines: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([csvText(lines)], { type: 'text/csv' })

export const csvText = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')

/** A text that began like a formula would be worked out when the file is opened. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  return `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}

/** Amounts in the unit that the console shows them in (`quotaScale`); moments as everybody reads them, in UTC. */
export const plainCell = (value: PlainValue, unit: number): string | number => {
  if (typeof value !== 'object') return value ?? ''
  if ('quota' in value) return value.quota / unit
  return value.seconds > 0 ? new Date(value.seconds * 1000).toISOString() : ''
}
