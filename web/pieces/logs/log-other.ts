import { type Log, type LogOther, logOther } from '#contract/logs.ts'

const parsed = new WeakMap<Log, LogOther>()

/** What a row keeps besides its columns; a row that holds nothing readable has nothing. */
export const otherOf = (row: Log): LogOther => {
  let other = parsed.get(row)
  if (!other) {
    other = readOther(row.other)
    parsed.set(row, other)
  }
  return other
}

const readOther = (text: string): LogOther => {
  if (text === '') return {}
  try {
    const result = logOther.safeParse(JSON.parse(text))
    return result.success ? result.data : {}
  } catch {
    return {}
  }
}
