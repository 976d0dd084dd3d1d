import type { Redemption } from '#contract/redemptions.ts'

/** Codes as a table that spreadsheets open. */
export const codesFile = (codes: readonly Pick<Redemption, 'name' | 'key'>[]): string =>
  ['name,code', ...codes.map(({ name, key }) => `${cell(name)},${cell(key)}`)].map((line) => `${line}\r\n`).join('')

/** A cell that began like a formula would be worked out when the file is opened. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
