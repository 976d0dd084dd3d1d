import { expect, it, onTestFinished } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { loadersOf, openTestLedger, quiet } from '#testing/ledger.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addAccounts } from '#testing/rows.ts'
import type { Database } from '../db/database.ts'
import { createLocalAccounts } from './money/local-accounts.ts'
import { createStoredResponses } from './stored-responses.ts'

eachDatabase((_engine, open) => {
  const clock = createMovableClock()

  /** A process with accounts of its own, beside others on the same database unless it is alone. */
  const begin = async (database: Database, isAlone: boolean) => {
    const accounts = createLocalAccounts(loadersOf(database))
    const { ledger, close } = await openTestLedger(database, accounts)
    onTestFinished(close)
    const responses = createStoredResponses({ database, clock, log: quiet, ledger, isAlone })
    return { ledger, responses, free: (userId: number) => ledger.balance(userId) }
  }

  const owedBy = (userId: number) => ({
    userId,
    id: 'resp_1',
    channelId: 1,
    keyPlace: 0,
    owed: {
      ...{ username: 'ann', userGroup: 'default', acceptsUnpriced: false, tokenId: 0, tokenName: '' },
      ...{ group: 'default', model: 'plain', upstreamModel: 'plain' },
    },
  })

  const owe = async (database: Database, isAlone: boolean) => {
    const first = await begin(database, isAlone)
    await addAccounts(database.query, 1, 1000)
    const userId = 1
    const response = owedBy(userId)
    first.responses.remember(response)
    await first.responses.drain()
    const hold = await first.ledger.hold({ userId, tokenId: 0, amount: 600, least: 600 })
    first.responses.setAside(response, hold)
    await expect.poll(() => database.query.selectFrom('response_holds').selectAll().execute()).toHaveLength(1)
    return { first, userId, response }
  }

  it('a process that is alone holds at once what the one before it held, and gives it back when it is paid', async () => {
    const database = await open()
    const { userId, response } = await owe(database, true)
    const second = await begin(database, true)
    expect(await second.free(userId)).toBe(1000)
    await second.responses.takeOver()
    await second.responses.takeOver()
    expect(await second.free(userId)).toBe(400)
    await second.responses.payOnce(response, async (hold) => {
      expect(hold).toMatchObject({ amount: 600, state: 'open' })
      if (hold !== undefined) second.ledger.release(hold)
    })
    expect(await second.free(userId)).toBe(1000)
    expect(await database.query.selectFrom('response_holds').selectAll().execute()).toEqual([])
  })

  it('what could not be paid stays owed with what is set aside for it, and is paid once by whoever comes next', async () => {
    const database = await open()
    const { first, response } = await owe(database, true)
    const failing = first.responses.payOnce(response, () => Promise.reject(new Error('the upstream is away')))
    await expect(failing).rejects.toThrow('the upstream is away')
    clock.pass(60)
    expect((await first.responses.listOwed()).map(({ id }) => id)).toEqual(['resp_1'])
    const paid: unknown[] = []
    const pay = () => first.responses.payOnce(response, async (hold) => void paid.push(hold?.state))
    await pay()
    await pay()
    expect([paid, await first.responses.listOwed()]).toEqual([['open'], []])
  })

  it('one beside others takes over what nobody has spoken for any more', async () => {
    const database = await open()
    const { first, userId } = await owe(database, false)
    const second = await begin(database, false)
    await second.responses.takeOver()
    expect(await second.free(userId)).toBe(1000)
    clock.pass(60)
    await first.responses.takeOver()
    clock.pass(60)
    await second.responses.takeOver()
    expect(await second.free(userId)).toBe(1000)
    clock.pass(180)
    await second.responses.takeOver()
    expect(await second.free(userId)).toBe(400)
  })

  it('holds nothing where nothing is left, and goes on', async () => {
    const database = await open()
    const { userId } = await owe(database, true)
    await database.query.updateTable('users').set({ quota: 0 }).where('id', '=', userId).execute()
    const second = await begin(database, true)
    await second.responses.takeOver()
    expect(await second.free(userId)).toBe(0)
  })
})
