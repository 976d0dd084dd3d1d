import pg from 'pg'

/** 64-bit integers, and numeric as sums of them are, read as numbers that are exact or not at all. */
const bigint = 20
const numeric = 1700

export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === bigint || type === numeric ? safeNumber : pg.types.getTypeParser(type, format),
}

const safeNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('A number is too large to be read exactly')
  return value
}
