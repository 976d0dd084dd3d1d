import type { FileAnswer } from '#contract/endpoint.ts'
import type { Log } from '#contract/logs.ts'

type Rows<Row> = AsyncIterable<readonly Row[]>

type Format = 'csv' | 'jsonl'

const commonColumns = [
  ...(['id', 'request_id', 'created_at', 'type', 'user_id', 'username', 'token_id', 'token_name'] as const),
  ...(['group', 'model_name', 'is_stream', 'use_time', 'prompt_tokens', 'completion_tokens', 'quota'] as const),
  ...(['content', 'other'] as const),
] as const
type Column = (typeof commonColumns)[number] | 'channel' | 'channel_name'

export const ownerColumns: readonly Column[] = commonColumns
export const adminColumns: readonly Column[] = [...commonColumns, 'channel', 'channel_name']

/** Rows as a file: what `present` shows of them, no more than these columns. */
export const logFile = <Row>(
  rows: Rows<Row>,
  present: (row: Row) => Log,
  columns: readonly Column[],
  format: Format,
): FileAnswer =>
  format === 'csv'
    ? { name: 'logs.csv', contentType: 'text/csv; charset=utf-8', parts: csvParts(rows, present, columns) }
    : {
        name: 'logs.jsonl',
        contentType: 'application/x-ndjson; charset=utf-8',
        parts: jsonParts(rows, present, columns),
      }

/** Without this mark spreadsheets take the file for something else than UTF-8. */
const byteOrderMark = '\ufeff'

async function* csvParts<Row>(rows: Rows<Row>, present: (row: Row) => Log, columns: readonly Column[]) {
  // Not before there are rows: a file that cannot even be begun is refused like any other call.
  let head = byteOrderMark + csvLine(columns)
  for await (const some of rows) {
    const lines = some.map((row) => {
      const log = present(row)
      return csvLine(columns.map((column) => (column === 'created_at' ? timeText(log[column]) : log[column])))
    })
    yield head + lines.join('')
    head = ''
  }
  if (head !== '') yield head
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString()

async function* jsonParts<Row>(rows: Rows<Row>, present: (row: Row) => Log, columns: readonly Column[]) {
  for await (const some of rows) {
    yield some
      .map((row) => {
        const log = present(row)
        return `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, log[column]])))}\n`
      })
      .join('')
  }
}

/** One line of a CSV file. */
const csvLine = (values: readonly (string | number | boolean | null)[]): string => `${values.map(cell).join(',')}\r\n`

/** What begins like this is a formula to spreadsheets. */
const formula = /^[=+\-@\t\r\n]/

const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return String(value ?? '')
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
