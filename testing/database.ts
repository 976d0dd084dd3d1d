import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe } from 'vitest'
import type { Database, Engine } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres.ts'

/** A database of its own for a test, migrated and empty. */
export type TestDatabase = {
  database: Database
  /** Where it is, to open it a second time as another node or another process would. */
  place: { url: string | undefined; file: string }
  /** Closes it and leaves nothing behind. */
  remove: () => Promise<void>
}

type DatabaseTests = (engine: Engine, open: () => Promise<Database>, openPlace: () => Promise<TestDatabase>) => void

const testsOn =
  (engines: readonly Engine[]) =>
  (define: DatabaseTests): void => {
    for (const engine of engines) {
      describe(`on ${engine}`, () => {
        let ofGroup: TestDatabase[] = []
        let ofTest: TestDatabase[] = []
        let inTest = false
        const openPlace = async () => {
          const opened = await openTestDatabase(engine)
          if (inTest) ofTest.push(opened)
          else ofGroup.push(opened)
          return opened
        }
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
        define(engine, async () => (await openPlace()).database, openPlace)
      })
    }
  }

/** Runs the same tests on both engines. What `open` opens is removed after the test, or after the group when it was opened in `beforeAll`. */
export const eachDatabase = testsOn(['sqlite', 'postgres'])

/** The same on one engine, for what has nothing to do with either. */
export const oneDatabase = testsOn(['sqlite'])

export const openTestDatabase = (engine: Engine): Promise<TestDatabase> =>
  engine === 'sqlite' ? openTestSqlite() : openTestPostgres()

const openTestSqlite = async (): Promise<TestDatabase> => {
  const folder = await mkdtemp(join(setting('SLUICE_TEST_SQLITE_FOLDER'), 'database-'))
  const file = join(folder, 'sluice.sqlite')
  await copyFile(setting('SLUICE_TEST_SQLITE_TEMPLATE'), file)
  const place = { url: undefined, file }
  const journal = join(folder, 'test.journal')
  const database = await openDatabase({ ...place, journal, clock: systemClock, log: quiet })
  return {
    database,
    place,
    remove: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const openTestPostgres = async (): Promise<TestDatabase> => {
  const adminUrl = setting('SLUICE_TEST_POSTGRES_URL')
  const url = await createPostgresDatabase(adminUrl, setting('SLUICE_TEST_POSTGRES_TEMPLATE'))
  const place = { url, file: '' }
  const database = await openDatabase({ ...place, clock: systemClock, log: quiet })
  return {
    database,
    place,
    remove: async () => {
      await database.close()
      await dropPostgresDatabase(adminUrl, url)
    },
  }
}

const quiet = createLog({ level: 'silent' })

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: testing/global-setup.ts must run first`)
  return value
}
