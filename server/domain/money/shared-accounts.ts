import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { ApplicationError, type ErrorCode } from '#contract/errors.ts'
import { isUnavailable } from '../../db/failures.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Log } from '../../lib/log.ts'
import { type Accounts, type AmpleWish, type Hold, type HoldWish, leastBesideOf, leastOf } from './accounts.ts'
import { createAccountsNode, type Part, type Reply } from './shared-accounts-node.ts'
import { prefix } from './shared-accounts-scripts.ts'
import { type Blocked, createWaitingLines, userIsShort } from './waiting-lines.ts'

type Balance = { quota: number; unlimited: boolean }

type SharedAccountsParts = {
  redis: Redis
  loadUser: (id: number) => Promise<Balance | undefined>
  loadToken: (id: number) => Promise<Balance | undefined>
  clock: Clock
  log: Log
  /** How long a call waits for quota that other calls of the same user hold. */
  patienceMs?: number
}

/**
 * An account that this process has holds on, and the last reading of the database it heard of: whatever is charged
 * after that cannot have been in it.
 */
type HeldAccount = { key: string; reading: string; holds: number }

/** A charge or a credit on its way to the database, with the reading of each account that cannot have it in it. */
type Movement = { keys: readonly string[]; readings: readonly string[] }

/** Accounts in Redis, shared by all nodes: each step is one script that runs undivided. */
export const createSharedAccounts = (parts: SharedAccountsParts): Accounts & { close: () => Promise<void> } => {
  const { redis, loadUser, loadToken, clock, log, patienceMs = 10_000 } = parts
  const holds = new Map<Hold, readonly HeldAccount[]>()
  const accounts = new Map<string, HeldAccount>()
  const movements = new Set<Movement>()
  const loading = new Map<string, Promise<boolean>>()
  const lines = createWaitingLines<Hold>({ patienceMs, clock })

  const node = createAccountsNode({
    redis,
    log,
    parts: () => {
      const open = new Map<string, Part>()
      const add = (key: string, held: number, pending: number) => {
        const part = open.get(key)
        open.set(key, { held: held + (part?.held ?? 0), pending: pending + (part?.pending ?? 0) })
      }
      for (const [hold, held] of holds) for (const { key } of held) add(key, hold.amount, 0)
      for (const { keys } of movements) for (const key of keys) add(key, 0, 1)
      return open
    },
  })

  /** Brings an account from the database to Redis. False when it has to wait for what is on its way to the database. */
  const load = (key: string, read: () => Promise<Balance | undefined>): Promise<boolean> => {
    const underWay = loading.get(key)
    if (underWay !== undefined) return underWay
    const begun = bring(key, read).finally(() => loading.delete(key))
    loading.set(key, begun)
    return begun
  }

  const bring = async (key: string, read: () => Promise<Balance | undefined>) => {
    const accept = (reply: Reply): Reply => {
      if (reply[0] === 'ready') hear(key, reply[1])
      return reply
    }
    const [begun, reading] = await node.ask('beginReading', [key], [randomBytesText(9)], accept)
    if (begun !== 'read' || reading === undefined) return begun === 'ready'
    const balance = await read()
    const values = [reading, balance?.quota ?? 0, balance?.unlimited ? 1 : 0]
    const [ended] = await node.ask('endReading', [key], values, accept)
    return ended === 'ready'
  }

  const hear = (key: string, reading: string | undefined) => {
    const account = accounts.get(key)
    if (account !== undefined && reading !== undefined) account.reading = reading
  }

  const loadFor = (outcome: string | undefined, userId: number, tokenId: number): Promise<boolean> => {
    if (outcome === 'load_user') return load(userKey(userId), () => loadUser(userId))
    if (outcome === 'load_token') return load(tokenKey(tokenId), () => loadToken(tokenId))
    throw new Error(`a script answered ${outcome}`)
  }

  const attempt = async (wish: HoldWish): Promise<Hold | Blocked> => {
    const { userId, tokenId, amount } = wish
    const keys = keysOf(userId, tokenId)
    const wanted = [amount, leastOf(wish), leastBesideOf(wish)]
    for (;;) {
      const outcome = await node.ask('hold', keys, wanted, ([outcome, held, ...readings]) =>
        outcome === 'held' ? open(wish, Number(held), readings) : outcome,
      )
      if (typeof outcome === 'object') return outcome
      const answer = answers.get(outcome)
      if (answer instanceof Object) return answer
      if (answer !== undefined) throw new ApplicationError(answer)
      if (!(await loadFor(outcome, userId, tokenId))) {
        return { blocked: outcome === 'load_user' ? 'user' : 'token', refusal: 'storage_unavailable' }
      }
    }
  }

  const attemptAmply = async (wish: AmpleWish): Promise<Hold | undefined> => {
    const { userId, tokenId, amount, free } = wish
    for (;;) {
      const outcome = await node.ask('holdAmply', keysOf(userId, tokenId), [amount, free], ([outcome, ...readings]) =>
        outcome === 'held' ? open(wish, amount, readings) : outcome,
      )
      if (typeof outcome === 'object') return outcome
      if (outcome === 'scarce' || !(await loadFor(outcome, userId, tokenId))) return undefined
    }
  }

  const open = (
    { userId, tokenId }: Pick<HoldWish, 'userId' | 'tokenId'>,
    amount: number,
    readings: readonly string[],
  ): Hold => {
    const hold: Hold = { userId, tokenId, amount, state: 'open' }
    const held = keysOf(userId, tokenId).map((key, index) => {
      const account = accounts.get(key) ?? { key, reading: '', holds: 0 }
      account.holds += 1
      accounts.set(key, account)
      hear(key, readings[index])
      return account
    })
    holds.set(hold, held)
    return hold
  }

  const end = (hold: Hold): Movement => {
    const held = holds.get(hold)
    if (held === undefined) throw new Error('the hold was not opened here, or has ended')
    holds.delete(hold)
    for (const account of held) {
      account.holds -= 1
      if (account.holds === 0) accounts.delete(account.key)
    }
    return { keys: held.map(({ key }) => key), readings: held.map(({ reading }) => reading) }
  }

  const release = (hold: Hold) => {
    const { keys } = end(hold)
    if (hold.amount > 0) node.tell('move', keys, [-hold.amount, 0])
    lines.wake(hold.userId)
  }

  const tryToExtend = async (hold: Hold, amount: number): Promise<boolean | undefined> => {
    if (!holds.has(hold)) return false
    const keys = keysOf(hold.userId, hold.tokenId)
    const outcome = await node.ask('extend', keys, [amount], ([outcome, added, ...readings]) => {
      if (outcome !== 'held') return outcome
      for (const [index, key] of keys.entries()) hear(key, readings[index])
      // When it ended meanwhile, this came too late.
      if (holds.has(hold)) hold.amount += Number(added)
      else node.tell('move', keys, [-Number(added), 0])
      return outcome
    })
    if (outcome === 'held') return true
    if (outcome === 'none') return false
    await loadFor(outcome, hold.userId, hold.tokenId)
    return undefined
  }

  const tryToTellBalance = async (userId: number): Promise<number | undefined> => {
    const key = userKey(userId)
    const [outcome, free] = await node.ask('balance', [key], [], asIs)
    if (outcome === 'free') return Number(free)
    await loadFor(outcome, userId, 0)
    return undefined
  }

  /** Tries until there is an answer, at most for the patience. */
  const patiently = async <Answer>(work: () => Promise<Answer | undefined>): Promise<Answer> => {
    const deadline = clock.monotonic() + patienceMs
    for (;;) {
      const answer = await work()
      if (answer !== undefined) return answer
      if (clock.monotonic() >= deadline) throw new ApplicationError('storage_unavailable')
      await pause(betweenTries)
    }
  }

  return {
    // Other nodes have their part in it: whether it is free is never known at once.
    holdNow: () => undefined,
    holdAmply: async (wish) => {
      if (wish.amount === 0) return open(wish, 0, [])
      return lines.has(wish.userId) ? undefined : attemptAmply(wish)
    },
    hold: async (wish) => {
      // What costs nothing needs no account.
      if (wish.amount === 0) return open(wish, 0, [])
      if (!lines.has(wish.userId)) {
        const outcome = await attempt(wish)
        if (!('blocked' in outcome)) return outcome
      }
      return lines.join(wish.userId, wish.tokenId, () => attempt(wish))
    },
    extend: (hold, amount) =>
      // A running answer outlasts a short absence of Redis.
      patiently(() =>
        tryToExtend(hold, amount).catch((error: unknown) => {
          if (!isUnavailable(error)) throw error
          return undefined
        }),
      ),
    release,
    charge: (hold, quota) => {
      if (quota === 0) {
        release(hold)
        return () => {}
      }
      const charge = end(hold)
      movements.add(charge)
      node.tell('change', charge.keys, [-hold.amount, 1, -quota, ...charge.readings])
      lines.wake(hold.userId)
      return (fate) => {
        if (!movements.delete(charge)) return
        const givenBack = fate === 'dropped' ? quota : 0
        node.tell('change', charge.keys, [0, -1, givenBack, ...charge.readings])
        if (givenBack !== 0) lines.wake(hold.userId)
      }
    },
    beginCredit: async (userId) => {
      const keys = [userKey(userId)]
      const credit = await node.ask('move', keys, [0, 1], ([, ...readings]) => {
        const begun: Movement = { keys, readings }
        movements.add(begun)
        return begun
      })
      return (amount) => {
        if (!movements.delete(credit)) return
        node.tell('change', keys, [0, -1, amount, ...credit.readings])
        lines.wake(userId)
      }
    },
    balance: (userId) => patiently(() => tryToTellBalance(userId)),
    forgetUser: (userId) => node.tell('forget', [userKey(userId)], []),
    forgetToken: (tokenId) => node.tell('forget', [tokenKey(tokenId)], []),
    close: node.close,
  }
}

const betweenTries = 50

const answers: ReadonlyMap<string | undefined, ErrorCode | Blocked> = new Map<string | undefined, ErrorCode | Blocked>([
  ['exhausted', 'key_exhausted'],
  ['token_short', 'token_quota_insufficient'],
  ['short', 'quota_insufficient'],
  ['wait', userIsShort],
  ['wait_for_both', { blocked: 'both', refusal: 'token_quota_insufficient' }],
  ['wait_for_token', { blocked: 'token', refusal: 'token_quota_insufficient' }],
])

const asIs = (reply: Reply): Reply => reply

const userKey = (id: number) => `${prefix}user:${id}`
const tokenKey = (id: number) => `${prefix}token:${id}`
const keysOf = (userId: number, tokenId: number) =>
  tokenId === 0 ? [userKey(userId)] : [userKey(userId), tokenKey(tokenId)]
