/** One line of a CSV file. */
export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`

/** What begins like this is a formula to spreadsheets. */
const formula = /^[=+\-@\t\r\n]/

const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return String(value ?? '')
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
