import { ApplicationError } from '#contract/errors.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Accounts, AmpleWish, ChargeFate, Hold, HoldWish } from './accounts.ts'
import {
  type Account,
  type Balance,
  beginMovement,
  createAccountMap,
  endMovement,
  free,
  isFresh,
  refresh,
} from './local-account.ts'
import { isAmple, openHold, serve, take, wait } from './local-holds.ts'

type LocalAccountsParts = {
  loadUser: (id: number) => Promise<Balance | undefined>
  loadToken: (id: number) => Promise<Balance | undefined>
  /** How long a call waits for quota that other calls of the same user hold. */
  patienceMs?: number
  /** Idle accounts beyond this number are dropped. */
  capacity?: number
}

/** Accounts in this process's memory: a hold costs no query and cannot race. */
export const createLocalAccounts = ({
  loadUser,
  loadToken,
  patienceMs = 10_000,
  capacity = 50_000,
}: LocalAccountsParts): Accounts => {
  const users = createAccountMap(loadUser, capacity)
  const tokens = createAccountMap(loadToken, capacity)
  const state: LocalState = { users, tokens, patienceMs }
  return {
    hold: (wish) => hold(state, wish),
    holdNow: (wish) => holdNow(state, wish),
    holdAmply: (wish) => holdAmply(state, wish),
    extend: (extended, amount) => extend(state, extended, amount),
    release: (released) => release(state, released),
    charge: (charged, quota) => charge(state, charged, quota),
    beginCredit: (userId) => beginCredit(state, userId),
    balance: (userId, tokenId = 0) => balance(state, { userId, tokenId }),
    forgetUser: (userId) => forget(users.get(userId)),
    forgetToken: (tokenId) => forget(tokens.get(tokenId)),
    isReachable: () => true,
  }
}

type AccountMap = ReturnType<typeof createAccountMap>
type LocalState = { users: AccountMap; tokens: AccountMap; patienceMs: number }
type Whose = { userId: number; tokenId: number }
type Pair = { user: Account; token: Account | undefined }

const hold = async (state: LocalState, wish: HoldWish): Promise<Hold> => {
  const { user, token } = enter(state, wish)
  // What costs nothing needs no balance.
  if (wish.amount === 0) return openHold(user, token, wish, 0)
  try {
    while (!isFresh(user, token)) await read(state, user, token)
    if (user.waiting.size > 0) return await wait(user, token, wish, state.patienceMs)
    const outcome = take(user, token, wish)
    if (outcome instanceof ApplicationError) throw outcome
    return typeof outcome === 'string' ? await wait(user, token, wish, state.patienceMs) : outcome
  } catch (error) {
    leave({ user, token })
    throw error
  }
}

const holdNow = (state: LocalState, wish: AmpleWish): Hold | undefined => {
  const user = state.users.get(wish.userId)
  const token = wish.tokenId === 0 ? undefined : state.tokens.get(wish.tokenId)
  if (user === undefined || (token === undefined && wish.tokenId !== 0)) return undefined
  if (!isAmple(user, token, wish)) return undefined
  user.users += 1
  if (token !== undefined) token.users += 1
  return openHold(user, token, wish, wish.amount)
}

const holdAmply = async (state: LocalState, wish: AmpleWish): Promise<Hold | undefined> => {
  const { user, token } = enter(state, wish)
  // What costs nothing needs no balance.
  if (wish.amount === 0) return openHold(user, token, wish, 0)
  let hold: Hold | undefined
  try {
    while (!isFresh(user, token)) await read(state, user, token)
    if (isAmple(user, token, wish)) hold = openHold(user, token, wish, wish.amount)
    return hold
  } finally {
    if (hold === undefined) leave({ user, token })
  }
}

const extend = (state: LocalState, hold: Hold, amount: number): boolean | Promise<boolean> => {
  const { user, token } = pairOf(state, hold)
  if (isFresh(user, token)) return grow(state, hold, amount)
  return read(state, user, token).then(() => hold.state === 'open' && grow(state, hold, amount))
}

const release = (state: LocalState, hold: Hold): void => {
  const { user, accounts } = pairOf(state, hold)
  for (const account of accounts) {
    account.held -= hold.amount
    account.users -= 1
  }
  serve(user)
}

const charge = (state: LocalState, hold: Hold, quota: number): ((fate: ChargeFate) => void) => {
  if (quota === 0) {
    release(state, hold)
    return () => {}
  }
  const { user, accounts } = pairOf(state, hold)
  for (const account of accounts) {
    account.held -= hold.amount
    account.quota -= quota
    beginMovement(account)
  }
  serve(user)
  return (fate) => {
    for (const account of accounts) {
      if (fate === 'dropped') account.quota += quota
      account.users -= 1
      endMovement(account)
      if (fate === 'known') forget(account)
    }
    if (fate === 'dropped') serve(user)
  }
}

const beginCredit = async (state: LocalState, userId: number): Promise<(amount: number) => void> => {
  const user = state.users.enter(userId)
  beginMovement(user)
  return (amount) => {
    // Means nothing when the account has not been read yet: it then is, after this.
    user.quota += amount
    user.users -= 1
    endMovement(user)
    serve(user)
  }
}

const balance = async (state: LocalState, whose: Whose): Promise<number> => {
  const { user, token } = enter(state, whose)
  try {
    while (!isFresh(user, token)) await read(state, user, token)
    return token === undefined ? free(user) : Math.min(free(user), free(token))
  } finally {
    leave({ user, token })
  }
}

const enter = (state: LocalState, { userId, tokenId }: Whose): Pair => {
  return { user: state.users.enter(userId), token: tokenId === 0 ? undefined : state.tokens.enter(tokenId) }
}

const read = (state: LocalState, user: Account, token?: Account): Promise<void> => {
  return withDeadline(refresh(user, token), state.patienceMs, tookTooLong)
}

const pairOf = (state: LocalState, hold: Hold): Pair & { accounts: readonly Account[] } => {
  const user = state.users.get(hold.userId)
  const token = hold.tokenId === 0 ? undefined : state.tokens.get(hold.tokenId)
  if (user === undefined) throw new Error(`no account for user ${hold.userId}`)
  return { user, token, accounts: token === undefined ? [user] : [user, token] }
}

const grow = (state: LocalState, hold: Hold, amount: number): boolean => {
  const { accounts } = pairOf(state, hold)
  const room = Math.min(...accounts.map(free), amount)
  if (room <= 0) return false
  for (const account of accounts) account.held += room
  hold.amount += room
  return true
}

const leave = ({ user, token }: Pair): void => {
  user.users -= 1
  if (token !== undefined) token.users -= 1
}

const forget = (account: Account | undefined): void => {
  if (account === undefined) return
  account.fresh = false
  account.movements += 1
  serve(account)
}

const tookTooLong = () => new ApplicationError('storage_unavailable', {}, new Error('an account was not read in time'))
