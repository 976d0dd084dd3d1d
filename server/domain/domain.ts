import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../lib/vault.ts'
import type { ChannelFigures } from './channels/channel-figures.ts'
import type { ChannelHealth } from './channels/channel-health.ts'
import type { ChannelKeys } from './channels/channel-keys.ts'
import type { ChannelPool } from './channels/channel-pool.ts'
import type { ChannelWatch } from './channels/channel-watch.ts'
import type { ConversationPlaces } from './channels/conversation-places.ts'
import type { RetryBudget } from './channels/retry-budget.ts'
import type { TokenCounter } from './counting/token-counter.ts'
import type { FailedCalls } from './failed-calls/failed-calls.ts'
import type { Files } from './files.ts'
import type { Limits } from './limits.ts'
import type { MediaUploads } from './media-uploads.ts'
import type { ResponseMemory } from './memory/response-memory.ts'
import type { Notifications } from './messages/notifications.ts'
import type { Outbox } from './messages/outbox.ts'
import type { QuotaWatch } from './messages/quota-watch.ts'
import type { Bills } from './money/bills.ts'
import type { Ledger } from './money/ledger.ts'
import type { Prices } from './money/prices.ts'
import type { PromptRatios } from './money/prompt-ratios.ts'
import type { RunningCalls } from './money/running-calls.ts'
import type { Settlements } from './money/settlements.ts'
import type { Options } from './options.ts'
import type { BatchLines } from './own-batches/batch-lines.ts'
import type { OwnFiles } from './own-batches/own-files.ts'
import type { OwnedThings } from './owned-things.ts'
import type { Identities } from './people/identities.ts'
import type { LiveTokens } from './people/live-tokens.ts'
import type { SessionKeys } from './people/session-keys.ts'
import type { ReportPace } from './report-pace.ts'
import type { StoredResponses } from './stored-responses.ts'
import type { SquareTask } from './tasks/square-task.ts'
import type { TaskHolds } from './tasks/task-holds.ts'
import type { TaskMedia } from './tasks/task-media.ts'
import type { Tasks } from './tasks/tasks.ts'
import type { Traffic } from './traffic.ts'
import type { SensitiveWords } from './words/sensitive-words.ts'

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
  /** Ends the rests of these channels and of their keys, on every node that can be told. */
  wakeChannels: (ids: readonly number[]) => Promise<void>
  /** The same of one key, which is named as in storage. */
  wakeKey: (channel: number, key: string) => void
  keys: ChannelKeys
  conversations: ConversationPlaces
  figures: ChannelFigures
  watch: ChannelWatch
  retryBudget: RetryBudget
  traffic: Traffic
  reportPace: ReportPace
  limits: Limits
  prices: Prices
  promptRatios: PromptRatios
  bills: Bills
  sensitiveWords: SensitiveWords
  settlements: Settlements
  runningCalls: RunningCalls
  storedResponses: StoredResponses
  responseMemory: ResponseMemory
  ownedThings: OwnedThings
  failedCalls: FailedCalls
  files: Files
  mediaUploads: MediaUploads
  ownFiles: OwnFiles
  batchLines: BatchLines
  tasks: Tasks
  taskHolds: TaskHolds
  squareTask: SquareTask
  taskMedia: TaskMedia
  sessionKeys: SessionKeys
  liveTokens: LiveTokens
  tokenCounter: TokenCounter
  outbox: Outbox
  notifications: Notifications
  quotaWatch: QuotaWatch
}
