import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affiliates } from '#contract/affiliates.ts'
import { checkIns } from '#contract/check-ins.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { session } from '#contract/session.ts'
import { setup } from '#contract/setup.ts'
import { wallet } from '#contract/wallet.ts'
import type { Database } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { type EpayServer, startEpayServer } from '#testing/epay-server.ts'
import { type KillPoint, killAt, startKilledGateway } from '#testing/kill-points.ts'
import type { ServerProcess } from '#testing/server-process.ts'

/** Of what a round does, the part in the middle of which it ends, and how. */
const points: readonly KillPoint[] = [
  { at: 'before the commit', words: '"check_ins"', times: 1 },
  { at: 'after the commit', words: '"check_ins"', times: 1 },
  { at: 'in the middle', words: '"redemptions"', times: 3 },
  { at: 'before the commit', words: '"redemptions"', times: 3 },
  { at: 'after the commit', words: '"redemptions"', times: 3 },
  { at: 'in the middle', words: '"redemption_uses"', times: 2 },
  { at: 'before the commit', words: '"redemption_uses"', times: 1 },
  { at: 'after the commit', words: '"redemption_uses"', times: 1 },
  { at: 'before the commit', words: '"top_ups"', times: 2 },
  { at: 'after the commit', words: '"top_ups"', times: 2 },
  { at: 'before the commit', words: '"aff_quota"', times: 1 },
  { at: 'after the commit', words: '"aff_quota"', times: 1 },
]
const rounds = points.length
const perRound = 6
const worth = 1000
const giftUses = 2
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
  server = await startKilledGateway()
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
  it('F17 I10 I12: at any step of codes, gifts, payments, check-ins and transfers has credited everything exactly once, however often it is tried again', async () => {
    const acknowledged = new Set<string>()
    const keys: string[] = []
    const gifts: string[] = []
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

    for (const point of points) {
      const made = await operator.call(redemptions.create, { body: { name: 'code', quota: worth, count: perRound } })
      const present = { name: 'gift', quota: worth, count: 1, is_gift: true, max_uses: giftUses }
      const [gift = ''] = await operator.call(redemptions.create, { body: present })
      const ordered = await Promise.all(
        made.map((_, index) => userOf(index).call(wallet.pay, { body: { amount: 1, payment_method: 'zfb' } })),
      )
      await killAt(server, point, () =>
        Promise.allSettled([
          ...users.map((_, index) => redeem(gift, index)),
          ...made.flatMap((key, index) => [redeem(key, index), tell(ordered[index] ?? {})]),
          ...users.map((user) => user.attempt(checkIns.perform)),
          inviter.attempt(affiliates.transfer, { body: { quota: unit } }),
        ]),
      )
      keys.push(...made)
      gifts.push(gift)
      orders.push(...ordered)
    }

    // Some got their answer before the end, some did not; those try again.
    for (const [index, key] of keys.entries()) {
      if (!acknowledged.has(key)) expect([undefined, 'redeem_used']).toContain(await redeem(key, index))
    }
    for (const gift of gifts) for (const index of users.keys()) await redeem(gift, index)
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
      const redeemed = count + rounds * giftUses
      expect(sums).toEqual([
        { kind: 'pay', count, amount: count * unit },
        { kind: 'redeem', count: redeemed, amount: redeemed * worth },
      ])
    })
  })
})

describe('a process that is killed while it is set up', () => {
  const steps: readonly [KillPoint['at'], string][] = [
    ['after the commit', '"options"'],
    ['in the middle', '"setup"'],
    ['before the commit', '"setup"'],
    ['after the commit', '"setup"'],
  ]

  it('F17: has one super admin in the end, with what he chose, however often it is tried again', async () => {
    const outcomes = steps.map(async ([at, words]) => {
      const fresh = await startKilledGateway()
      try {
        const client = createConsoleClient(fresh.url)
        const password = 'correct-horse'
        const account = { username: 'chief', password, confirmPassword: password }
        const body = { ...account, SelfUseModeEnabled: true, DemoSiteEnabled: true }
        await killAt(fresh, { at, words, times: 1 }, () => client.attempt(setup.perform, { body }))
        const { envelope } = await client.attempt(setup.perform, { body })
        await client.login('chief', password)
        const stored = await client.call(optionCalls.list)
        const chosen = stored.filter(({ key, value }) => key in body && value === 'true').length
        return [envelope.code, (await client.call(session.self)).role, chosen]
      } finally {
        await fresh.remove()
      }
    })
    expect(await Promise.all(outcomes)).toEqual([
      [undefined, 100, 2],
      [undefined, 100, 2],
      [undefined, 100, 2],
      ['setup_done', 100, 2],
    ])
  })
})
