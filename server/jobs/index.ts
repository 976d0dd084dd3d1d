import type { Database } from '../db/database.ts'
import { sumUp } from '../db/sum-up.ts'
import { expireTopUps } from '../db/top-ups.ts'
import type { Courier } from '../domain/courier.ts'
import type { Domain } from '../domain/domain.ts'
import type { Sessions } from '../domain/sessions.ts'
import { orderLife } from '../domain/top-ups.ts'
import type { VerificationCodes } from '../domain/verification-codes.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { Job } from './runner.ts'

type JobParts = {
  domain: Domain
  sessions: Sessions
  codes: VerificationCodes
  courier: Courier
  database: Database
}

/** One line per job. */
export const createJobs = ({ domain, sessions, codes, courier, database }: JobParts): readonly Job[] => [
  { name: 'sweep-sessions', everySeconds: 3600, run: sessions.sweep },
  { name: 'sweep-codes', everySeconds: 3600, run: codes.sweep },
  { name: 'deliver', everySeconds: 5, run: async () => courier.wake() },
  { name: 'warn-of-low-quota', everySeconds: 5, run: domain.quotaWatch.check },
  { name: 'sum-up-logs', everySeconds: 600, run: () => sumUp(database, nowSeconds(domain.clock)) },
  {
    name: 'expire-top-ups',
    everySeconds: 600,
    run: () => expireTopUps(database.query, nowSeconds(domain.clock) - orderLife),
  },
  { name: 'replay-spool', everySeconds: 5, run: domain.settlements.replay },
]
