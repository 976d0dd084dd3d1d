import { Redis, type RedisOptions } from 'ioredis'

/**
 * Nothing waits for a Redis that is away. Commands are answered in their order, so one that gets no answer is noticed by
 * the silence of its connection, which is then made anew.
 */
export const redisLimits = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // What was sent may have been done: it must not be sent twice.
  autoResendUnfulfilledCommands: false,
  connectTimeout: 2000,
  socketTimeout: 2000,
  disconnectTimeout: 100,
  // Whoever subscribes does so again himself, and knows when it is done.
  autoResubscribe: false,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 500),
  // A server that became a replica: its name may lead to the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} as const satisfies RedisOptions

export const openRedis = (url: string): Redis => new Redis(url, redisLimits)
