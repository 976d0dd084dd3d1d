import { takeDataFolder } from '#server/db/data-folder.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { createPasswords } from '#server/domain/people/passwords.ts'
import { rescueRoot } from '#server/domain/people/rescue.ts'
import { parseEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { print } from './print.ts'

/** Lets the super admin back into the installation that DATABASE_URL or DATA_DIR names: `npm run rescue`. */
const environment = parseEnvironment(process.env)
if (!environment.ok) throw new Error(environment.faults.join('\n'))
const { DATABASE_URL: url, DATA_DIR: dataFolder } = environment.value

process.umask(0o077)
const folder = await takeDataFolder(dataFolder, systemClock).catch((error: unknown) => {
  print(`${error instanceof Error ? error.message : String(error)}\nStop the gateway first.`)
  process.exit(1)
})
const database = await openDatabase({
  url,
  file: sqliteFile(dataFolder),
  clock: systemClock,
  log: createLog({ level: 'warn' }),
})
try {
  const { name, password } = await rescueRoot({ database, passwords: createPasswords(), clock: systemClock })
  print(`The super admin ${name} signs in with this password: ${password}`)
  print('Password sign-in is on and the human check is off. Start all nodes anew, and change the password.')
} finally {
  await database.close()
  await folder.release()
}
