import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostApartSeconds } from '../lib/clock.ts'

/**
 * Whether a time that is kept is `until` or earlier. One that lies further ahead than anybody sets it was set before a
 * clock went back, and would otherwise be waited for as long as that went.
 */
export const isOver = (
  column: string,
  { until, now, ahead = 0 }: { until: number; now: number; ahead?: number },
): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} <= ${until} or ${sql.ref(column)} > ${now + ahead + mostApartSeconds})`
