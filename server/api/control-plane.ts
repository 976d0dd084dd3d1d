import type { Database } from '../db/database.ts'
import type { ChannelBalances } from '../domain/channel-balances.ts'
import type { ChannelBatches } from '../domain/channel-batches.ts'
import type { ChannelRuns } from '../domain/channel-runs.ts'
import type { ChannelTests } from '../domain/channel-tests.ts'
import type { ChannelVendors } from '../domain/channel-vendors.ts'
import type { Channels } from '../domain/channels.ts'
import type { Domain } from '../domain/domain.ts'
import type { EmailProofs } from '../domain/email-proofs.ts'
import type { FailedSignins } from '../domain/failed-signins.ts'
import type { HumanCheck } from '../domain/human-check.ts'
import type { KnownDevices } from '../domain/known-devices.ts'
import type { PasswordReset } from '../domain/password-reset.ts'
import type { Registration } from '../domain/registration.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Setup } from '../domain/setup.ts'
import type { UserAccounts } from '../domain/user-accounts.ts'
import type { UserAdministration } from '../domain/user-administration.ts'
import type { UserSettings } from '../domain/user-settings.ts'
import type { AddressPolicy } from '../lib/address-guard.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { ClientRequest } from '../lib/plain-request.ts'
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
  externalLogins: ExternalLogins
  failedSignins: FailedSignins
  channels: Channels
  channelBatches: ChannelBatches
  channelRuns: ChannelRuns
  channelTests: ChannelTests
  channelBalances: ChannelBalances
  channelVendors: ChannelVendors
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
