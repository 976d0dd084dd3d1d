import { type CallValues, type Column, dimensions, type SettledNumber, type SettledText } from './dimensions.ts'

export const columns: readonly Column[] = dimensions.map(({ column }) => column)

const settled = dimensions.filter((dimension) => 'settled' in dimension)
const texts = settled.filter((dimension) => dimension.of === 'text')
const numbers = settled.filter((dimension) => dimension.of === 'number')

/** The fields of a settlement that are part of the key. */
export const settledTexts: readonly SettledText[] = texts.map((dimension) => dimension.settled)
export const settledNumbers: readonly SettledNumber[] = numbers.map((dimension) => dimension.settled)
/** Their columns, those of texts first. */
export const settledColumns: readonly Column[] = [...texts, ...numbers].map(({ column }) => column)

/** Columns that only calls have something in. */
export const columnsOfCalls: readonly Column[] = dimensions.flatMap((dimension) =>
  'ofCalls' in dimension ? [dimension.column] : [],
)

/** What other rows have in them. */
export const noCall = Object.fromEntries(
  dimensions.flatMap((dimension) =>
    'ofCalls' in dimension ? [[dimension.column, dimension.of === 'number' ? 0 : '']] : [],
  ),
  // seam: the same columns of the same table as in the type
) as CallValues

/** As SQL lists them. */
export const inSql = (names: readonly Column[]): string => names.map((name) => `"${name}"`).join(', ')
