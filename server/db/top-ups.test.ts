import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { NewTopUp } from './schema.ts'
import { expireTopUps, findTopUp, insertTopUp, payTopUp } from './top-ups.ts'

const order = (fields: Partial<NewTopUp>): NewTopUp => ({
  user_id: 1,
  trade_no: 'A1',
  amount: 1,
  money_cents: 730,
  quota: 500_000,
  payment_method: 'zfb',
  provider: 'epay',
  provider_trade_no: '',
  status: 'pending',
  created_at: 100,
  paid_at: 0,
  ...fields,
})

eachDatabase((_engine, open) => {
  it('I12: an order is paid once, and only while it is young enough', async () => {
    const database = await open()
    await insertTopUp(database.query, order({ trade_no: 'A1' }))
    const payment = { tradeNo: 'A1', providerTradeNo: 'P1', paidAt: 150 }
    expect(await payTopUp(database.query, { ...payment, madeAfter: 100 })).toBe(false)
    expect(await payTopUp(database.query, { ...payment, madeAfter: 99 })).toBe(true)
    expect(await payTopUp(database.query, { ...payment, providerTradeNo: 'P2', madeAfter: 99 })).toBe(false)
    expect(await findTopUp(database.query, 'A1')).toMatchObject({
      status: 'success',
      provider_trade_no: 'P1',
      paid_at: 150,
    })
    await expect(insertTopUp(database.query, order({ trade_no: 'A1' }))).rejects.toThrow()
  })

  it('F22: an order that a clock expired which ran ahead can be paid when it is set right, once', async () => {
    const database = await open()
    await insertTopUp(database.query, order({ trade_no: 'A1' }))
    await expireTopUps(database.query, 100)
    const payment = { tradeNo: 'A1', providerTradeNo: 'P1', paidAt: 150 }
    expect(await payTopUp(database.query, { ...payment, madeAfter: 100 })).toBe(false)
    expect(await payTopUp(database.query, { ...payment, madeAfter: 99 })).toBe(true)
    expect(await payTopUp(database.query, { ...payment, madeAfter: 99 })).toBe(false)
  })

  it('old orders expire, but none that was paid', async () => {
    const database = await open()
    await insertTopUp(database.query, order({ trade_no: 'old' }))
    await insertTopUp(database.query, order({ trade_no: 'paid', status: 'success' }))
    await insertTopUp(database.query, order({ trade_no: 'young', created_at: 101 }))
    await expireTopUps(database.query, 100)
    const rows = await database.query.selectFrom('top_ups').select(['trade_no', 'status']).orderBy('id').execute()
    expect(rows.map(({ trade_no, status }) => [trade_no, status])).toEqual([
      ['old', 'expired'],
      ['paid', 'success'],
      ['young', 'pending'],
    ])
  })
})
