import type { Generated, GeneratedAlways, Insertable, Selectable, Updateable } from 'kysely'
import type { ChannelValues } from '#contract/channel-field-parts.ts'
import type {
  FailedCallsTable,
  FailedHoursTable,
  LatencyDaysTable,
  LatencyHoursTable,
  LogDeletionsTable,
  LogsTable,
  OpenDaysTable,
  OpenHoursTable,
  UsageDaysTable,
  UsageHoursTable,
  UsageNamesTable,
  UsageTotalsTable,
} from './log-tables.ts'
import type { RedemptionBatchesTable, RedemptionsTable, RedemptionUsesTable } from './redemption-tables.ts'

/**
 * One interface per table. Times are unix seconds unless a name says otherwise, flags are 0 or 1,
 * quota and other money are 64-bit integers that stay inside JavaScript's safe range.
 */
export type Tables = {
  setup: SetupTable
  users: UsersTable
  usernames: UsernamesTable
  identities: IdentitiesTable
  sessions: SessionsTable
  known_devices: KnownDevicesTable
  tokens: TokensTable
  channels: ChannelsTable
  channel_cards: ChannelCardsTable
  price_checks: PriceChecksTable
  options: OptionsTable
  redemptions: RedemptionsTable
  redemption_batches: RedemptionBatchesTable
  redemption_uses: RedemptionUsesTable
  top_ups: TopUpsTable
  credits: CreditsTable
  charges: ChargesTable
  logs: LogsTable
  usage_hours: UsageHoursTable
  usage_totals: UsageTotalsTable
  usage_days: UsageDaysTable
  usage_names: UsageNamesTable
  latency_hours: LatencyHoursTable
  latency_days: LatencyDaysTable
  open_hours: OpenHoursTable
  open_days: OpenDaysTable
  log_deletions: LogDeletionsTable
  failed_calls: FailedCallsTable
  failed_hours: FailedHoursTable
  tasks: TasksTable
  check_ins: CheckInsTable
  invites: InvitesTable
  verification_codes: VerificationCodesTable
  deliveries: DeliveriesTable
  quota_warnings: QuotaWarningsTable
  stored_responses: StoredResponsesTable
  remembered_responses: RememberedResponsesTable
  owned_things: OwnedThingsTable
  files: FilesTable
  media_uploads: MediaUploadsTable
  live_tokens: LiveTokensTable
  replaced_keys: ReplacedKeysTable
  own_files: OwnFilesTable
  own_file_pieces: OwnFilePiecesTable
  batch_lines: BatchLinesTable
  running_calls: RunningCallsTable
  audit: AuditTable
  audit_targets: AuditTargetsTable
  versions: VersionsTable
}

/** What changed last, of what nodes keep in memory; written by the database itself. */
type VersionsTable = { topic: string; id: number; version: number }

/** A single row, so that inserting it is the lock that makes setup happen once. */
export type SetupTable = { id: number; version: string; initialized_at: number }

type UsersTable = {
  id: Generated<number>
  username: string
  display_name: string
  /** Empty for accounts that only sign in elsewhere. */
  password_hash: string
  email: string
  role: number
  status: number
  group: string
  quota: number
  used_quota: number
  request_count: number
  aff_code: string
  aff_count: number
  aff_quota: number
  aff_history_quota: number
  inviter_id: number
  /** Keyed fingerprint of the system access token; the token itself is not kept. */
  access_token_hash: string | null
  /** JSON text, see contract/users.ts. */
  setting: string
  /** For those who look after him; never shown to himself. */
  note: Generated<string>
  /** Why he is banned, if he was told; empty: without a reason, null: he was not told, or is not banned. */
  ban_told: string | null
  created_at: number
  last_login_at: number
  deleted_at: number | null
  /** Both names and the address, as a search reads them. */
  search_text: GeneratedAlways<string>
}

/** What names look like, and whose they are: nobody else may have one that passes for it. */
type UsernamesTable = { skeleton: string; user_id: number }

/** Accounts elsewhere that are bound to a user: provider is the name of a way to sign in. */
export type IdentitiesTable = {
  provider: string
  subject: string
  user_id: number
  name: string
  created_at: number
}

type SessionsTable = {
  /** Keyed fingerprint of the cookie's value. */
  id_hash: string
  user_id: number
  created_at: number
  expires_at: number
  address: string
  agent: string
  /** When the user signed in or last gave his password. */
  proved_at: number
}

/** A browser that the user has signed in with. */
type KnownDevicesTable = {
  user_id: number
  /** Keyed fingerprint of the cookie's value. */
  device_hash: string
  seen_at: number
}

type TokensTable = {
  id: Generated<number>
  user_id: number
  name: string
  /** Keyed fingerprint, by which a call finds its token. */
  key_hash: string
  /** The key itself, sealed, because its owner may look at it again. */
  key_sealed: string
  status: number
  remain_quota: number
  used_quota: number
  unlimited_quota: number
  expired_time: number
  created_time: number
  accessed_time: number
  model_limits_enabled: number
  model_limits: string
  allow_ips: string
  group: string
  strict: number
  /** For its owner. */
  note: Generated<string>
  deleted_at: number | null
}

type ReplacedKeysTable = {
  key_hash: string
  token_id: number
  until: number
}

type ChannelsTable = ChannelValues & {
  id: Generated<number>
  /** Sealed; the fingerprint is for finding a channel by its exact key. */
  key_hash: string
  key_sealed: string
  response_time: number
  test_time: number
  /** A key of contract/error-reasons.ts or an upstream's own words; empty: the last test did not fail. */
  test_fault: string
  balance: number
  balance_updated_time: number
  used_quota: number
  /** JSON text: status_reason, status_time. */
  other_info: string
  /** JSON text: what is known of single keys of a channel with several. */
  key_states: string
  /** JSON text: which of its models cannot what, by its card. */
  lacking: string
  created_time: number
}

/** What was tried of a channel: `tries` is the JSON text of contract/channel-cards.ts. */
type ChannelCardsTable = { channel_id: number; made_at: number; made_by: string; tries: string }
export type ChannelCardRow = ChannelCardsTable

/** `seen` is the JSON text of contract/price-lists.ts. */
type PriceChecksTable = { id: number; checked_at: number; seen: string }
export type PriceCheckRow = PriceChecksTable

export type OptionsTable = { key: string; value: string; updated_at: number }

type TopUpsTable = {
  id: Generated<number>
  user_id: number
  trade_no: string
  amount: number
  /** Fen, so that money is compared exactly. */
  money_cents: number
  quota: number
  payment_method: string
  provider: string
  /** For whoever goes through the books by hand: nothing here reads it. */
  provider_trade_no: string
  status: string
  created_at: number
  /** For whoever goes through the books by hand: nothing here reads it. */
  paid_at: number
}

/** Every movement of quota into an account (or out of it by an administrator), once per reference. */
type CreditsTable = {
  id: Generated<number>
  ref: string
  user_id: number
  kind: string
  amount: number
  /** For whoever goes through the books by hand: nothing here reads it. */
  operator_id: number
  created_at: number
}

/**
 * Charges without a log row: of calls whose row the operator does not want kept, or that was deleted within a week; and,
 * summed per user, token and channel, of older rows that were deleted (`request_id` is then `purged:user:token:channel`).
 */
type ChargesTable = {
  request_id: string
  user_id: number
  token_id: number
  channel_id: number
  quota: number
  /** How many calls of it count as requests of the user: 0 or 1, more for a sum. */
  counted: number
  created_at: number
}

/** Work that is handed in now and finished later. Times are milliseconds, but for `due_at` and `created_at`. */
type TasksTable = {
  id: Generated<number>
  /** Which kind of work it is, by the names of protocols/tasks. */
  platform: string
  /** The upstream's own id; of what it did not take, the id of the call. */
  task_id: string
  user_id: number
  channel_id: number
  /** The key's place among the channel's keys. */
  key_place: number
  action: string
  /** What came of handing it in, where the platform tells that by a number. */
  code: number
  status: string
  /** A percentage, such as `40%`. */
  progress: string
  prompt: string
  /** JSON text: what was asked for, where that is told again; null where it is not. */
  asked: string | null
  fail_reason: string
  /** JSON text: what the upstream said of it last. */
  data: string
  quota: number
  /** JSON text: the settlement it was charged by; null when nothing was to be charged. */
  charge: string | null
  /** JSON text: by what it is priced at its end, where only that tells what it costs; a `charge` is an estimate then. */
  terms: string | null
  /** JSON text: the settlement in the place of the estimate; null until its end. */
  receipt: string | null
  /** 1 until it has come to its end, which is final. */
  is_open: number
  /** 1 while what its end means for its charge is not done yet. */
  owes: number
  /** How often in a row its upstream had no word of it. */
  misses: number
  submit_time: number
  start_time: number
  finish_time: number
  /** The model it was asked of, as its terms or what was asked for tell it; empty where neither does. */
  model: GeneratedAlways<string>
  /** When it is looked after next; whoever is at it pushes this back, so that nobody else is at it too. */
  due_at: number
  created_at: number
  /** What is set aside for its end, by which process; those that have ended say so no longer. */
  held: Generated<number>
  holder: Generated<string>
  held_until: Generated<number>
}

/** A file that the gateway keeps itself: the calls of a batch, or what became of them, which stands in `batch_lines`. */
type OwnFilesTable = {
  file_id: string
  user_id: number
  bytes: number
  of_batch: string | null
  part: OwnPart
  expires_at: number
}

export type OwnPart = 'calls' | 'answers' | 'errors'

/** So much of a file, sealed, that a piece is quickly read; pieces end anywhere but within a sign. */
type OwnFilePiecesTable = { file_id: string; place: number; content: string }

/** What became of a call of a batch, by its place from 1 on, sealed; `bytes` are those of its line in the results. */
type BatchLinesTable = { batch_id: string; line: number; outcome: number; bytes: number; content: string }

/** day: days since 1970-01-01 in UTC. */
type CheckInsTable = { user_id: number; day: number; quota: number; created_at: number }

export type InvitesTable = { invitee_id: number; inviter_id: number; quota: number; created_at: number }

export type VerificationCodesTable = {
  id: Generated<number>
  purpose: string
  target: string
  code_hash: string
  tries: number
  expires_at: number
  used_at: number | null
  created_at: number
  /** SHA-256 of the browser's cookie that asked for it, if it had one. */
  asker: Generated<string>
}

/** A mail or a webhook call that has not arrived yet. */
type DeliveriesTable = {
  id: Generated<number>
  kind: 'mail' | 'webhook'
  /** What it is about, for the log of the operator. */
  purpose: string
  payload_sealed: string
  attempts: number
  /** When the next attempt is made; one that is under way pushes it back, so that nobody else makes it too. */
  due_at: number
  gives_up_at: number
  created_at: number
}

/** Users who were warned of a low quota and whose quota has not been above the threshold since. */
type QuotaWarningsTable = { user_id: number; threshold: number; created_at: number }

/** Answers that an upstream keeps: `key_place` is the key's place among the channel's keys. */
type StoredResponsesTable = {
  user_id: number
  response_id: string
  channel_id: number
  key_place: number
  created_at: number
  /** Tokens that whoever goes on from it reads of the turns before; null where that is not known. */
  context_tokens: number | null
}

/** A call under way: `beat` grows with every word of the process that has it, and `settlement` is JSON text. */
type RunningCallsTable = {
  request_id: string
  holder: string
  beat: number
  settlement: string
}

/** An answer that is kept here, as its upstream speaks a dialect that keeps none. */
type RememberedResponsesTable = {
  user_id: number
  response_id: string
  /** The answer that it goes on from. */
  previous_id: string | null
  created_at: number
  /** What it takes of its user's room, in bytes. */
  size: number
  /** JSON text under seal: its own input, and the answer as it was told. */
  sealed: string
}

/** What an upstream keeps for a user besides answers, such as a container or what an answer consists of. */
type OwnedThingsTable = {
  user_id: number
  kind: string
  thing_id: string
  channel_id: number
  key_place: number
  /** When it was last used. */
  created_at: number
  made_at: number
}

/** A file that a user gave to an upstream. */
type FilesTable = {
  user_id: number
  file_id: string
  channel_id: number
  /** The key's place among the channel's keys. */
  key_place: number
  purpose: string
  /** JSON text: what the upstream said of it. */
  told: string
  created_at: number
  /** JSON text: what calls it holds, where they were counted as it came. */
  counted: string | null
}

type LiveTokensTable = {
  token_id: string
  used: number
  created_at: number
}

type MediaUploadsTable = {
  /** The fingerprint of what its sender knows. */
  upload_id: string
  user_id: number
  channel_id: number
  key_place: number
  /** Sealed. */
  caller_key: string
  place: string
  counted: string | null
  /** Base64. */
  cut_line: string
  received: number
  created_at: number
}

export type AuditTable = {
  id: Generated<number>
  created_at: number
  actor_id: number
  actor_name: string
  action: string
  target: string
  before: string
  after: string
  address: string
}

/** By which records an act of several is found. Such an act is never deleted. */
type AuditTargetsTable = { target: string; audit_id: number }

export type StoredResponseRow = Selectable<StoredResponsesTable>
export type RememberedResponseRow = Selectable<RememberedResponsesTable>
export type FileRow = Selectable<FilesTable>
export type MediaUploadRow = Selectable<MediaUploadsTable>
export type OwnedThingRow = Selectable<OwnedThingsTable>
export type DeliveryRow = Selectable<DeliveriesTable>
export type NewDelivery = Insertable<DeliveriesTable>
export type AuditRow = Selectable<AuditTable>
export type UserRow = Selectable<UsersTable>
export type NewUser = Insertable<UsersTable>
export type UserChange = Updateable<UsersTable>
export type TokenRow = Selectable<TokensTable>
export type NewToken = Insertable<TokensTable>
export type TokenChange = Updateable<TokensTable>
export type ChannelRow = Selectable<ChannelsTable>
export type NewChannel = Insertable<ChannelsTable>
export type ChannelChange = Updateable<ChannelsTable>
export type LogRow = Selectable<LogsTable>
export type OwnFileRow = Selectable<OwnFilesTable>
export type OwnFilePieceRow = Selectable<OwnFilePiecesTable>
export type BatchLineRow = Selectable<BatchLinesTable>
export type TaskRow = Selectable<TasksTable>
export type NewTask = Insertable<TasksTable>
export type TaskChange = Updateable<TasksTable>
export type RedemptionRow = Selectable<RedemptionsTable>
export type NewRedemption = Insertable<RedemptionsTable>
export type RedemptionChange = Updateable<RedemptionsTable>
export type RedemptionUse = Selectable<RedemptionUsesTable>
export type TopUpRow = Selectable<TopUpsTable>
export type NewTopUp = Insertable<TopUpsTable>
export type CheckInRow = Selectable<CheckInsTable>
export type SessionRow = Selectable<SessionsTable>
export type KnownDeviceRow = Selectable<KnownDevicesTable>
export type FailedCallRow = Selectable<FailedCallsTable>
export type NewFailedCall = Insertable<FailedCallsTable>
export type FailedHourRow = Selectable<FailedHoursTable>
export type LogDeletionRow = Selectable<LogDeletionsTable>
