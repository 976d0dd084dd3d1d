import { csvFile } from '../../lib/csv.ts'

/** Codes that were just made, all of one name. */
export const codesFile = (name: string, keys: readonly string[]): Blob =>
  csvFile([['name', 'code'], ...keys.map((key) => [name, key])])
