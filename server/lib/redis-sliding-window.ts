import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Clock } from './clock.ts'
import { withDeadline } from './deadline.ts'
import { type MemoryWindow, type SlidingWindow, wholeSeconds } from './sliding-window.ts'

/**
 * The same counting for all nodes, by one script a call that Redis runs undivided and by its own clock. While Redis
 * does not answer, each node counts for itself: a limit that is too lenient for a minute is better than no service.
 */
export const createRedisSlidingWindow = (options: {
  redis: Redis
  memory: MemoryWindow
  clock: Clock
  prefix: string
  /** How long an answer may take. */
  patienceMs: number
}): SlidingWindow => {
  const { redis, memory, clock, prefix, patienceMs } = options
  let redisFrom = 0

  const ask = async (script: string, key: string, ...values: (string | number)[]): Promise<number[] | null> => {
    if (redis.status !== 'ready' || clock.monotonic() < redisFrom) return null
    try {
      return numbers(await withDeadline(redis.eval(script, 1, `${prefix}${key}`, ...values), patienceMs, late))
    } catch {
      redisFrom = clock.monotonic() + pauseMs
      return null
    }
  }

  return {
    async take(key, limit, windowMs) {
      const place = randomUUID()
      const answer = await ask(takeScript, key, limit, windowMs, place)
      if (answer === null) return memory.take(key, limit, windowMs)
      const [allowed = 0, remaining = 0, retryMs = 0] = answer
      if (allowed === 0) return { allowed: false, remaining: 0, retryAfterSeconds: wholeSeconds(retryMs) }
      return { allowed: true, remaining, handle: { key, at: 0, place } }
    },

    async peek(key, limit, windowMs) {
      const answer = await ask(countScript, key, windowMs)
      if (answer === null) return memory.peek(key, limit, windowMs)
      const remaining = Math.max(0, limit - (answer[0] ?? 0))
      return { allowed: remaining > 0, remaining }
    },

    async undo(handle) {
      if (handle.place === null) memory.undo(handle)
      else await ask(undoScript, handle.key, handle.place)
    },
  }
}

/** For so long Redis is left alone after it failed. */
const pauseMs = 1000

const late = () => new Error('Redis did not answer in time')

const numbers = (answer: unknown): number[] => (Array.isArray(answer) ? answer.map(Number) : [Number(answer)])

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/**
 * What was taken later than now was so before the clock of Redis went back: it would stay until that time comes again.
 * Answers {1, remaining, 0}, or {0, 0, milliseconds until a place is free}.
 */
const takeScript = `${now}
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
local count = redis.call('ZCARD', KEYS[1])
if count >= limit then
  local freed = redis.call('ZRANGE', KEYS[1], count - limit, count - limit, 'WITHSCORES')
  return {0, 0, math.ceil((tonumber(freed[2]) or now) + window - now)}
end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], math.ceil(window))
return {1, limit - count - 1, 0}
`

const countScript = `${now}
return {redis.call('ZCOUNT', KEYS[1], '(' .. (now - tonumber(ARGV[1])), now)}
`

const undoScript = `return {redis.call('ZREM', KEYS[1], ARGV[1])}`
