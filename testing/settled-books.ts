import { afterEach, expect } from 'vitest'
import { findBrokenInvariants, findWrongCharges } from '#server/db/invariants.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import type { TestGateway } from './gateway.ts'

/** After each test the books add up, and of the first user nothing is held. */
export const expectSettledBooks = (gateway: () => TestGateway): void =>
  afterEach(async () => {
    const { database, domain } = gateway().plane
    await domain.ledger.drain()
    expect(await findBrokenInvariants(database)).toEqual([])
    expect(await findWrongCharges(database, recomputeRow)).toEqual([])
    const root = await gateway().asRoot()
    // What a hold keeps would be missing here.
    await expect
      .poll(async () => (await domain.ledger.balance(1)) - (await root.get('/api/user/self')).data.quota, {
        timeout: 10_000,
      })
      .toBe(0)
  })
