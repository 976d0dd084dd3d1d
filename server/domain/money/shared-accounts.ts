import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { ApplicationError, type ErrorCode } from '#contract/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import {
  type Accounts,
  type AmpleWish,
  type ChargeFate,
  type Hold,
  type HoldWish,
  leastBesideOf,
  leastOf,
} from './accounts.ts'
import { AccountsNode, type Reply } from './shared-accounts-node.ts'
import {
  type Balance,
  endHold,
  type Held,
  hear,
  keysOf,
  loadFor,
  type Movement,
  openHold,
  partsOf,
  type SharedState,
  tokenKey,
  userKey,
} from './shared-holds.ts'
import { type Blocked, createWaitingLines, userIsShort } from './waiting-lines.ts'

type SharedAccountsParts = {
  redis: Redis
  loadUser: (id: number) => Promise<Balance | undefined>
  loadToken: (id: number) => Promise<Balance | undefined>
  clock: Clock
  log: Log
  /** How long a call waits for quota that other calls of the same user hold. */
  patienceMs?: number
}

/** Accounts in Redis, shared by all nodes: each step is one script that runs undivided. */
export const createSharedAccounts = (parts: SharedAccountsParts): Accounts & { close: () => Promise<void> } => {
  const { redis, loadUser, loadToken, clock, log, patienceMs = 10_000 } = parts
  const held: Held = { holds: new Map(), movements: new Set() }
  const state: SharedState = {
    ...held,
    accounts: new Map(),
    loading: new Map(),
    lines: createWaitingLines<Hold>({ patienceMs, clock }),
    node: new AccountsNode({ redis, log, parts: () => partsOf(held) }),
    loadUser,
    loadToken,
    clock,
    patienceMs,
  }
  return {
    // Other nodes have their part in it: whether it is free is never known at once.
    holdNow: () => undefined,
    holdAmply: (wish) => holdAmply(state, wish),
    hold: (wish) => hold(state, wish),
    extend: (extended, amount) => extend(state, extended, amount),
    release: (released) => release(state, released),
    charge: (charged, quota) => charge(state, charged, quota),
    beginCredit: (userId) => beginCredit(state, userId),
    balance: (userId, tokenId = 0) => patiently(state, () => tryToTellBalance(state, userId, tokenId)),
    forgetUser: (userId) => state.node.tell('forget', [userKey(userId)], []),
    forgetToken: (tokenId) => state.node.tell('forget', [tokenKey(tokenId)], []),
    isReachable: () => state.node.isReachable(),
    close: () => state.node.close(),
  }
}

const holdAmply = async (state: SharedState, wish: AmpleWish): Promise<Hold | undefined> => {
  if (wish.amount === 0) return openHold(state, wish, 0, [])
  return state.lines.has(wish.userId) ? undefined : attemptAmply(state, wish)
}

const hold = async (state: SharedState, wish: HoldWish): Promise<Hold> => {
  // What costs nothing needs no account.
  if (wish.amount === 0) return openHold(state, wish, 0, [])
  if (!state.lines.has(wish.userId)) {
    const outcome = await attempt(state, wish)
    if (!('blocked' in outcome)) return outcome
  }
  return state.lines.join(wish.userId, wish.tokenId, () => attempt(state, wish))
}

const extend = (state: SharedState, hold: Hold, amount: number): Promise<boolean> =>
  patiently(state, () => tryToExtend(state, hold, amount))

const charge = (state: SharedState, hold: Hold, quota: number): ((fate: ChargeFate) => void) => {
  const { lines, movements, node } = state
  if (quota === 0) {
    release(state, hold)
    return () => {}
  }
  // A charge below nothing pays back: whoever reads the account without it gives out too little, never too much.
  const owed = Math.max(0, quota)
  const movement = endHold(state, hold, owed)
  movements.add(movement)
  node.tell('change', movement.keys, [-hold.amount, 1, -quota, owed, ...movement.readings])
  lines.wake(hold.userId)
  return (fate) => {
    if (!movements.delete(movement)) return
    const givenBack = fate === 'dropped' ? quota : 0
    const readings = fate === 'known' ? movement.keys.map(() => noReading) : movement.readings
    node.tell('change', movement.keys, [0, -1, givenBack, -owed, ...readings])
    if (givenBack !== 0) lines.wake(hold.userId)
  }
}

const beginCredit = async (state: SharedState, userId: number): Promise<(amount: number) => void> => {
  const { lines, movements, node } = state
  const keys = [userKey(userId)]
  const credit = await node.ask('move', keys, [0, 1], ([, ...readings]) => {
    const begun: Movement = { keys, readings, owed: 0 }
    movements.add(begun)
    return begun
  })
  return (amount) => {
    if (!movements.delete(credit)) return
    node.tell('change', keys, [0, -1, amount, 0, ...credit.readings])
    lines.wake(userId)
  }
}

const attempt = async (state: SharedState, wish: HoldWish): Promise<Hold | Blocked> => {
  const { userId, tokenId, amount } = wish
  const keys = keysOf(userId, tokenId)
  const wanted = [amount, leastOf(wish), leastBesideOf(wish)]
  for (;;) {
    const outcome = await state.node.ask('hold', keys, wanted, ([outcome, held, ...readings]) =>
      outcome === 'held' ? openHold(state, wish, Number(held), readings) : outcome,
    )
    if (typeof outcome === 'object') return outcome
    const answer = answers.get(outcome)
    if (answer instanceof Object) return answer
    if (answer !== undefined) throw new ApplicationError(answer)
    if (!(await loadFor(state, outcome, userId, tokenId))) {
      return { blocked: outcome === 'load_user' ? 'user' : 'token', refusal: 'storage_unavailable' }
    }
  }
}

const attemptAmply = async (state: SharedState, wish: AmpleWish): Promise<Hold | undefined> => {
  const { userId, tokenId, amount, free } = wish
  for (;;) {
    const outcome = await state.node.ask(
      'holdAmply',
      keysOf(userId, tokenId),
      [amount, free],
      ([outcome, ...readings]) => (outcome === 'held' ? openHold(state, wish, amount, readings) : outcome),
    )
    if (typeof outcome === 'object') return outcome
    if (outcome === 'scarce' || !(await loadFor(state, outcome, userId, tokenId))) return undefined
  }
}

const release = (state: SharedState, hold: Hold) => {
  const { keys } = endHold(state, hold)
  if (hold.amount > 0) state.node.tell('move', keys, [-hold.amount, 0])
  state.lines.wake(hold.userId)
}

const tryToExtend = async (state: SharedState, hold: Hold, amount: number): Promise<boolean | undefined> => {
  if (!state.holds.has(hold)) return false
  const keys = keysOf(hold.userId, hold.tokenId)
  const outcome = await state.node.ask('extend', keys, [amount], ([outcome, added, ...readings]) => {
    if (outcome !== 'held') return outcome
    for (const [index, key] of keys.entries()) hear(state, key, readings[index])
    // When it ended meanwhile, this came too late.
    if (state.holds.has(hold)) hold.amount += Number(added)
    else state.node.tell('move', keys, [-Number(added), 0])
    return outcome
  })
  if (outcome === 'held') return true
  if (outcome === 'none') return false
  if (outcome === 'unsure') throw new ApplicationError('storage_unavailable')
  await loadFor(state, outcome, hold.userId, hold.tokenId)
  return undefined
}

const tryToTellBalance = async (state: SharedState, userId: number, tokenId: number): Promise<number | undefined> => {
  const [outcome, free] = await state.node.ask('balance', keysOf(userId, tokenId), [], asIs)
  if (outcome === 'free') return Number(free)
  await loadFor(state, outcome, userId, tokenId)
  return undefined
}

/** Tries until there is an answer, at most for the patience. */
const patiently = async <Answer>(state: SharedState, work: () => Promise<Answer | undefined>): Promise<Answer> => {
  const deadline = state.clock.monotonic() + state.patienceMs
  for (;;) {
    const answer = await work()
    if (answer !== undefined) return answer
    if (state.clock.monotonic() >= deadline) throw new ApplicationError('storage_unavailable')
    await pause(betweenTries)
  }
}

const betweenTries = 50

const answers: ReadonlyMap<string | undefined, ErrorCode | Blocked> = new Map<string | undefined, ErrorCode | Blocked>([
  ['exhausted', 'key_exhausted'],
  ['token_short', 'token_quota_insufficient'],
  ['short', 'quota_insufficient'],
  ['unsure', 'storage_unavailable'],
  ['wait', userIsShort],
  ['wait_for_both', { blocked: 'both', refusal: 'token_quota_insufficient' }],
  ['wait_for_token', { blocked: 'token', refusal: 'token_quota_insufficient' }],
])

/** No account comes from it: whatever changes by it is read anew. */
const noReading = ''

const asIs = (reply: Reply): Reply => reply
