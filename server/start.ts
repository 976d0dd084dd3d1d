import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { humanCheckOrigin } from '#contract/human-check.ts'
import { eachProvider } from '#contract/payment-parts.ts'
import { addressOf } from '#contract/registry-entry.ts'
import manifest from '../package.json' with { type: 'json' }
import { createSessionCheck } from './api/call-environment.ts'
import type { ControlPlane } from './api/control-plane.ts'
import { createControlServer } from './api/control-server.ts'
import { createApp, createPlainService, createUpgrade } from './app.ts'
import { openConsole } from './console.ts'
import { takeDataFolder } from './db/data-folder.ts'
import type { Database } from './db/database.ts'
import { openDatabase, sqliteFile } from './db/open.ts'
import { openReserve } from './db/settling/reserve.ts'
import { openSpool } from './db/settling/spool.ts'
import { createChannelBalances } from './domain/channels/channel-balances.ts'
import { createChannelBatches } from './domain/channels/channel-batches.ts'
import { createChannelRuns } from './domain/channels/channel-runs.ts'
import { createChannelTests } from './domain/channels/channel-tests.ts'
import { createChannelVendors } from './domain/channels/channel-vendors.ts'
import { createChannels } from './domain/channels/channels.ts'
import type { Domain } from './domain/domain.ts'
import { createCourier } from './domain/messages/courier.ts'
import { createMailCarrier } from './domain/messages/mail.ts'
import { createWebhookCarrier } from './domain/messages/webhooks.ts'
import { openDomain } from './domain/open-domain.ts'
import { createOptionReader } from './domain/option-reading.ts'
import type { Options } from './domain/options.ts'
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
import { createVerificationCodes } from './domain/people/verification-codes.ts'
import type { Environment } from './environment.ts'
import { createHealth } from './health.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { startJobs } from './jobs/runner.ts'
import { type Clock, nowSeconds } from './lib/clock.ts'
import { createRequestIds } from './lib/identifiers.ts'
import { createClientAddress } from './lib/inbound/client-address.ts'
import { createHttpServer, drain } from './lib/inbound/http-server.ts'
import type { PageGuests } from './lib/inbound/security-headers.ts'
import type { Log } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import { createOutbound, type Outbound } from './lib/outbound/outbound.ts'
import { createSignals } from './lib/signals.ts'
import { createSmtp } from './lib/smtp.ts'
import { openVault } from './lib/vault.ts'
import { createProbe } from './relay/probe.ts'
import { createRelay } from './relay/relay.ts'
import { createExternalLogins } from './signin/external-logins.ts'
import { createSignin, type SigninAddresses } from './signin/signin.ts'
import { createStates } from './signin/states.ts'

export type Gateway = {
  /** Where it listens. */
  url: string
  plane: ControlPlane
  /** What the job does that charges answers made in the background. */
  payForFinished: () => Promise<void>
  /**
   * Refuses new work, in words for `noticeMs`, lets running answers end for `graceMs` and then ends them, stores what is
   * settled, closes everything.
   */
  close: (options?: { graceMs: number; noticeMs?: number }) => Promise<void>
}

type HostParts = {
  clock: Clock
  log: Log
  passwords?: Passwords
  /** Stands between the node and its database. */
  intercept?: (database: Database) => Database
  /** Judges human checks in the place of the service. */
  humanCheckJudge?: string
  /** Places to sign in with, in the place of the known ones. */
  signinAddresses?: SigninAddresses
}

const mebibyte = 1024 * 1024

/** Takes the data folder for itself, and runs a node in it. */
export const startGateway = async (environment: Environment, hostParts: HostParts): Promise<Gateway> => {
  const folder = await takeDataFolder(environment.DATA_DIR, hostParts.clock)
  try {
    const node = await startNode(environment, hostParts)
    const close: Gateway['close'] = (options) => node.close(options).finally(folder.release)
    return { ...node, close }
  } catch (error) {
    await folder.release()
    throw error
  }
}

/** Builds one node out of its parts, in the order they need each other, and listens. */
const startNode = async (environment: Environment, hostParts: HostParts): Promise<Gateway> => {
  const { clock, log, passwords = createPasswords(), intercept = (database) => database } = hostParts
  const inData = (name: string) => join(environment.DATA_DIR, name)
  const redis = environment.REDIS_URL === undefined ? undefined : openRedis(environment.REDIS_URL, log)
  const vault = await openVault({ secret: environment.SLUICE_SECRET, file: inData('secret') })
  const database = intercept(
    await openDatabase({
      url: environment.DATABASE_URL,
      file: sqliteFile(environment.DATA_DIR),
      journal: inData('charges.journal'),
      clock,
      log,
    }),
  )
  const spool = await openSpool(inData('spool.sqlite'), log)
  const reserve = await openReserve(inData('charges.reserve'))
  const signals = await createSignals({ redisUrl: environment.REDIS_URL, log })
  const siteAddress = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`
  const generalCalls = environment.GLOBAL_API_RATE_LIMIT
  const domainParts = { database, spool, reserve, vault, signals, redis, clock, log, siteAddress, generalCalls }
  const { domain, close: closeDomain } = await openDomain(domainParts)
  const addressPolicy = { givenBy: 'operator', privateNetworks: environment.ALLOW_PRIVATE_UPSTREAMS } as const
  const outbound = createOutbound({ allowPrivate: environment.ALLOW_PRIVATE_UPSTREAMS })

  const sessions = createSessions({ database, signals, clock })
  const knownDevices = createKnownDevices({ database, clock })
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
  const plane: ControlPlane = {
    domain,
    database,
    accounts,
    sessions,
    knownDevices,
    metrics,
    userAdministration: createUserAdministration({ domain, database, passwords, sessions, accounts }),
    registration: createRegistration({ domain, database, accounts, codes }),
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
    setup: createSetup({ domain, database, accounts, version: manifest.version }),
    signin: createSignin({
      domain,
      outbound,
      policy: addressPolicy,
      siteAddress,
      addresses: hostParts.signinAddresses,
    }),
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
    }),
    channelBalances: createChannelBalances({ domain, database, runs: channelRuns, vendors: channelVendors }),
    addressPolicy,
    requestId: createRequestIds(clock),
    address: createClientAddress(environment.TRUSTED_PROXIES),
    version: manifest.version,
    startedAt: nowSeconds(clock),
    publicUrl: environment.PUBLIC_URL,
  }
  const control = await createControlServer(plane)
  const { settlements } = domain
  const health = createHealth({
    clock,
    metrics,
    metricsToken: environment.METRICS_TOKEN,
    ping: database.ping,
    mayServe: () =>
      settlements.mayBegin() ||
      settlements.mayBeginAgain().then(
        () => true,
        () => false,
      ),
  })
  const relay = createRelay({
    domain,
    outbound,
    addressOf: plane.address,
    signedIn: createSessionCheck(plane),
    bodyMemory: environment.BODY_MEMORY_MB * mebibyte,
  })
  metrics.gauge('sluice_body_bytes', 'What bodies of calls under way take of BODY_MEMORY_MB', relay.bodyBytes)
  let isStopping = false
  const app = createApp({
    isStopping: () => isStopping,
    relay,
    control,
    health,
    consoleFiles: await openConsole(consoleFolder, () => guestsOf(options)),
    plane,
  })
  const server = createHttpServer(app, undefined, createUpgrade({ relay, plane }), createPlainService({ relay, plane }))
  server.listen(environment.PORT, environment.HOST)
  await once(server, 'listening')
  const stopJobs = startJobs(createJobs({ ...plane, codes, courier, payForFinished: relay.payForFinished }), log)

  return {
    url: urlOf(server.address()),
    plane,
    payForFinished: relay.payForFinished,
    close: async ({ graceMs, noticeMs = 0 } = usualStop) => {
      isStopping = true
      relay.refuseNew()
      health.drain()
      channelRuns.stop()
      const sessionsEnded = relay.close({ graceMs })
      const ending = new AbortController()
      const over = endAnswers({ outbound, domain, graceMs, signal: ending.signal }).catch(() => {})
      await drain(server, { noticeMs, over })
      ending.abort()
      await sessionsEnded
      await stopJobs()
      await courier.close()
      await domain.tokenCounter.close()
      await domain.traffic.idle()
      await domain.ledger.drain()
      await domain.storedResponses.drain()
      await domain.ownedThings.drain()
      await domain.runningCalls.close()
      await closeDomain()
      await control.close()
      await outbound.close()
      await signals.close()
      redis?.disconnect()
      await spool.close()
      await reserve.close()
      await database.close()
    },
  }
}

/** After the grace answers end in words, which they have a little time for; rejects when it is not needed any more. */
const endAnswers = async ({ outbound, domain, graceMs, signal }: Ending): Promise<void> => {
  await setTimeout(graceMs, undefined, { signal })
  outbound.stop()
  await Promise.race([domain.traffic.idle(), setTimeout(longestEndingMs, undefined, { signal })])
  await setTimeout(lastWordsMs, undefined, { signal })
}

type Ending = { outbound: Outbound; domain: Domain; graceMs: number; signal: AbortSignal }

/** What was given is counted and charged first. */
const longestEndingMs = 4_000
const lastWordsMs = 300
const usualStop = { graceMs: 30_000 }

/**
 * The human check runs its own script in our page, only as long as it is turned on, and a payment leaves by a form to
 * the place where it is paid.
 */
const guestsOf = (options: Options): PageGuests => {
  const option = createOptionReader(options)
  const places = eachProvider.map(({ place }) => addressOf(place, option))
  return {
    scripts: options.get('TurnstileCheckEnabled') ? [humanCheckOrigin] : [],
    forms: places.filter((place) => URL.canParse(place)).map((place) => new URL(place).origin),
  }
}

const userPolicy = { givenBy: 'user' } as const

const consoleFolder = join(import.meta.dirname, '../dist/console')

const openRedis = (url: string, log: Log): Redis => {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 5000 })
  // Limits are counted here while Redis is away; the signals tell the operator of it.
  redis.on('error', (error) => log.debug('no connection to Redis', { error }))
  return redis
}

const urlOf = (address: AddressInfo | string | null): string => {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
