import manifest from '../package.json' with { type: 'json' }
import type { ControlPlane } from './api/control-plane.ts'
import type { Database } from './db/database.ts'
import { createChannelBalances } from './domain/channels/channel-balances.ts'
import { createChannelBatches } from './domain/channels/channel-batches.ts'
import { createChannelCards } from './domain/channels/channel-cards.ts'
import { createChannelRuns } from './domain/channels/channel-runs.ts'
import { createChannelTests } from './domain/channels/channel-tests.ts'
import { createChannelVendors } from './domain/channels/channel-vendors.ts'
import { createChannels } from './domain/channels/channels.ts'
import type { Domain } from './domain/domain.ts'
import { createLatestRelease } from './domain/latest-release.ts'
import { type Courier, createCourier } from './domain/messages/courier.ts'
import { createMailCarrier } from './domain/messages/mail.ts'
import { createVerificationCodes, type VerificationCodes } from './domain/messages/verification-codes.ts'
import { createWebhookCarrier } from './domain/messages/webhooks.ts'
import { createPriceChecks } from './domain/money/price-checks.ts'
import { createPriceLists } from './domain/money/price-lists.ts'
import { createEmailProofs } from './domain/people/email-proofs.ts'
import { createFailedSignins } from './domain/people/failed-signins.ts'
import { createHumanCheck } from './domain/people/human-check.ts'
import { createKnownDevices } from './domain/people/known-devices.ts'
import { createPasswordReset } from './domain/people/password-reset.ts'
import { createPasswords, type Passwords } from './domain/people/passwords.ts'
import { createRegistration } from './domain/people/registration.ts'
import { createSessions } from './domain/people/sessions.ts'
import { createSetup } from './domain/people/setup.ts'
import { createUserAccounts } from './domain/people/user-accounts.ts'
import { createUserAdministration } from './domain/people/user-administration.ts'
import { createUserSettings } from './domain/people/user-settings.ts'
import type { Environment } from './environment.ts'
import { type Clock, nowSeconds } from './lib/clock.ts'
import { createRequestIds } from './lib/identifiers.ts'
import { createClientAddress } from './lib/inbound/client-address.ts'
import type { Log } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import type { Outbound } from './lib/outbound/outbound.ts'
import { createSmtp } from './lib/outbound/smtp.ts'
import { createProbe, isTestable } from './relay/probe.ts'
import { createRefusedParameters } from './relay/refused-parameters.ts'
import { createTryOut } from './relay/try-out.ts'
import { createExternalLogins } from './signin/external-logins.ts'
import { createSignin, type SigninAddresses } from './signin/signin.ts'
import { createStates } from './signin/states.ts'
import { createStopBatch } from './tasks/batches/stop-batch.ts'

export type HostParts = {
  clock: Clock
  log: Log
  passwords?: Passwords
  /** Stands between the node and its database. */
  intercept?: (database: Database) => Database
  /** Judges human checks in the place of the service. */
  humanCheckJudge?: string
  /** Places to sign in with, in the place of the known ones. */
  signinAddresses?: SigninAddresses
  /** How long a count of tokens is waited for before it is an estimate, in the place of what callers are let wait. */
  countPatienceMs?: number
}

type Parts = {
  environment: Environment
  hostParts: HostParts
  storage: Pick<Storage, 'database' | 'signals' | 'vault'>
  domain: Domain
  outbound: Outbound
  siteAddress: string
}

type Opened = { plane: ControlPlane; codes: VerificationCodes; courier: Courier }

/** Everything that calls of the control plane are answered with, and what carries its mail and notices. */
export const createPlane = ({ environment, hostParts, storage, domain, outbound, siteAddress }: Parts): Opened => {
  const { clock, log, passwords = createPasswords() } = hostParts
  const { database, signals, vault } = storage
  const addressPolicy = { givenBy: 'operator', privateNetworks: environment.ALLOW_PRIVATE_UPSTREAMS } as const
  const sessions = createSessions({ database, signals, vault, clock, log })
  const knownDevices = createKnownDevices({ database, vault, clock })
  const accounts = createUserAccounts({ domain, database, passwords, sessions, knownDevices })
  const codes = createVerificationCodes({ database, clock, vault, limits: domain.limits })
  const { options, outbox } = domain
  const courier = createCourier({
    database,
    outbox,
    carriers: {
      mail: createMailCarrier({ options, database, codes, send: createSmtp(addressPolicy), siteAddress }),
      webhook: createWebhookCarrier({ outbound, options, policies: { user: userPolicy, operator: addressPolicy } }),
    },
    vault,
    clock,
    log,
  })
  const metrics = createMetrics()
  const channelRuns = createChannelRuns({
    signals,
    clock,
    onFailure: (kind, channel, error) => log.warn('a channel could not be looked after', { kind, channel, error }),
  })
  const channelVendors = createChannelVendors({ domain, database, outbound })
  const setup = createSetup({ domain, database, accounts, version: manifest.version })
  const priceLists = createPriceLists({ outbound, policy: addressPolicy, log })
  const plane: ControlPlane = {
    domain,
    database,
    accounts,
    sessions,
    knownDevices,
    metrics,
    userAdministration: createUserAdministration({ domain, database, passwords, sessions, accounts }),
    registration: createRegistration({ domain, database, accounts, codes, setup }),
    emailProofs: createEmailProofs({ domain, database, codes }),
    passwordReset: createPasswordReset({ domain, database, codes, accounts }),
    humanCheck: createHumanCheck({
      outbound,
      options,
      policy: addressPolicy,
      log,
      judge: hostParts.humanCheckJudge,
    }),
    userSettings: createUserSettings({ domain, database, policy: userPolicy }),
    setup,
    signin: createSignin({
      domain,
      outbound,
      policy: addressPolicy,
      siteAddress,
      addresses: hostParts.signinAddresses,
    }),
    latestRelease: createLatestRelease({ domain, outbound }),
    signinStates: createStates({ database, clock, vault }),
    externalLogins: createExternalLogins({ domain, database, accounts }),
    failedSignins: createFailedSignins({ database, clock, log }),
    channels: createChannels({ domain, database, addressPolicy }),
    channelBatches: createChannelBatches({ domain, database, addressPolicy }),
    channelRuns,
    channelVendors,
    channelTests: createChannelTests({
      domain,
      database,
      runs: channelRuns,
      probe: createProbe({ domain, outbound }),
      isTestable,
    }),
    channelCards: createChannelCards({
      domain,
      database,
      runs: channelRuns,
      tryOut: createTryOut({ domain, outbound }),
    }),
    channelBalances: createChannelBalances({ domain, database, runs: channelRuns, vendors: channelVendors }),
    stopBatch: createStopBatch({ domain, outbound }),
    refusedParameters: createRefusedParameters({ domain, outbound }),
    priceLists,
    priceChecks: createPriceChecks({ domain, database, priceLists }),
    addressPolicy,
    requestId: createRequestIds(clock),
    address: createClientAddress(environment.TRUSTED_PROXIES),
    version: manifest.version,
    startedAt: nowSeconds(clock),
    publicUrl: environment.PUBLIC_URL,
  }
  return { plane, codes, courier }
}

const userPolicy = { givenBy: 'user' } as const
