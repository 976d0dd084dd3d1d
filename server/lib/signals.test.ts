import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '#testing/patience.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { createLog } from './log.ts'
import type { Signal } from './signal.ts'
import { createSignals, type Signals } from './signals.ts'

const log = createLog({ level: 'silent' })

// One of its own: connections are broken, and what others tell their nodes is not to be heard here.
let redis: TestRedis
let redisUrl = ''
beforeAll(async () => {
  redis = await startRedis()
  redisUrl = redis.url
})
afterAll(() => redis.stop())

describe('signals', () => {
  const opened: Signals[] = []
  const open = async (url?: string) => {
    const signals = await createSignals({ redisUrl: url, log })
    opened.push(signals)
    return signals
  }
  /** What arrives on a topic, and only there. */
  const received = (signals: Signals, topic: string): Signal[] => {
    const list: Signal[] = []
    signals.subscribe(topic, (signal) => list.push(signal))
    return list
  }
  const administer = async (...words: [string, ...string[]]) => {
    const redis = new Redis(redisUrl)
    const [command, ...rest] = words
    await redis.call(command, ...rest)
    redis.disconnect()
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((signals) => signals.close()))
  })

  it('reach the subscribers of their topic in this process at once', async () => {
    const signals = await open()
    const options = received(signals, 'options')
    const users = received(signals, 'users')
    signals.publish('options', 'ModelRatio')
    expect(options).toEqual([{ kind: 'message', text: 'ModelRatio' }])
    expect(users).toEqual([])
  })

  it('stop reaching whoever ended the subscription', async () => {
    const signals = await open()
    const list: Signal[] = []
    const end = signals.subscribe('options', (signal) => list.push(signal))
    end()
    signals.publish('options', 'ModelRatio')
    expect(list).toEqual([])
  })

  it('reach the other listeners when one listener fails', async () => {
    const signals = await open()
    signals.subscribe('options', () => {
      throw new Error('broken')
    })
    const list = received(signals, 'options')
    signals.publish('options', 'ModelRatio')
    expect(list).toHaveLength(1)
  })

  it('reach every node through Redis, and their own node once', async () => {
    const [one, other] = [await open(redisUrl), await open(redisUrl)]
    const own = received(one, 'options')
    const far = received(other, 'options')
    one.publish('options', 'first')
    one.publish('options', 'second')
    other.publish('options', 'third')
    await vi.waitFor(() => {
      expect(far.map(textOf).sort()).toEqual(['first', 'second', 'third'])
      expect(own.map(textOf).sort()).toEqual(['first', 'second', 'third'])
    }, patience)
  })

  it('tell a node that it may have missed some after its connection broke, and flow again', async () => {
    const [one, other] = [await open(redisUrl), await open(redisUrl)]
    const far = received(other, 'options')
    await administer('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await vi.waitFor(() => expect(far).toContainEqual({ kind: 'missed' }), patience)
    one.publish('options', 'after')
    await vi.waitFor(() => expect(far).toContainEqual({ kind: 'message', text: 'after' }), patience)
  })

  it('tell the other nodes of what could not be sent while the sender had no connection', async () => {
    const [one, other] = [await open(redisUrl), await open(redisUrl)]
    const far = received(other, 'options')
    await administer('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    one.publish('options', 'lost')
    await vi.waitFor(() => expect(far.length).toBeGreaterThan(0), patience)
  })

  it('are missed in words that an operator reads, where Redis does not let the node hear them', async () => {
    const url = new URL(redisUrl)
    const user = `deaf${process.pid}`
    await administer('ACL', 'SETUSER', user, 'on', '>word', '~*', '+@all', 'resetchannels')
    Object.assign(url, { username: user, password: 'word' })
    const lines: string[] = []
    const signals = await createSignals({
      redisUrl: url.href,
      log: createLog({ level: 'error', write: (line) => lines.push(line) }),
    })
    opened.push(signals)
    expect(signals.refusal()).toContain('NOPERM')
    expect(lines).toHaveLength(1)
    const list = received(signals, 'options')
    await administer('ACL', 'SETUSER', user, 'allchannels')
    await vi.waitFor(() => expect(signals.refusal()).toBeUndefined(), patience)
    expect(list).toContainEqual({ kind: 'missed' })
    await administer('ACL', 'DELUSER', user)
  })

  it('work within the process while there is no Redis to be found', async () => {
    const signals = await open('redis://127.0.0.1:1')
    const list = received(signals, 'options')
    signals.publish('options', 'ModelRatio')
    expect(list).toHaveLength(1)
  })
})

const textOf = (signal: Signal): string => (signal.kind === 'message' ? signal.text : '')
