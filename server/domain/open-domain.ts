import type { Redis } from 'ioredis'
import { carryOwedAnswers } from '../db/carry-owed-answers.ts'
import { findChannels, listAllChannels } from '../db/channels.ts'
import type { Database } from '../db/database.ts'
import { foundInTime } from '../db/failures.ts'
import type { Reserve } from '../db/sqlite/reserve.ts'
import type { Spool } from '../db/sqlite/spool.ts'
import { findToken, findTokenByKeyHash } from '../db/tokens.ts'
import { findUser } from '../db/users.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createRedisSlidingWindow } from '../lib/redis-sliding-window.ts'
import type { Ids } from '../lib/repeating.ts'
import type { Signals } from '../lib/signals.ts'
import { createSlidingWindow, type SlidingWindow } from '../lib/sliding-window.ts'
import type { Vault } from '../lib/vault.ts'
import { broadcast } from './broadcast.ts'
import { broadcastKeyWaking, broadcastPool, broadcastWaking } from './channels/channel-broadcast.ts'
import { createChannelFigures } from './channels/channel-figures.ts'
import { createChannelHealth } from './channels/channel-health.ts'
import { createChannelKeys } from './channels/channel-keys.ts'
import { openChannelPool } from './channels/channel-pool.ts'
import { createChannelWatch } from './channels/channel-watch.ts'
import { createConversationPlaces } from './channels/conversation-places.ts'
import { createRetryBudget } from './channels/retry-budget.ts'
import { createTokenCounter } from './counting/token-counter.ts'
import type { Domain } from './domain.ts'
import { createFailedCalls } from './failed-calls/failed-calls.ts'
import { createFiles } from './files.ts'
import { createLimits } from './limits.ts'
import { createMediaUploads } from './media-uploads.ts'
import { createResponseMemory } from './memory/response-memory.ts'
import { createNotifications } from './messages/notifications.ts'
import { createOutbox } from './messages/outbox.ts'
import { createQuotaWatch } from './messages/quota-watch.ts'
import type { Accounts } from './money/accounts.ts'
import { createBills } from './money/bills.ts'
import { createLedger } from './money/ledger.ts'
import { createLocalAccounts } from './money/local-accounts.ts'
import { createPrices } from './money/prices.ts'
import { createPromptRatios } from './money/prompt-ratios.ts'
import { createRunningCalls } from './money/running-calls.ts'
import { createSettlements } from './money/settlements.ts'
import { openOptions } from './options.ts'
import { createBatchLines } from './own-batches/batch-lines.ts'
import { createOwnFiles } from './own-batches/own-files.ts'
import { createOwnedThings } from './owned-things.ts'
import { createIdentities, type Identities } from './people/identities.ts'
import { createLiveTokens } from './people/live-tokens.ts'
import { createSessionKeys } from './people/session-keys.ts'
import { createReportPace } from './report-pace.ts'
import { createStoredResponses } from './stored-responses.ts'
import { createSquareTask } from './tasks/square-task.ts'
import { createTaskHolds } from './tasks/task-holds.ts'
import { createTaskMedia } from './tasks/task-media.ts'
import { createTasks } from './tasks/tasks.ts'
import { createTraffic } from './traffic.ts'
import { watchVersions } from './version-watch.ts'
import { createSensitiveWords } from './words/sensitive-words.ts'

export type DomainParts = {
  database: Database
  spool: Spool
  reserve: Reserve
  vault: Vault
  signals: Signals
  redis: Redis | undefined
  clock: Clock
  log: Log
  /** Where the console is, when the operator has not said so in the options. */
  siteAddress: string
  /** How many calls of the control plane are taken in three minutes from one caller; 0: any number. */
  generalCalls: number
  /** In the place of how long a count of tokens is waited for. */
  countPatienceMs?: number
}

/** Loads the live state and ties it to the database and to the other nodes. */
export const openDomain = async (parts: DomainParts): Promise<{ domain: Domain; close: () => Promise<void> }> => {
  const { database, spool, reserve, vault, signals, clock, log, siteAddress } = parts
  const stopWatching = await watchVersions({ database, signals, log })
  const options = await openOptions({ database, vault, signals, clock, log })
  const accounts = await openAccounts(parts)
  const settlements = createSettlements({ database, spool, reserve, accounts, clock, log })
  const outbox = createOutbox({ database, vault, clock })
  const window = createWindow('notices', parts)
  const notifications = createNotifications({ database, options, outbox, vault, window, clock, log })
  const quotaWatch = createQuotaWatch({ database, options, notifications, outbox, clock, log, siteAddress })
  const ledger = createLedger({ accounts, settlements, database, clock, noteCharge: quotaWatch.note })
  const ownPool = await openChannelPool({
    readAll: () => listAllChannels(database.query),
    read: (ids) => findChannels(database.quick, ids),
    vault,
    log,
  })
  // An earlier process may have left charges behind.
  await settlements.replay()
  const runningCalls = createRunningCalls({ database, accounts, noteCharge: quotaWatch.note, clock, log })
  await runningCalls
    .chargeLeft()
    .catch((error: unknown) => log.error('what an earlier process was doing is not charged yet', { error }))
  const health = createChannelHealth(clock)
  const keys = createChannelKeys(clock)
  const pool = broadcastPool({ pool: ownPool, health, keys, database, signals, log })
  const isAlone = parts.redis === undefined
  const tasks = createTasks({ database, clock, log })
  await carryOwedAnswers(database.query)
  if (isAlone) await tasks.takeOver()
  const taskHolds = createTaskHolds({ database, clock, log, ledger, isAlone })
  await taskHolds.takeOver()
  const traffic = createTraffic(clock)
  const domain: Domain = {
    clock,
    log,
    vault,
    options,
    identities: openIdentities(parts, accounts),
    ledger,
    pool,
    health,
    wakeChannels: broadcastWaking({ health, keys, signals, log }),
    wakeKey: broadcastKeyWaking({ keys, vault, signals }),
    keys,
    conversations: createConversationPlaces(clock),
    figures: createChannelFigures(clock),
    watch: createChannelWatch({ database, options, pool, notifications, vault, clock, log }),
    retryBudget: createRetryBudget(),
    traffic,
    reportPace: createReportPace({ traffic, clock }),
    limits: createLimits(options, parts.generalCalls, {
      general: createWindow('general', parts),
      tokenCounts: createWindow('token-counts', parts),
      critical: createGuard('critical', parts),
      passwords: {
        addresses: createGuard('password-addresses', parts),
        pairs: createGuard('password-pairs', parts),
        accounts: createGuard('password-accounts', parts),
        devices: createGuard('password-devices', parts),
      },
      redeem: createGuard('redeem', parts),
      mail: createWindow('mail', parts),
      mailAskers: createWindow('mail-askers', parts),
      codes: createGuard('codes', parts),
      modelRequests: createWindow('model-requests', parts),
      modelSuccesses: createWindow('model-successes', parts),
    }),
    prices: createPrices(options),
    promptRatios: createPromptRatios({ signals, log }),
    bills: createBills({ options, database }),
    sensitiveWords: createSensitiveWords(options),
    settlements,
    runningCalls,
    storedResponses: createStoredResponses({ database, clock, log, isAlone, whatIsOwed: tasks.drain }),
    responseMemory: createResponseMemory({ database, options, vault, clock, log, isAlone }),
    ownedThings: createOwnedThings({ database, clock, log, isAlone }),
    failedCalls: createFailedCalls({ database, options, clock, log }),
    files: createFiles({ database, clock }),
    mediaUploads: createMediaUploads({ database, vault, clock }),
    ownFiles: createOwnFiles({ database, vault, clock, options }),
    batchLines: createBatchLines(database, vault),
    tasks,
    taskHolds,
    squareTask: createSquareTask({ database, clock, ledger, holds: taskHolds }),
    taskMedia: createTaskMedia({ vault, clock }),
    sessionKeys: createSessionKeys({ vault, clock }),
    liveTokens: createLiveTokens({ database, vault, clock }),
    tokenCounter: createTokenCounter({ log, patienceMs: parts.countPatienceMs }),
    outbox,
    notifications,
    quotaWatch,
  }
  const close = async () => {
    stopWatching()
    await accounts.close()
  }
  return { domain, close }
}

type OpenAccounts = Accounts & { close: () => Promise<void> }

/** Balances and holds: of this node, or in Redis for all nodes. */
const openAccounts = async ({ database, redis, clock, log }: DomainParts): Promise<OpenAccounts> => {
  const read = {
    loadUser: async (id: number) => {
      const row = await findUser(database.quick, id)
      return row && { quota: row.quota, unlimited: false }
    },
    loadToken: async (id: number) => {
      const row = await findToken(database.quick, id)
      return row && { quota: row.remain_quota, unlimited: row.unlimited_quota === 1 }
    },
  }
  if (redis === undefined) return { ...createLocalAccounts(read), close: async () => {} }
  const { createSharedAccounts } = await import('./money/shared-accounts.ts')
  return createSharedAccounts({ ...read, redis, clock, log })
}

/** What another node changed, this one reads anew: who somebody is, and what he has. */
const openIdentities = ({ database, vault, signals, clock, log }: DomainParts, accounts: Accounts): Identities => {
  const own = createIdentities({
    readUser: (id) => foundInTime(findUser(database.quick, id)),
    readToken: (keyHash) => foundInTime(findTokenByKeyHash(database.quick, keyHash, nowSeconds(clock))),
    readTokenById: (id) => foundInTime(findToken(database.quick, id)),
    vault,
  })
  const forgetting =
    (forget: (id: number) => void) =>
    (ids: Ids): void => {
      if (ids === undefined) own.forgetAll()
      else for (const id of ids) forget(id)
    }
  const tellOfUsers = broadcast(
    { signals, log },
    {
      topic: 'users',
      follow: forgetting((id) => {
        own.forgetUser(id)
        accounts.forgetUser(id)
      }),
    },
  )
  const tellOfTokens = broadcast(
    { signals, log },
    {
      topic: 'tokens',
      follow: forgetting((id) => {
        own.forgetToken(id)
        accounts.forgetToken(id)
      }),
    },
  )
  return {
    user: own.user,
    token: own.token,
    tokenById: own.tokenById,
    forgetUser: (id) => void tellOfUsers([id]),
    forgetToken: (id) => void tellOfTokens([id]),
  }
}

/** Addresses and names come from strangers: a window is as large as memory allows, and no larger. */
const mostKeys = 100_000

type WindowParts = Pick<DomainParts, 'redis' | 'clock'>

const createWindow = (name: string, { redis, clock }: WindowParts, patienceMs = shortPatienceMs): SlidingWindow => {
  const memory = createSlidingWindow({ clock, maximumKeys: mostKeys })
  if (redis === undefined) return memory
  return createRedisSlidingWindow({ redis, memory, clock, prefix: `sluice:${name}:`, patienceMs })
}

/** What is guessed at is counted by all nodes together, even if that takes a while: whoever is right waits for it too. */
const createGuard = (name: string, parts: WindowParts): SlidingWindow => createWindow(name, parts, longPatienceMs)

/** A call does not wait for a Redis that does not answer. */
const shortPatienceMs = 250
const longPatienceMs = 2000
