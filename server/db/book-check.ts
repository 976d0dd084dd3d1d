import { type RawBuilder, sql } from 'kysely'

/** A place where the books do not add up. */
export type Breach = {
  /** By the names of the invariants; I6 is that a row's quota can be worked out again from the row. */
  invariant: 'I1' | 'I2' | 'I3' | 'I6' | 'I12' | 'hours'
  /** What differs, like `users.quota`. */
  what: string
  /** Whose it is: an id, several with dots between them, or a request's id. */
  subject: string
  expected: number
  actual: number
}

type Difference = Pick<Breach, 'subject' | 'expected' | 'actual'>
export type Amounts = RawBuilder<unknown>

/** Two sums of amounts by subject, and the subjects for which they are not the same. */
export const difference = (expected: Amounts, actual: Amounts): RawBuilder<Difference> =>
  compared(expected, actual, sql`<>`)

/** The same, and the subjects of which there is more than there may be. */
export const excess = (most: Amounts, actual: Amounts): RawBuilder<Difference> => compared(most, actual, sql`<`)

const compared = (expected: Amounts, actual: Amounts, how: RawBuilder<unknown>) => sql<Difference>`
  select subject, sum(expected) as expected, sum(actual) as actual
  from (
    select subject, amount as expected, 0 as actual from (${expected}) as expected_amounts
    union all
    select subject, 0 as expected, amount as actual from (${actual}) as actual_amounts
  ) as amounts
  group by subject
  having sum(expected) ${how} sum(actual)
  order by subject
  limit 1000`

/** Everything calls have cost, with a log row or without. */
export const spending = sql`(
  select user_id, token_id, channel as channel_id, quota, counted from logs where type = 2
  union all
  select user_id, token_id, channel_id, quota, counted from charges
) as spending`

export type Check = { invariant: Breach['invariant']; what: string; rows: RawBuilder<Difference> }
