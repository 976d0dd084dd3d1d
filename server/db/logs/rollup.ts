import { randomInt } from 'node:crypto'
import type { Database, OpenTransaction } from '../database.ts'
import { dayOf, hourOf, secondsPerDay, secondsPerHour } from '../log-time.ts'
import { lockOpenHours, readOpenPeriods } from './open-hours.ts'
import { rollUpNewSharedNames, rollUpSharedNames } from './shared-token-names.ts'
import { rollUpDay } from './usage-days.ts'
import { rollUpNames } from './usage-names.ts'
import { rollUpTotals } from './usage-totals.ts'

/**
 * Adds up the hours and days that are long over, so that lists and statistics of all time read few rows. Whatever is
 * written to such an hour later opens it again, and until this is called next its single sums are read.
 */
export const rollUp = async (database: Database, now: number): Promise<void> => {
  const end = await rollUpHours(database, now)
  await rollUpNewSharedNames(database)
  const { days } = await readOpenPeriods(database.query)
  for (const day of [...days].sort((one, other) => one - other)) {
    if (day + secondsPerDay <= end) await rollUpDay(database, day)
  }
}

/** Answers the hour it came to. */
export const rollUpHours = async (database: Database, now: number): Promise<number> => {
  const end = hourOf(now) - secondsPerHour
  const { hours } = await readOpenPeriods(database.query)
  for (const hour of hours) {
    if (hour >= end) break
    await database.transaction((transaction) => rollUpHour(database, transaction, hour))
  }
  return end
}

const rollUpHour = async (database: Database, transaction: OpenTransaction, hour: number): Promise<void> => {
  await lockOpenHours(database, transaction)
  await rollUpTotals(transaction, hour)
  await rollUpSharedNames(transaction, hour)
  await rollUpNames(transaction, hour)
  await transaction.deleteFrom('open_hours').where('hour', '=', hour).execute()
  const version = randomInt(2 ** 47)
  await transaction
    .insertInto('open_days')
    .values({ day: dayOf(hour), version })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ version }))
    .execute()
}
