/**
 * What a cell holds, for machines: amounts and moments are told as such, 0 seconds being none. What is a word on the
 * screen is one here too; where the server knows the word, `choice` of the filter `of` stands for it.
 */
export type PlainValue =
  | string
  | number
  | undefined
  | { quota: number }
  | { seconds: number }
  | { choice: string; of: string }

/** Without this mark spreadsheets take the file for something else than UTF-8, and few heads are plain ASCII. */
const byteOrderMark = '\ufeff'

/** Pieces of text as one file that spreadsheets open. */
export const csvOf = (pieces: readonly BlobPart[]): Blob => new Blob([byteOrderMark, ...pieces], { type: 'text/csv' })

/** A table as a file that spreadsheets open. */
export const csvFile = (lines: readonly (readonly (string | number)[])[]): Blob => csvOf([csvText(lines)])

/** A column of a file. */
export type FileColumn<Row> = { label: string; plain: (row: Row) => PlainValue }

/** Rows of a table as a file, below the labels of their columns. */
export const tableFile = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[], words: PlainWords): Blob =>
  csvOf([headText(columns), tableText(columns, rows, words)])

export const headText = <Row>(columns: readonly FileColumn<Row>[]): string =>
  csvText([columns.map(({ label }) => label)])

/** The rows alone. */
export const tableText = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[], words: PlainWords): string =>
  csvText(rows.map((row) => columns.map(({ plain }) => plainCell(plain(row), words))))

export const csvText = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')

/** A text that began like a formula would be worked out when the file is opened. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  return `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}

type PlainWords = {
  /** How much quota is one of the unit that the console shows (`quotaScale`). */
  unit: number
  /** What a choice of a filter is called, as far as that is known. */
  labelOf: (filter: string, choice: string) => string | undefined
}

/** Amounts in the unit that the console shows them in; moments as everybody reads them, in UTC. */
export const plainCell = (value: PlainValue, { unit, labelOf }: PlainWords): string | number => {
  if (typeof value !== 'object') return value ?? ''
  if ('quota' in value) return value.quota / unit
  if ('choice' in value) return labelOf(value.of, value.choice) ?? value.choice
  return value.seconds > 0 ? new Date(value.seconds * 1000).toISOString() : ''
}
