import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { openReserve } from '#server/db/sqlite/reserve.ts'
import { openSpool } from '#server/db/sqlite/spool.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { addAccounts, settlement } from './rows.ts'

/** A process that charges in every way there is, says of each charge when it is durable, and ends the hard way. */

const [folder = ''] = process.argv.slice(2)
const log = createLog({ level: 'silent' })
const database = await openDatabase({
  url: undefined,
  file: sqliteFile(folder),
  clock: systemClock,
  log,
})
const spool = await openSpool(join(folder, 'spool.sqlite'), log)
const reserve = await openReserve(join(folder, 'charges.reserve'))

await addAccounts(database.query, 1, 1_000_000)

const ways = {
  stored: async (charge) => {
    await database.settle([charge])
  },
  spooled: spool.append,
  reserved: reserve.append,
} satisfies Record<string, (charge: ReturnType<typeof settlement>) => Promise<void>>

let charges = 0
const chargeBy = async (way: keyof typeof ways): Promise<void> => {
  charges += 1
  const charge = settlement({ requestId: `${way}-${charges}`, quota: 1 })
  await ways[way](charge)
  writeSync(1, `${charge.requestId}\n`)
}

for (let round = 0; round < 4; round += 1) {
  await chargeBy('stored')
  await chargeBy('stored')
  await chargeBy('stored')
  await Promise.all(Array.from({ length: 5 }, () => chargeBy('stored')))
  if (round % 3 === 0)
    await database.query
      .updateTable('users')
      .set({ display_name: `round ${round}` })
      .execute()
  await chargeBy('spooled')
  await chargeBy('reserved')
}
process.kill(process.pid, 'SIGKILL')
