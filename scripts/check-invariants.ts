import { findBrokenInvariants, findWrongCharges } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import { parseEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'

/** Proves the books of the database that DATABASE_URL or DATA_DIR names: prints what differs, and then exits with 1. */
const environment = parseEnvironment(process.env)
if (!environment.ok) throw new Error(environment.faults.join('\n'))
const { DATABASE_URL: url, DATA_DIR: folder } = environment.value

const database = await openDatabase({
  url,
  file: sqliteFile(folder),
  clock: systemClock,
  log: createLog({ level: 'warn' }),
})
try {
  const breaches = [...(await findBrokenInvariants(database)), ...(await findWrongCharges(database, recomputeRow))]
  for (const { invariant, what, subject, expected, actual } of breaches) {
    process.stdout.write(`${invariant} ${what} of ${subject}: ${actual}, should be ${expected}\n`)
  }
  process.stdout.write(breaches.length === 0 ? 'The books add up\n' : `${breaches.length} differences\n`)
  process.exitCode = breaches.length === 0 ? 0 : 1
} finally {
  await database.close()
}
