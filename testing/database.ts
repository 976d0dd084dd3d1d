import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe } from 'vitest'
import type { Database, Engine } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres.ts'

/** A database of its own for a test, migrated and empty, which nobody has opened yet. */
export type TestPlace = {
  /** Where it is, to open it as a node or a process does. */
  place: { url: string | undefined; file: string }
  /** Leaves nothing behind. */
  remove: () => Promise<void>
}

/** The same, opened. */
export type TestDatabase = TestPlace & { database: Database }

type DatabaseTests = (
  engine: Engine,
  open: () => Promise<Database>,
  openPlace: () => Promise<TestDatabase>,
  /** For what opens it by itself. */
  makePlace: () => Promise<TestPlace>,
) => void

const testsOn =
  (engines: readonly Engine[]) =>
  (define: DatabaseTests): void => {
    for (const engine of engines) {
      describe(`on ${engine}`, () => {
        let ofGroup: TestPlace[] = []
        let ofTest: TestPlace[] = []
        let inTest = false
        const keeping = async <Place extends TestPlace>(making: Promise<Place>): Promise<Place> => {
          const made = await making
          if (inTest) ofTest.push(made)
          else ofGroup.push(made)
          return made
        }
        const openPlace = () => keeping(openTestDatabase(engine))
        const makePlace = () => keeping(makeTestPlace(engine))
        beforeEach(() => {
          inTest = true
        })
        afterEach(async () => {
          inTest = false
          const opened = ofTest
          ofTest = []
          await Promise.all(opened.map(({ remove }) => remove()))
        })
        afterAll(async () => {
          const opened = ofGroup
          ofGroup = []
          await Promise.all(opened.map(({ remove }) => remove()))
        })
        define(engine, async () => (await openPlace()).database, openPlace, makePlace)
      })
    }
  }

/** Runs the same tests on both engines. What `open` opens is removed after the test, or after the group when it was opened in `beforeAll`. */
export const eachDatabase = testsOn(['sqlite', 'postgres'])

/** The same on one engine, for what has nothing to do with either. */
export const oneDatabase = testsOn(['sqlite'])

export const openTestDatabase = async (engine: Engine): Promise<TestDatabase> => {
  const { place, remove } = await makeTestPlace(engine)
  const database = await openDatabase({ ...place, clock: systemClock, log: quiet })
  return {
    database,
    place,
    remove: async () => {
      await database.close()
      await remove()
    },
  }
}

const makeTestPlace = (engine: Engine): Promise<TestPlace> =>
  engine === 'sqlite' ? makeSqlitePlace() : makePostgresPlace()

const makeSqlitePlace = async (): Promise<TestPlace> => {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const file = join(folder, 'sluice.sqlite')
  await copySqliteTemplate(file)
  return { place: { url: undefined, file }, remove: () => rm(folder, { recursive: true, force: true }) }
}

const makePostgresPlace = async (): Promise<TestPlace> => {
  const adminUrl = setting('SLUICE_TEST_POSTGRES_URL')
  const url = await createPostgresDatabase(adminUrl, setting('SLUICE_TEST_POSTGRES_TEMPLATE'))
  return { place: { url, file: '' }, remove: () => dropPostgresDatabase(adminUrl, url) }
}

/** Puts a database there that is migrated and empty. */
export const copySqliteTemplate = (file: string): Promise<void> =>
  copyFile(setting('SLUICE_TEST_SQLITE_TEMPLATE'), file)

const quiet = createLog({ level: 'silent' })

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: testing/global-setup.ts must run first`)
  return value
}
