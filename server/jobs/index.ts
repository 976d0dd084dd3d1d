import { chargeLeftCalls } from './charge-left-calls.ts'
import { deliver } from './deliver.ts'
import { expireUnpaidOrders } from './expire-top-ups.ts'
import { lookAtPriceLists } from './look-at-price-lists.ts'
import { pollTasks } from './poll-tasks.ts'
import { replaySpool } from './replay-spool.ts'
import { sumUpFailedSignIns } from './sum-up-failed-sign-ins.ts'
import { sumUpLogs } from './sum-up-logs.ts'
import { sweepCodes } from './sweep-codes.ts'
import { sweepFailedCalls } from './sweep-failed-calls.ts'
import { sweepKnownDevices } from './sweep-known-devices.ts'
import { sweepLiveTokens } from './sweep-live-tokens.ts'
import { sweepMediaUploads } from './sweep-media-uploads.ts'
import { sweepOwnFiles } from './sweep-own-files.ts'
import { sweepOwnedThings } from './sweep-owned-things.ts'
import { sweepRememberedResponses } from './sweep-remembered-responses.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { sweepStoredResponses } from './sweep-stored-responses.ts'
import { testChannels } from './test-channels.ts'
import { updateBalances } from './update-balances.ts'
import { warnOfLowQuota } from './warn-of-low-quota.ts'

/** Every job: one line each. A job says of what it is given only what it needs. */
export const jobs = [
  sweepSessions,
  sweepKnownDevices,
  sweepCodes,
  sumUpFailedSignIns,
  deliver,
  warnOfLowQuota,
  sumUpLogs,
  expireUnpaidOrders,
  pollTasks,
  sweepStoredResponses,
  sweepRememberedResponses,
  sweepMediaUploads,
  sweepLiveTokens,
  sweepOwnFiles,
  sweepOwnedThings,
  sweepFailedCalls,
  testChannels,
  updateBalances,
  lookAtPriceLists,
  replaySpool,
  chargeLeftCalls,
] as const
