import type { MadeCodes } from './redemption-drawer.tsx'

/** Codes as a table that spreadsheets open. */
export const codesFile = ({ name, keys }: MadeCodes): string =>
  ['name,code', ...keys.map((key) => `${cell(name)},${cell(key)}`)].map((line) => `${line}\r\n`).join('')

/** A cell that began like a formula would be worked out when the file is opened. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
