import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { addAccounts } from '#testing/rows.ts'
import type { Database } from '../../db/database.ts'
import { createLog } from '../../lib/log.ts'
import { createSignals } from '../../lib/signals.ts'
import { openVault } from '../../lib/vault.ts'
import { createSessions, sessionSeconds } from './sessions.ts'

eachDatabase((_engine, open) => {
  const clock = createStillClock()
  const log = createLog({ level: 'error' })
  const sessionsOn = async (database: Database) =>
    createSessions({
      database,
      signals: await createSignals({ log }),
      vault: await openVault({ secret: 'the secret of this test', file: '' }),
      clock,
      log,
    })
  const rowsOf = ({ query }: Database) => query.selectFrom('sessions').selectAll().orderBy('created_at').execute()
  const facts = { userId: 1, address: '::1', agent: 'test' }

  it('T22: forgets those that have run out, and no others', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const sessions = await sessionsOn(database)
    await sessions.begin(facts)
    clock.pass(10)
    const later = await sessions.begin(facts)
    clock.pass(sessionSeconds - 10)
    await sessions.sweep()
    expect(await rowsOf(database)).toHaveLength(1)
    expect(await sessions.find(later)).toMatchObject({ userId: 1 })
  })

  it('who has shown again who he is has done so wherever it is looked at next', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const sessions = await sessionsOn(database)
    const session = await sessions.find(await sessions.begin(facts))
    clock.pass(600)
    if (session !== undefined) await sessions.prove(session)
    expect((await rowsOf(database)).map((row) => row.proved_at - row.created_at)).toEqual([600])
  })
})
