import type { Database } from '#server/db/database.ts'
import { type Options, openOptions } from '#server/domain/options.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createSignals } from '#server/lib/signals.ts'
import { openVault } from '#server/lib/vault.ts'
import { quiet } from './ledger.ts'

/** The options of a database, as a gateway opens them. */
export const openTestOptions = async (database: Database): Promise<Options> =>
  openOptions({
    database,
    vault: await openVault({ secret: 'a secret of the tests that is long enough', file: '' }),
    signals: await createSignals({ log: quiet }),
    clock: systemClock,
    log: quiet,
  })
