import { ApplicationError } from '#contract/errors.ts'
import { withDeadline } from '../../lib/deadline.ts'
import { type Accounts, type AmpleWish, type Hold, type HoldWish, leastBesideOf, leastOf } from './accounts.ts'

type Balance = { quota: number; unlimited: boolean }

type LocalAccountsParts = {
  loadUser: (id: number) => Promise<Balance | undefined>
  loadToken: (id: number) => Promise<Balance | undefined>
  /** How long a call waits for quota that other calls of the same user hold. */
  patienceMs?: number
  /** Idle accounts beyond this number are dropped. */
  capacity?: number
}

type Account = {
  /** Settled quota less charges that are not stored yet. */
  quota: number
  unlimited: boolean
  held: number
  /** Whoever uses the account, from before it is read to the end: with any of them it is never dropped. */
  users: number
  /** Charges and credits on their way to the database: with any of them it cannot be read anew. */
  pending: number
  /** Counts what makes a reading of the database that is under way worthless. */
  movements: number
  fresh: boolean
  reading: Promise<void> | undefined
  load: () => Promise<Balance | undefined>
  whenQuiet: (() => void)[]
  waiting: Set<Waiter>
}

type Waiter = { token: Account | undefined; wish: HoldWish; leave: (outcome: Hold | ApplicationError) => void }

/** Accounts in this process's memory: a hold costs no query and cannot race. */
export const createLocalAccounts = (parts: LocalAccountsParts): Accounts => {
  const { patienceMs = 10_000, capacity = 50_000 } = parts
  const users = createAccountMap(parts.loadUser, capacity)
  const tokens = createAccountMap(parts.loadToken, capacity)

  const take = (
    user: Account,
    token: Account | undefined,
    wish: HoldWish,
  ): Hold | 'wait' | 'wait_for_token' | ApplicationError => {
    const least = leastOf(wish)
    const room = Math.min(free(user), token === undefined ? Infinity : free(token), wish.amount)
    const enough = user.held === 0 ? least : leastBesideOf(wish)
    if (room >= enough) return open(user, token, wish, room)
    if (token !== undefined && whole(token) <= 0) return new ApplicationError('key_exhausted')
    if (token !== undefined && whole(token) < least) return new ApplicationError('token_quota_insufficient')
    if (whole(user) < least) return new ApplicationError('quota_insufficient')
    return free(user) < enough ? 'wait' : 'wait_for_token'
  }

  const isAmple = (user: Account, token: Account | undefined, wish: AmpleWish): boolean =>
    isFresh(user, token) &&
    user.waiting.size === 0 &&
    free(user) >= wish.free &&
    (token === undefined || free(token) >= wish.free)

  const open = (
    user: Account,
    token: Account | undefined,
    { userId, tokenId }: Pick<HoldWish, 'userId' | 'tokenId'>,
    amount: number,
  ): Hold => {
    user.held += amount
    if (token !== undefined) token.held += amount
    return { userId, tokenId, amount, state: 'open' }
  }

  /** Serves those who wait for a user's quota, first come first served, and refuses whom nothing can serve any more. */
  const serve = (user: Account) => {
    const passedOver = new Set<Account | undefined>()
    for (const { token, wish, leave } of user.waiting) {
      // Who waits for quota of a token keeps back those with the same token, not the user's other calls.
      if (passedOver.has(token)) continue
      if (!isFresh(user, token)) {
        refresh(user, token).then(
          () => serve(user),
          () => {},
        )
        if (!user.fresh) return
        passedOver.add(token)
        continue
      }
      const outcome = take(user, token, wish)
      if (outcome === 'wait') return
      if (outcome === 'wait_for_token') passedOver.add(token)
      else leave(outcome)
    }
  }

  const wait = (user: Account, token: Account | undefined, wish: HoldWish) =>
    new Promise<Hold>((resolve, reject) => {
      const leave = (outcome: Hold | ApplicationError) => {
        clearTimeout(timer)
        user.waiting.delete(waiter)
        if (outcome instanceof ApplicationError) reject(outcome)
        else resolve(outcome)
      }
      const waiter: Waiter = { token, wish, leave }
      const timer = setTimeout(() => {
        const tokenIsShort = token !== undefined && free(token) < leastOf(wish)
        leave(new ApplicationError(tokenIsShort ? 'token_quota_insufficient' : 'quota_insufficient'))
        serve(user)
      }, patienceMs)
      user.waiting.add(waiter)
      serve(user)
    })

  const accountsOf = (hold: Hold) => {
    const user = users.get(hold.userId)
    const token = hold.tokenId === 0 ? undefined : tokens.get(hold.tokenId)
    if (user === undefined) throw new Error(`no account for user ${hold.userId}`)
    return { user, token, accounts: token === undefined ? [user] : [user, token] }
  }

  const grow = (hold: Hold, amount: number): boolean => {
    const { accounts } = accountsOf(hold)
    const room = Math.min(...accounts.map(free), amount)
    if (room <= 0) return false
    for (const account of accounts) account.held += room
    hold.amount += room
    return true
  }

  const release = (hold: Hold) => {
    const { user, accounts } = accountsOf(hold)
    for (const account of accounts) {
      account.held -= hold.amount
      account.users -= 1
    }
    serve(user)
  }

  const forget = (account: Account | undefined) => {
    if (account === undefined) return
    account.fresh = false
    account.movements += 1
    serve(account)
  }

  return {
    hold: async (wish) => {
      const user = users.enter(wish.userId)
      const token = wish.tokenId === 0 ? undefined : tokens.enter(wish.tokenId)
      // What costs nothing needs no balance.
      if (wish.amount === 0) return open(user, token, wish, 0)
      try {
        while (!isFresh(user, token)) await withDeadline(refresh(user, token), patienceMs, tookTooLong)
        if (user.waiting.size > 0) return await wait(user, token, wish)
        const outcome = take(user, token, wish)
        if (outcome instanceof ApplicationError) throw outcome
        return typeof outcome === 'string' ? await wait(user, token, wish) : outcome
      } catch (error) {
        user.users -= 1
        if (token !== undefined) token.users -= 1
        throw error
      }
    },
    holdNow: (wish) => {
      const user = users.get(wish.userId)
      const token = wish.tokenId === 0 ? undefined : tokens.get(wish.tokenId)
      if (user === undefined || (token === undefined && wish.tokenId !== 0)) return undefined
      if (!isAmple(user, token, wish)) return undefined
      user.users += 1
      if (token !== undefined) token.users += 1
      return open(user, token, wish, wish.amount)
    },
    holdAmply: async (wish) => {
      const user = users.enter(wish.userId)
      const token = wish.tokenId === 0 ? undefined : tokens.enter(wish.tokenId)
      // What costs nothing needs no balance.
      if (wish.amount === 0) return open(user, token, wish, 0)
      let hold: Hold | undefined
      try {
        while (!isFresh(user, token)) await withDeadline(refresh(user, token), patienceMs, tookTooLong)
        if (isAmple(user, token, wish)) hold = open(user, token, wish, wish.amount)
        return hold
      } finally {
        if (hold === undefined) {
          user.users -= 1
          if (token !== undefined) token.users -= 1
        }
      }
    },
    extend: (hold, amount) => {
      const { user, token } = accountsOf(hold)
      if (isFresh(user, token)) return grow(hold, amount)
      return withDeadline(refresh(user, token), patienceMs, tookTooLong).then(
        () => hold.state === 'open' && grow(hold, amount),
      )
    },
    release,
    charge: (hold, quota) => {
      if (quota === 0) {
        release(hold)
        return () => {}
      }
      const { user, accounts } = accountsOf(hold)
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
        }
        if (fate === 'dropped') serve(user)
      }
    },
    beginCredit: async (userId) => {
      const user = users.enter(userId)
      beginMovement(user)
      return (amount) => {
        // Means nothing when the account has not been read yet: it then is, after this.
        user.quota += amount
        user.users -= 1
        endMovement(user)
        serve(user)
      }
    },
    balance: async (userId) => {
      const user = users.enter(userId)
      try {
        while (!user.fresh) await withDeadline(refresh(user), patienceMs, tookTooLong)
        return free(user)
      } finally {
        user.users -= 1
      }
    },
    forgetUser: (userId) => forget(users.get(userId)),
    forgetToken: (tokenId) => forget(tokens.get(tokenId)),
  }
}

const free = (account: Account) => (account.unlimited ? Infinity : account.quota - account.held)
const whole = (account: Account) => (account.unlimited ? Infinity : account.quota)
const isFresh = (user: Account, token: Account | undefined) => user.fresh && token?.fresh !== false

const beginMovement = (account: Account) => {
  account.pending += 1
  account.movements += 1
}

const endMovement = (account: Account) => {
  account.pending -= 1
  if (account.pending > 0) return
  for (const resume of account.whenQuiet) resume()
  account.whenQuiet = []
}

const tookTooLong = () => new ApplicationError('storage_unavailable', {}, new Error('an account was not read in time'))

const refresh = async (user: Account, token?: Account) => {
  // One may be forgotten while the other is read.
  while (!isFresh(user, token)) await Promise.all([readOnce(user), token && readOnce(token)])
}

const readOnce = (account: Account): Promise<void> => {
  if (account.fresh) return Promise.resolve()
  account.reading ??= readInto(account).finally(() => {
    account.reading = undefined
  })
  return account.reading
}

const readInto = async (account: Account) => {
  // A charge that is being stored while we read might be in what we read or not: read again until none was.
  for (;;) {
    if (account.pending > 0) await new Promise<void>((resolve) => account.whenQuiet.push(resolve))
    const { movements } = account
    const balance = await account.load()
    if (account.movements !== movements) continue
    account.quota = balance?.quota ?? 0
    account.unlimited = balance?.unlimited ?? false
    account.fresh = true
    return
  }
}

/** Accounts by id, kept as long as somebody uses them, and after that as long as there is room. */
const createAccountMap = (read: (id: number) => Promise<Balance | undefined>, capacity: number) => {
  const accounts = new Map<number, Account>()

  const dropIdle = () => {
    for (const [id, account] of accounts) {
      if (accounts.size <= capacity) return
      if (account.users === 0) accounts.delete(id)
    }
  }

  return {
    get: (id: number) => accounts.get(id),
    /** Counts the caller among the account's users, who must take themselves off again. */
    enter: (id: number): Account => {
      const known = accounts.get(id)
      const account = known ?? emptyAccount(() => read(id))
      account.users += 1
      if (known === undefined) {
        accounts.set(id, account)
        if (accounts.size > capacity) dropIdle()
      }
      return account
    },
  }
}

const emptyAccount = (load: Account['load']): Account => ({
  quota: 0,
  unlimited: false,
  held: 0,
  users: 0,
  pending: 0,
  movements: 0,
  fresh: false,
  reading: undefined,
  load,
  whenQuiet: [],
  waiting: new Set(),
})
