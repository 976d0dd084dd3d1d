import type { Clock } from '../../lib/clock.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Hold, HoldWish } from './accounts.ts'
import type { AccountsNode, Part, Reply } from './shared-accounts-node.ts'
import { prefix } from './shared-accounts-scripts.ts'
import type { WaitingLines } from './waiting-lines.ts'

export type Balance = { quota: number; unlimited: boolean }

/**
 * An account that this process has holds on, and the last reading of the database it heard of: whatever is charged
 * after that cannot have been in it.
 */
type HeldAccount = { key: string; reading: string; holds: number }

/** A charge or a credit on its way to the database, with the reading of each account that cannot have it in it. */
export type Movement = {
  keys: readonly string[]
  readings: readonly string[]
  /** What the charge comes to; a credit is not counted before it is there. */
  owed: number
}

export type Held = { holds: Map<Hold, readonly HeldAccount[]>; movements: Set<Movement> }

export type SharedState = Held & {
  accounts: Map<string, HeldAccount>
  /** Readings of the database that are under way. */
  loading: Map<string, Promise<boolean>>
  lines: WaitingLines<Hold>
  node: AccountsNode
  loadUser: (id: number) => Promise<Balance | undefined>
  loadToken: (id: number) => Promise<Balance | undefined>
  clock: Clock
  patienceMs: number
}

/** What this process holds and has on its way, by account. */
export const partsOf = ({ holds, movements }: Held): Map<string, Part> => {
  const open = new Map<string, Part>()
  const add = (key: string, { held, pending, owed }: Part) => {
    const part = open.get(key) ?? { held: 0, pending: 0, owed: 0 }
    open.set(key, { held: held + part.held, pending: pending + part.pending, owed: owed + part.owed })
  }
  for (const [hold, held] of holds) for (const { key } of held) add(key, { held: hold.amount, pending: 0, owed: 0 })
  for (const { keys, owed } of movements) for (const key of keys) add(key, { held: 0, pending: 1, owed })
  return open
}

/** For how long whoever reads an account waits for what others have on its way to the database, in milliseconds. */
const longestWaitMs = 2000

/** Brings an account from the database to Redis. False when it has to wait for what is on its way to the database. */
const load = (state: SharedState, key: string, read: () => Promise<Balance | undefined>): Promise<boolean> => {
  const underWay = state.loading.get(key)
  if (underWay !== undefined) return underWay
  const begun = bring(state, key, read).finally(() => state.loading.delete(key))
  state.loading.set(key, begun)
  return begun
}

const bring = async (state: SharedState, key: string, read: () => Promise<Balance | undefined>) => {
  const accept = (reply: Reply): Reply => {
    if (reply[0] === 'ready') hear(state, key, reply[1])
    return reply
  }
  const [begun, reading] = await state.node.ask('beginReading', [key], [randomBytesText(9), longestWaitMs], accept)
  if (begun !== 'read' || reading === undefined) return begun === 'ready'
  const balance = await read()
  const values = [reading, balance?.quota ?? 0, balance?.unlimited ? 1 : 0]
  const [ended] = await state.node.ask('endReading', [key], values, accept)
  return ended === 'ready'
}

export const hear = (state: SharedState, key: string, reading: string | undefined) => {
  const account = state.accounts.get(key)
  if (account !== undefined && reading !== undefined) account.reading = reading
}

export const loadFor = (
  state: SharedState,
  outcome: string | undefined,
  userId: number,
  tokenId: number,
): Promise<boolean> => {
  if (outcome === 'load_user') return load(state, userKey(userId), () => state.loadUser(userId))
  if (outcome === 'load_token') return load(state, tokenKey(tokenId), () => state.loadToken(tokenId))
  throw new Error(`a script answered ${outcome}`)
}

/** Notes a hold that Redis has granted. */
export const openHold = (
  state: SharedState,
  { userId, tokenId }: Pick<HoldWish, 'userId' | 'tokenId'>,
  amount: number,
  readings: readonly string[],
): Hold => {
  const hold: Hold = { userId, tokenId, amount, state: 'open' }
  const held = keysOf(userId, tokenId).map((key, index) => {
    const account = state.accounts.get(key) ?? { key, reading: '', holds: 0 }
    account.holds += 1
    state.accounts.set(key, account)
    hear(state, key, readings[index])
    return account
  })
  state.holds.set(hold, held)
  return hold
}

/** Takes a hold off what this process has open; the charge that follows comes to `owed`. */
export const endHold = (state: SharedState, hold: Hold, owed = 0): Movement => {
  const held = state.holds.get(hold)
  if (held === undefined) throw new Error('the hold was not opened here, or has ended')
  state.holds.delete(hold)
  for (const account of held) {
    account.holds -= 1
    if (account.holds === 0) state.accounts.delete(account.key)
  }
  return { keys: held.map(({ key }) => key), readings: held.map(({ reading }) => reading), owed }
}

export const userKey = (id: number) => `${prefix}user:${id}`
export const tokenKey = (id: number) => `${prefix}token:${id}`
export const keysOf = (userId: number, tokenId: number) =>
  tokenId === 0 ? [userKey(userId)] : [userKey(userId), tokenKey(tokenId)]
