import type { Database } from '../db/database.ts'
import { rollUp } from '../db/logs/log-store.ts'
import type { Domain } from '../domain/domain.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { Job } from './runner.ts'

export const sumUpLogs = ({ database, domain }: { database: Database; domain: Pick<Domain, 'clock'> }): Job => ({
  name: 'sum-up-logs',
  everySeconds: 600,
  run: () => rollUp(database, nowSeconds(domain.clock)),
})
