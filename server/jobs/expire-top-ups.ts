import type { Database } from '../db/database.ts'
import { expireTopUps } from '../db/top-ups.ts'
import type { Domain } from '../domain/domain.ts'
import { orderLife } from '../domain/wallet/top-ups.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { Job } from './runner.ts'

export const expireUnpaidOrders = ({
  database,
  domain,
}: {
  database: Database
  domain: Pick<Domain, 'clock'>
}): Job => ({
  name: 'expire-top-ups',
  everySeconds: 600,
  run: () => expireTopUps(database.query, nowSeconds(domain.clock) - orderLife),
})
