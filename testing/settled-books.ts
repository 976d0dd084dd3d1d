import { afterEach, expect } from 'vitest'
import { findBrokenInvariants, findWrongCharges } from '#server/db/invariants.ts'
import type { LogRow } from '#server/db/schema.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import type { TestClient, TestGateway } from './gateway.ts'

/** After each test the books add up, and of the first user nothing is held. */
export const expectSettledBooks = (gateway: () => TestGateway): void => {
  let root: TestClient | undefined
  /** The newest row that was worked out anew: what stands in a row does not change. */
  let newest = 0
  afterEach(async () => {
    const { database, domain } = gateway().plane
    await domain.ledger.drain()
    expect(await findBrokenInvariants(database)).toEqual([])
    const recompute = (row: LogRow) => {
      newest = row.id
      return recomputeRow(row)
    }
    expect(await findWrongCharges(database, recompute, newest)).toEqual([])
    root ??= await gateway().asRoot()
    // What a hold keeps would be missing here, and what a slow disk made the spool take until it is sent on.
    const held = async () => {
      await domain.settlements.replay().catch(() => {})
      return (await domain.ledger.balance(1)) - (await root?.get('/api/user/self'))?.data.quota
    }
    await expect.poll(held).toBe(0)
  })
}
