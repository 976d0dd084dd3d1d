import type { Redemption } from '#contract/redemptions.ts'
import { csvFile } from '../../lib/csv.ts'
import type { Text } from '../../lib/i18n.ts'

/** Codes to be given out: a name and a code in each line. */
export const codesFile = (codes: readonly Pick<Redemption, 'name' | 'key'>[], t: Text<'redemptions'>): Blob =>
  csvFile([[t('columnName'), t('columnKey')], ...codes.map(({ name, key }) => [name, key])])
