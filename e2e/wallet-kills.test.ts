import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affiliates } from '#contract/affiliates.ts'
import { checkIns } from '#contract/check-ins.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { session } from '#contract/session.ts'
import { wallet } from '#contract/wallet.ts'
import type { Database } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { type EpayServer, startEpayServer } from '#testing/epay-server.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const rounds = 10
const perRound = 24
const worth = 1000
const unit = 500_000

let server: ServerProcess
let epay: EpayServer
let operator: ConsoleClient
let inviter: ConsoleClient
let users: ConsoleClient[] = []

const register = async (username: string, aff_code = ''): Promise<ConsoleClient> => {
  const client = createConsoleClient(server.url)
  const account = { username, password: 'correct-horse' }
  await client.call(session.register, { body: { ...account, aff_code } })
  await client.login(account.username, account.password)
  return client
}

beforeAll(async () => {
  epay = await startEpayServer()
  server = await startServerProcess()
  operator = await setUp(server.url)
  const options = {
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    UnpaidOrdersPerUser: '1000',
    ServerAddress: server.url,
    CheckInEnabled: 'true',
    QuotaForInviter: String(rounds * unit),
  }
  for (const [key, value] of Object.entries(options)) await operator.call(optionCalls.update, { body: { key, value } })
  inviter = await register('inviter')
  const code = await inviter.call(affiliates.code)
  users = [await register('one', code), await register('two', code), await register('three', code)]
})
afterAll(async () => {
  await server.remove()
  await epay.close()
})

const userOf = (index: number): ConsoleClient => {
  const user = users[index % users.length]
  if (user === undefined) throw new Error('there is no user')
  return user
}

const withDatabase = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
  const file = sqliteFile(server.dataFolder)
  const database = await openDatabase({
    url: undefined,
    file,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

describe('a process that is killed while money comes in', () => {
  it('F17 I10 I12: has credited everything exactly once, however often it is tried again', async () => {
    const acknowledged = new Set<string>()
    const keys: string[] = []
    const orders: Record<string, string>[] = []
    const redeem = (key: string, index: number) =>
      userOf(index)
        .attempt(wallet.redeem, { body: { key } })
        .then(({ envelope }) => {
          if (envelope.success) acknowledged.add(key)
          return envelope.code
        })
    const tell = (order: Record<string, string>) =>
      epay.tell(order).then((answer) => {
        if (answer === 'success') acknowledged.add(order.out_trade_no ?? '')
        return answer
      })

    for (let round = 0; round < rounds; round += 1) {
      const made = await operator.call(redemptions.create, { body: { name: 'code', quota: worth, count: perRound } })
      const ordered = await Promise.all(
        made.map((_, index) => userOf(index).call(wallet.pay, { body: { amount: 1, payment_method: 'zfb' } })),
      )
      // Each time it is killed a little later.
      const work = [
        ...made.flatMap((key, index) => [redeem(key, index), tell(ordered[index] ?? {})]),
        ...users.map((user) => user.attempt(checkIns.perform)),
        inviter.attempt(affiliates.transfer, { body: { quota: unit } }),
      ]
      const before = acknowledged.size
      const ended = Promise.allSettled(work)
      await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThanOrEqual(before + 4 * round)
      await server.kill()
      await ended
      await server.restart()
      keys.push(...made)
      orders.push(...ordered)
    }

    // Some got their answer before the end, some did not; those try again.
    expect(acknowledged.size).toBeGreaterThan(perRound)
    expect(acknowledged.size).toBeLessThan(keys.length + orders.length - perRound)
    for (const [index, key] of keys.entries()) {
      if (!acknowledged.has(key)) expect([undefined, 'redeem_used']).toContain(await redeem(key, index))
    }
    for (const order of orders) expect(await tell(order)).toBe('success')
    for (const user of users) {
      expect([undefined, 'check_in_done']).toContain((await user.attempt(checkIns.perform)).envelope.code)
    }
    const { quota, aff_quota } = await inviter.call(session.self)
    expect(quota + aff_quota).toBe(users.length * rounds * unit)
    await server.stop()
    await withDatabase(async (database) => {
      expect(await findBrokenInvariants(database)).toEqual([])
      const sums = await database.query
        .selectFrom('credits')
        .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount').as('amount')])
        .where('kind', 'in', ['redeem', 'pay'])
        .groupBy('kind')
        .orderBy('kind')
        .execute()
      const count = rounds * perRound
      expect(sums).toEqual([
        { kind: 'pay', count, amount: count * unit },
        { kind: 'redeem', count, amount: count * worth },
      ])
    })
  }, 180_000)
})
