import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import manifest from '../package.json' with { type: 'json' }
import type { ControlPlane } from './api/control-plane.ts'
import { createControlServer } from './api/control-server.ts'
import { createApp } from './app.ts'
import { openConsole } from './console.ts'
import { openDatabase, sqliteFile } from './db/open.ts'
import { openSpool } from './db/spool.ts'
import { createChannels } from './domain/channels.ts'
import { openDomain } from './domain/open-domain.ts'
import { createPasswords, type Passwords } from './domain/passwords.ts'
import { createRegistration } from './domain/registration.ts'
import { createSessions } from './domain/sessions.ts'
import { createSetup } from './domain/setup.ts'
import { createUserAccounts } from './domain/user-accounts.ts'
import { createVerificationCodes } from './domain/verification-codes.ts'
import type { Environment } from './environment.ts'
import { createHealth } from './health.ts'
import { createJobs } from './jobs/index.ts'
import { startJobs } from './jobs/runner.ts'
import { createClientAddress } from './lib/client-address.ts'
import { type Clock, nowSeconds } from './lib/clock.ts'
import { createHttpServer, drain } from './lib/http-server.ts'
import { createRequestIds } from './lib/identifiers.ts'
import type { Log } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import { createOutbound } from './lib/outbound.ts'
import { createSignals } from './lib/signals.ts'
import { openVault } from './lib/vault.ts'
import { createRelay } from './relay/relay.ts'

export type Gateway = {
  /** Where it listens. */
  url: string
  plane: ControlPlane
  /** Refuses new work, lets running answers end for `graceMs`, stores what is settled, closes everything. */
  close: (options?: { graceMs: number }) => Promise<void>
}

type Surroundings = { clock: Clock; log: Log; passwords?: Passwords }

/** Builds one node out of its parts, in the order they need each other, and listens. */
export const startGateway = async (environment: Environment, surroundings: Surroundings): Promise<Gateway> => {
  const { clock, log, passwords = createPasswords() } = surroundings
  const inData = (name: string) => join(environment.DATA_DIR, name)
  const redis = environment.REDIS_URL === undefined ? undefined : openRedis(environment.REDIS_URL, log)
  const vault = await openVault({ secret: environment.SLUICE_SECRET, file: inData('secret') })
  const database = await openDatabase({
    url: environment.DATABASE_URL,
    file: sqliteFile(environment.DATA_DIR),
    clock,
    log,
  })
  const spool = await openSpool(inData('spool.sqlite'), log)
  const signals = await createSignals({ redisUrl: environment.REDIS_URL, log })
  const { domain, close: closeDomain } = await openDomain({ database, spool, vault, signals, redis, clock, log })
  const addressPolicy = { givenBy: 'operator', privateNetworks: environment.ALLOW_PRIVATE_UPSTREAMS } as const
  const outbound = createOutbound({ allowPrivate: environment.ALLOW_PRIVATE_UPSTREAMS })

  const sessions = createSessions({ database, clock })
  const accounts = createUserAccounts({ domain, database, passwords, sessions })
  const codes = createVerificationCodes({ database, clock, vault })
  const metrics = createMetrics()
  const plane: ControlPlane = {
    domain,
    database,
    accounts,
    sessions,
    metrics,
    registration: createRegistration({ domain, database, accounts, codes }),
    setup: createSetup({ domain, database, accounts, version: manifest.version }),
    channels: createChannels({ domain, database, addressPolicy }),
    requestId: createRequestIds(clock),
    address: createClientAddress(environment.TRUSTED_PROXIES),
    version: manifest.version,
    startedAt: nowSeconds(clock),
    publicUrl: environment.PUBLIC_URL,
  }
  const control = await createControlServer(plane)
  const health = createHealth({ clock, metrics, metricsToken: environment.METRICS_TOKEN, ping: database.ping })
  const app = createApp({
    relay: createRelay({ domain, outbound, addressOf: plane.address }),
    control,
    health,
    consoleFiles: await openConsole(consoleFolder),
    plane,
  })
  const server = createHttpServer(app)
  server.listen(environment.PORT, environment.HOST)
  await once(server, 'listening')
  const stopJobs = startJobs(createJobs(plane), log)

  return {
    url: urlOf(server.address()),
    plane,
    close: async ({ graceMs } = { graceMs: 30_000 }) => {
      health.drain()
      await drain(server, { graceMs })
      await stopJobs()
      await domain.ledger.drain()
      await closeDomain()
      await control.close()
      await outbound.close()
      await signals.close()
      redis?.disconnect()
      await spool.close()
      await database.close()
    },
  }
}

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
