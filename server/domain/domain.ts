import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../lib/vault.ts'
import type { ChannelFigures } from './channel-figures.ts'
import type { ChannelHealth } from './channel-health.ts'
import type { ChannelKeys } from './channel-keys.ts'
import type { ChannelPool } from './channel-pool.ts'
import type { ChannelWatch } from './channel-watch.ts'
import type { Identities } from './identities.ts'
import type { Ledger } from './ledger.ts'
import type { Limits } from './limits.ts'
import type { Notifications } from './notifications.ts'
import type { Options } from './options.ts'
import type { Outbox } from './outbox.ts'
import type { OwnedThings } from './owned-things.ts'
import type { Prices } from './prices.ts'
import type { QuotaWatch } from './quota-watch.ts'
import type { ReportPace } from './report-pace.ts'
import type { RetryBudget } from './retry-budget.ts'
import type { RunningCalls } from './running-calls.ts'
import type { SensitiveWords } from './sensitive-words.ts'
import type { Settlements } from './settlements.ts'
import type { StoredResponses } from './stored-responses.ts'
import type { TokenCounter } from './token-counter.ts'
import type { Traffic } from './traffic.ts'

/** The live state that the relay and the control plane share. */
export type Domain = {
  clock: Clock
  log: Log
  vault: Vault
  options: Options
  identities: Identities
  ledger: Ledger
  pool: ChannelPool
  health: ChannelHealth
  keys: ChannelKeys
  figures: ChannelFigures
  watch: ChannelWatch
  retryBudget: RetryBudget
  traffic: Traffic
  reportPace: ReportPace
  limits: Limits
  prices: Prices
  sensitiveWords: SensitiveWords
  settlements: Settlements
  runningCalls: RunningCalls
  storedResponses: StoredResponses
  ownedThings: OwnedThings
  tokenCounter: TokenCounter
  outbox: Outbox
  notifications: Notifications
  quotaWatch: QuotaWatch
}
