import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { humanCheckOrigin } from '#contract/human-check.ts'
import { eachProvider } from '#contract/payment-parts.ts'
import { addressOf } from '#contract/registry-entry.ts'
import { createSessionCheck } from './api/call-environment.ts'
import type { ControlPlane } from './api/control-plane.ts'
import { createControlServer } from './api/control-server.ts'
import { createApp, createPlainService, createUpgrade } from './app.ts'
import { openConsole } from './console.ts'
import { createPlane, type HostParts } from './create-plane.ts'
import { takeDataFolder } from './db/data-folder.ts'
import type { Domain } from './domain/domain.ts'
import { openDomain } from './domain/open-domain.ts'
import { createOptionReader } from './domain/option-reading.ts'
import type { Options } from './domain/options.ts'
import type { Environment } from './environment.ts'
import { createHealth } from './health.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { startJobs } from './jobs/runner.ts'
import { closeEach } from './lib/close-each.ts'
import { createHttpServer, drain } from './lib/inbound/http-server.ts'
import type { PageGuests } from './lib/inbound/security-headers.ts'
import { createOutbound, type Outbound } from './lib/outbound/outbound.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { createRelay } from './relay/relay.ts'
import { createTaskPlane } from './tasks/tasks.ts'

export type Gateway = {
  /** Where it listens. */
  url: string
  plane: ControlPlane
  /** What the job does that asks how far work has come that was handed in. */
  pollTasks: () => Promise<void>
  /**
   * Refuses new work, in words for `noticeMs`, lets running answers end for `graceMs` and then ends them, stores what is
   * settled, closes everything.
   */
  close: (options?: { graceMs: number; noticeMs?: number }) => Promise<void>
}

const mebibyte = 1024 * 1024
/** As many as come back at once to a node that was away; the system takes this for a wish, and has a bound of its own. */
const mostUnaccepted = 4096

/** Takes the data folder for itself, and runs a node in it. What was opened is closed, however far it came. */
export const startGateway = async (environment: Environment, hostParts: HostParts): Promise<Gateway> => {
  const folder = await takeDataFolder(environment.DATA_DIR, hostParts.clock)
  const closings = [folder.release]
  try {
    const storage = await openStorage(environment, hostParts)
    closings.unshift(storage.close)
    const node = await startNode(environment, hostParts, storage)
    return { ...node, close: (options) => closeEach([() => node.close(options), ...closings]) }
  } catch (error) {
    await closeEach(closings).catch(() => {})
    throw error
  }
}

/** Builds one node out of its parts, in the order they need each other, and listens. */
const startNode = async (environment: Environment, hostParts: HostParts, storage: Storage): Promise<Gateway> => {
  const { clock, log } = hostParts
  const siteAddress = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`
  const generalCalls = environment.GLOBAL_API_RATE_LIMIT
  const { domain, close: closeDomain } = await openDomain({ ...storage, ...hostParts, siteAddress, generalCalls })
  const { database } = storage
  const outbound = createOutbound({
    allowPrivate: environment.ALLOW_PRIVATE_UPSTREAMS,
    ownClient: environment.OWN_UPSTREAM_CLIENT,
  })
  const { plane, codes, courier } = createPlane({ environment, hostParts, storage, domain, outbound, siteAddress })
  const { channelRuns, metrics } = plane
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
    sharedTrouble: () => {
      if (!domain.ledger.isReachable()) return 'Redis unavailable'
      return storage.signals.refusal() === undefined ? undefined : 'Redis refuses announcements'
    },
  })
  const tasks = createTaskPlane({
    domain,
    outbound,
    siteAddress,
    answerBatchLine: (line) => relay.answerBatchLine(line),
  })
  const relay = createRelay({
    domain,
    outbound,
    addressOf: plane.address,
    signedIn: createSessionCheck(plane),
    answerTaskCall: tasks.answer,
    bodyMemory: environment.BODY_MEMORY_MB * mebibyte,
  })
  metrics.gauge('sluice_body_bytes', 'What bodies of calls under way take of BODY_MEMORY_MB', relay.bodyBytes)
  let isStopping = false
  const app = createApp({
    isStopping: () => isStopping,
    relay,
    control,
    health,
    consoleFiles: await openConsole(consoleFolder, () => ({
      guests: guestsOf(domain.options),
      owner: { name: domain.options.get('SystemName'), address: domain.options.get('ServerAddress') },
    })),
    plane,
  })
  const plainService = environment.OWN_REQUEST_READER ? createPlainService({ relay, plane }) : undefined
  const server = createHttpServer(app, undefined, createUpgrade({ relay, plane }), plainService)
  server.listen({ port: environment.PORT, host: environment.HOST, backlog: mostUnaccepted })
  await once(server, 'listening')
  const stopJobs = startJobs(createJobs({ ...plane, codes, courier, pollTasks: tasks.poll }), log)

  return {
    url: urlOf(server.address()),
    plane,
    pollTasks: tasks.poll,
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
      await closeEach([
        () => sessionsEnded,
        stopJobs,
        courier.close,
        domain.tokenCounter.close,
        domain.traffic.idle,
        tasks.close,
        domain.ledger.drain,
        domain.storedResponses.drain,
        domain.tasks.drain,
        domain.responseMemory.drain,
        domain.ownedThings.drain,
        domain.failedCalls.drain,
        domain.runningCalls.close,
        closeDomain,
        control.close,
        outbound.close,
      ])
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

const consoleFolder = join(import.meta.dirname, '../dist/console')

const urlOf = (address: AddressInfo | string | null): string => {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
