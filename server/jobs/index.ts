import type { Database } from '../db/database.ts'
import { rollUp } from '../db/logs/rollup.ts'
import { expireTopUps } from '../db/top-ups.ts'
import type { ChannelBalances } from '../domain/channels/channel-balances.ts'
import type { ChannelTests } from '../domain/channels/channel-tests.ts'
import type { Domain } from '../domain/domain.ts'
import type { Courier } from '../domain/messages/courier.ts'
import type { FailedSignins } from '../domain/people/failed-signins.ts'
import type { KnownDevices } from '../domain/people/known-devices.ts'
import type { Sessions } from '../domain/people/sessions.ts'
import type { VerificationCodes } from '../domain/people/verification-codes.ts'
import { orderLife } from '../domain/wallet/top-ups.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { Job } from './runner.ts'

type JobParts = {
  domain: Domain
  sessions: Sessions
  knownDevices: KnownDevices
  codes: VerificationCodes
  failedSignins: FailedSignins
  courier: Courier
  channelTests: ChannelTests
  channelBalances: ChannelBalances
  database: Database
  /** Charges answers that were made in the background. */
  payForFinished: () => Promise<void>
}

/** One line per job. */
export const createJobs = ({
  domain,
  sessions,
  knownDevices,
  codes,
  failedSignins,
  courier,
  channelTests,
  channelBalances,
  database,
  payForFinished,
}: JobParts): readonly Job[] => [
  { name: 'sweep-sessions', everySeconds: 3600, run: sessions.sweep },
  { name: 'sweep-known-devices', everySeconds: 86_400, run: knownDevices.sweep },
  { name: 'sweep-codes', everySeconds: 3600, run: codes.sweep },
  { name: 'sum-up-failed-sign-ins', everySeconds: 60, run: failedSignins.rollUp },
  { name: 'deliver', everySeconds: 5, run: async () => courier.wake() },
  { name: 'warn-of-low-quota', everySeconds: 5, run: domain.quotaWatch.check },
  { name: 'sum-up-logs', everySeconds: 600, run: () => rollUp(database, nowSeconds(domain.clock)) },
  {
    name: 'expire-top-ups',
    everySeconds: 600,
    run: () => expireTopUps(database.query, nowSeconds(domain.clock) - orderLife),
  },
  { name: 'pay-for-finished-responses', everySeconds: 20, run: payForFinished },
  { name: 'sweep-stored-responses', everySeconds: 3600, run: domain.storedResponses.sweep },
  { name: 'sweep-owned-things', everySeconds: 3600, run: domain.ownedThings.sweep },
  { name: 'test-channels', everySeconds: 30, run: channelTests.testDue },
  { name: 'update-balances', everySeconds: 30, run: channelBalances.updateDue },
  { name: 'replay-spool', everySeconds: 5, run: domain.settlements.lookAfter },
  { name: 'charge-left-calls', everySeconds: 5, run: domain.runningCalls.chargeLeft },
]
