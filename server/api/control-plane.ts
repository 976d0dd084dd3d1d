import type { ChatParameter } from '#contract/models.ts'
import type { Database } from '../db/database.ts'
import type { ChannelBalances } from '../domain/channels/channel-balances.ts'
import type { ChannelBatches } from '../domain/channels/channel-batches.ts'
import type { ChannelCards } from '../domain/channels/channel-cards.ts'
import type { ChannelRuns } from '../domain/channels/channel-runs.ts'
import type { ChannelTests } from '../domain/channels/channel-tests.ts'
import type { ChannelVendors } from '../domain/channels/channel-vendors.ts'
import type { Channels } from '../domain/channels/channels.ts'
import type { Domain } from '../domain/domain.ts'
import type { createLatestRelease } from '../domain/latest-release.ts'
import type { PriceChecks } from '../domain/money/price-checks.ts'
import type { PriceLists } from '../domain/money/price-lists.ts'
import type { EmailProofs } from '../domain/people/email-proofs.ts'
import type { FailedSignins } from '../domain/people/failed-signins.ts'
import type { HumanCheck } from '../domain/people/human-check.ts'
import type { KnownDevices } from '../domain/people/known-devices.ts'
import type { PasswordReset } from '../domain/people/password-reset.ts'
import type { Registration } from '../domain/people/registration.ts'
import type { Sessions } from '../domain/people/sessions.ts'
import type { Setup } from '../domain/people/setup.ts'
import type { UserAccounts } from '../domain/people/user-accounts.ts'
import type { UserAdministration } from '../domain/people/user-administration.ts'
import type { UserSettings } from '../domain/people/user-settings.ts'
import type { StopBatch } from '../domain/tasks/task.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { AddressPolicy } from '../lib/outbound/address-guard.ts'
import type { ExternalLogins } from '../signin/external-logins.ts'
import type { Signin } from '../signin/signin.ts'
import type { States } from '../signin/states.ts'

/** What the handlers of the control plane work with. */
export type ControlPlane = {
  domain: Domain
  database: Database
  accounts: UserAccounts
  userAdministration: UserAdministration
  registration: Registration
  emailProofs: EmailProofs
  passwordReset: PasswordReset
  humanCheck: HumanCheck
  userSettings: UserSettings
  setup: Setup
  signin: Signin
  signinStates: States
  latestRelease: ReturnType<typeof createLatestRelease>
  externalLogins: ExternalLogins
  failedSignins: FailedSignins
  channels: Channels
  channelBatches: ChannelBatches
  channelRuns: ChannelRuns
  channelTests: ChannelTests
  channelCards: ChannelCards
  channelBalances: ChannelBalances
  channelVendors: ChannelVendors
  priceLists: PriceLists
  stopBatch: StopBatch
  /** What none of the channels that serve a model in a group takes. */
  refusedParameters: (group: string, model: string) => Promise<readonly ChatParameter[]>
  priceChecks: PriceChecks
  /** Which addresses an operator may give. */
  addressPolicy: AddressPolicy
  sessions: Sessions
  knownDevices: KnownDevices
  metrics: Metrics
  requestId: () => string
  /** Where a call comes from, behind the proxies we trust. */
  address: (request: ClientRequest) => string
  version: string
  /** Unix seconds. */
  startedAt: number
  publicUrl: string | undefined
}
