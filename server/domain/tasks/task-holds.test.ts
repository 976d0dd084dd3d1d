import { expect, it, onTestFinished } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { loadersOf, openTestLedger, quiet } from '#testing/ledger.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../../db/database.ts'
import type { Settlement } from '../money/ledger.ts'
import { createLocalAccounts } from '../money/local-accounts.ts'
import { answerGoesOn, taskOfAnswer } from './answer-task.ts'
import { backgroundAnswers } from './owed-answer.ts'
import { createSquareTask } from './square-task.ts'
import { createTaskHolds } from './task-holds.ts'
import { createTasks } from './tasks.ts'

eachDatabase((_engine, open) => {
  const clock = createMovableClock()

  /** A process with accounts of its own, beside others on the same database unless it is alone. */
  const begin = async (database: Database, isAlone: boolean) => {
    const accounts = createLocalAccounts(loadersOf(database))
    const { ledger, close } = await openTestLedger(database, accounts)
    onTestFinished(close)
    const holds = createTaskHolds({ database, clock, log: quiet, ledger, isAlone })
    const tasks = createTasks({ database, clock, log: quiet })
    const square = createSquareTask({ database, clock, ledger, holds })
    const found = () => tasks.find({ userId: 1, platform: backgroundAnswers }, 'resp_1')
    /** False where it has come to its end before. */
    const end = async (receipt?: Settlement) => {
      const task = await found()
      if (task === undefined) return false
      const ended = { ...task, ...answerGoesOn, status: 'SUCCESS', receipt }
      if (!(await tasks.finish(ended, ended, receipt))) return false
      await square(ended)
      return true
    }
    return { ledger, holds, tasks, found, square, end, free: () => ledger.balance(1) }
  }

  const owed = {
    ...{ username: 'ann', userGroup: 'default', acceptsUnpriced: false, tokenId: 0, tokenName: '' },
    ...{ group: 'default', model: 'plain', upstreamModel: 'plain' },
  }

  const owe = async (database: Database, isAlone: boolean) => {
    const first = await begin(database, isAlone)
    await addAccounts(database.query, 1, 1000)
    const task = taskOfAnswer({ userId: 1, id: 'resp_1', channelId: 1, keyPlace: 0 }, owed, clock.now())
    first.tasks.keep(task)
    await first.tasks.drain()
    await first.holds.setAside(task, await first.ledger.hold({ userId: 1, tokenId: 0, amount: 600, least: 600 }))
    return first
  }
  const receipt = () => settlement({ userId: 1, tokenId: 0, requestId: 'kept-1-resp_1', quota: 100 })

  it('a process that is alone holds at once what the one before it held, and gives it back when it is paid', async () => {
    const database = await open()
    await owe(database, true)
    const second = await begin(database, true)
    expect(await second.free()).toBe(1000)
    await second.holds.takeOver()
    await second.holds.takeOver()
    expect(await second.free()).toBe(400)
    expect(await second.end()).toBe(true)
    expect(await second.free()).toBe(1000)
    expect(await database.query.selectFrom('tasks').selectAll().execute()).toEqual([])
  })

  it('what could not be paid stays open with what is set aside for it, and is paid once by whoever comes next', async () => {
    const database = await open()
    const first = await owe(database, true)
    expect(await first.free()).toBe(400)
    expect((await first.found())?.isOpen).toBe(true)
    const ends = await Promise.all([1, 2, 3].map(() => first.end(receipt())))
    expect(ends.filter(Boolean)).toHaveLength(1)
    await first.ledger.drain()
    expect(await first.free()).toBe(900)
  })

  it('F16: what a process wrote of the end of a task and did not come to charge, another one charges, once', async () => {
    const database = await open()
    const first = await owe(database, true)
    const task = await first.found()
    if (task === undefined) throw new Error('it is kept')
    await first.tasks.finish({ ...task, quota: 100 }, answerGoesOn, receipt())
    const second = await begin(database, true)
    await second.tasks.takeOver()
    await second.holds.takeOver()
    expect(await second.free()).toBe(1000)
    const [due] = await second.tasks.takeDue()
    const left = due && (await second.tasks.findById(due.id))
    if (left === undefined) throw new Error('it is due')
    await Promise.all([1, 2, 3].map(() => second.square(left)))
    await second.square(left)
    await second.ledger.drain()
    expect(await second.free()).toBe(900)
    expect(await database.query.selectFrom('tasks').selectAll().execute()).toEqual([])
    expect(await database.query.selectFrom('logs').selectAll().execute()).toHaveLength(1)
  })

  it('one beside others takes over what nobody has spoken for any more', async () => {
    const database = await open()
    const first = await owe(database, false)
    const second = await begin(database, false)
    await second.holds.takeOver()
    expect(await second.free()).toBe(1000)
    clock.pass(60)
    await first.holds.keepUp()
    clock.pass(60)
    await second.holds.takeOver()
    expect(await second.free()).toBe(1000)
    clock.pass(180)
    await second.holds.takeOver()
    expect(await second.free()).toBe(400)
    await first.holds.keepUp()
    expect(await first.free()).toBe(1000)
  })

  it('one gives back what it held for a task that another one has seen to', async () => {
    const database = await open()
    const first = await owe(database, false)
    const second = await begin(database, false)
    expect(await second.end()).toBe(true)
    expect(await first.free()).toBe(400)
    clock.pass(20)
    await first.holds.keepUp()
    expect(await first.free()).toBe(1000)
  })

  it('holds nothing where nothing is left, and goes on', async () => {
    const database = await open()
    await owe(database, true)
    await database.query.updateTable('users').set({ quota: 0 }).where('id', '=', 1).execute()
    const second = await begin(database, true)
    await second.holds.takeOver()
    expect(await second.free()).toBe(0)
  })
})
