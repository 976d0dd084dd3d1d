import type { Redemption } from '#contract/redemptions.ts'
import { csvFile } from '../../lib/csv.ts'

/** Codes to be given out: a name and a code in each line. */
export const codesFile = (codes: readonly Pick<Redemption, 'name' | 'key'>[]): Blob =>
  csvFile([['name', 'code'], ...codes.map(({ name, key }) => [name, key])])
