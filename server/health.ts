import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ApplicationError } from '#contract/errors.ts'
import type { Clock } from './lib/clock.ts'
import { withDeadline } from './lib/deadline.ts'
import { commonHeaders } from './lib/inbound/security-headers.ts'
import type { Metrics } from './lib/metrics.ts'

/** Answers for whoever watches the process: alive, able to serve, and its figures. */
export type Health = {
  handles: (path: string) => boolean
  handle: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>
  /** From now on the process is not ready: it finishes what it has. */
  drain: () => void
}

type HealthOptions = {
  clock: Clock
  metrics: Metrics
  metricsToken: string | undefined
  ping: () => Promise<void>
  /** Whether calls that begin now can be charged. */
  mayServe: () => boolean | Promise<boolean>
  /** What is wrong with what this node shares with others, where calls or changes cannot do without it. */
  sharedTrouble: () => string | undefined
}

/** One look at the storage serves everybody who asks within this time. */
const pingMilliseconds = 2000
const patienceMilliseconds = 3000

export const createHealth = ({
  clock,
  metrics,
  metricsToken,
  ping,
  mayServe,
  sharedTrouble,
}: HealthOptions): Health => {
  observeProcess(metrics)
  let draining = false
  let asked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) }
  const storageAnswers = (): Promise<boolean> => {
    if (clock.monotonic() - asked.at >= pingMilliseconds) {
      asked = { at: clock.monotonic(), answer: withinPatience(ping()) }
    }
    return asked.answer
  }
  const answers: Record<string, (request: IncomingMessage) => Promise<Answer>> = {
    '/healthz': async () => ({ status: 200, text: 'ok\n' }),
    '/readyz': async () => {
      if (draining) return { status: 503, text: 'draining\n' }
      const trouble = sharedTrouble()
      if (trouble !== undefined) return { status: 503, text: `${trouble}\n` }
      return (await storageAnswers()) && (await mayServe())
        ? { status: 200, text: 'ready\n' }
        : { status: 503, text: 'storage unavailable\n' }
    },
    '/metrics': async (request) => {
      if (!mayRead(request, metricsToken)) throw new ApplicationError('not_signed_in')
      return { status: 200, text: metrics.write() }
    },
  }
  return {
    handles: (path) => Object.hasOwn(answers, path),
    handle: async (request, response, path) => {
      const answer = answers[path]
      if (answer === undefined) throw new ApplicationError('not_found', { method: request.method ?? '', path })
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const method = request.method ?? ''
        throw new ApplicationError('method_not_allowed', { method, reason: 'method_wanted', allowed: 'GET' })
      }
      const { status, text } = await answer(request)
      response.writeHead(status, {
        ...commonHeaders,
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      })
      response.end(request.method === 'HEAD' ? undefined : text)
    },
    drain: () => {
      draining = true
    },
  }
}

type Answer = { status: number; text: string }

const withinPatience = async (ping: Promise<void>): Promise<boolean> => {
  try {
    await withDeadline(ping, patienceMilliseconds, () => new Error('the storage did not answer in time'))
    return true
  } catch {
    return false
  }
}

/** Nobody without a token: who calls from this machine may be a proxy that does not say for whom. */
const mayRead = ({ headers }: IncomingMessage, token: string | undefined): boolean => {
  if (token === undefined) return false
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const observeProcess = (metrics: Metrics): void => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  metrics.gauge('process_cpu_seconds_total', 'CPU time used', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('process_resident_memory_bytes', 'Memory held', () => process.memoryUsage.rss())
  metrics.gauge('process_heap_used_bytes', 'Memory used by JavaScript', () => process.memoryUsage().heapUsed)
  metrics.gauge('process_uptime_seconds', 'Seconds since the start', () => process.uptime())
  metrics.gauge('sluice_event_loop_delay_p50_seconds', 'Median delay of the event loop', () =>
    seconds(delay.percentile(50)),
  )
  metrics.gauge('sluice_event_loop_delay_p99_seconds', 'Delay of the event loop, 99th percentile', () => {
    const value = seconds(delay.percentile(99))
    delay.reset()
    return value
  })
}
