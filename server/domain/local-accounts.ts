import { ApplicationError } from '#contract/errors.ts'
import type { Accounts, Hold, HoldWish } from './accounts.ts'

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
  id: number
  /** Settled quota less charges that are not stored yet. */
  quota: number
  unlimited: boolean
  held: number
  /** Holds, charges and credits that have not ended: an account with any is never dropped or read anew. */
  open: number
  pending: number
  /** Counts charges and credits begun, so that a reading of the database can tell whether one got in between. */
  movements: number
  fresh: boolean
  outdated: boolean
  reading: Promise<void> | undefined
  whenQuiet: (() => void)[]
  waiting: Waiter[]
}

type Waiter = { token: Account | undefined; wish: HoldWish; settle: (hold: Hold | ApplicationError) => void }

/** Accounts in this process's memory: a hold costs no query and cannot race. */
export const createLocalAccounts = (parts: LocalAccountsParts): Accounts => {
  const { patienceMs = 10_000, capacity = 50_000 } = parts
  const users = createAccountMap(parts.loadUser, capacity)
  const tokens = createAccountMap(parts.loadToken, capacity)

  const tokenOf = async (id: number) => (id === 0 ? undefined : (tokens.known(id) ?? (await tokens.load(id))))

  const take = (user: Account, token: Account | undefined, wish: HoldWish): Hold | 'wait' | ApplicationError => {
    if (wish.amount === 0) return open(user, token, wish, 0)
    const room = Math.min(free(user), token === undefined ? Infinity : free(token))
    if (room >= wish.amount) return open(user, token, wish, wish.amount)
    const least = Math.max(1, Math.min(wish.least, wish.amount))
    if (room >= least) return open(user, token, wish, room)
    if (token !== undefined && whole(token) <= 0) return new ApplicationError('key_exhausted')
    if (token !== undefined && whole(token) < least) return new ApplicationError('token_quota_insufficient')
    if (whole(user) < least) return new ApplicationError('quota_insufficient')
    return 'wait'
  }

  const open = (user: Account, token: Account | undefined, wish: HoldWish, amount: number): Hold => {
    for (const account of token === undefined ? [user] : [user, token]) {
      account.held += amount
      account.open += 1
    }
    return { userId: wish.userId, tokenId: wish.tokenId, amount, state: 'open' }
  }

  /** Serves those who wait for a user's quota, first come first served, and refuses whom nothing can serve any more. */
  const serve = (user: Account) => {
    for (;;) {
      const next = user.waiting[0]
      if (next === undefined) return
      const outcome = take(user, next.token, next.wish)
      if (outcome === 'wait') return
      user.waiting.shift()
      next.settle(outcome)
    }
  }

  const wait = (user: Account, token: Account | undefined, wish: HoldWish) =>
    new Promise<Hold>((resolve, reject) => {
      const leave = (outcome: Hold | ApplicationError) => {
        clearTimeout(timer)
        if (outcome instanceof ApplicationError) reject(outcome)
        else resolve(outcome)
      }
      const waiter: Waiter = { token, wish, settle: leave }
      const timer = setTimeout(() => {
        user.waiting = user.waiting.filter((other) => other !== waiter)
        leave(new ApplicationError('quota_insufficient'))
      }, patienceMs)
      user.waiting.push(waiter)
    })

  const accountsOf = (hold: Hold): [Account, ...Account[]] => {
    const user = users.get(hold.userId)
    if (user === undefined) throw new Error(`no account for user ${hold.userId}`)
    const token = hold.tokenId === 0 ? undefined : tokens.get(hold.tokenId)
    return token === undefined ? [user] : [user, token]
  }

  return {
    hold: async (wish) => {
      const user = users.known(wish.userId) ?? (await users.load(wish.userId))
      const token = await tokenOf(wish.tokenId)
      const outcome = user.waiting.length > 0 && wish.amount > 0 ? 'wait' : take(user, token, wish)
      if (outcome instanceof ApplicationError) throw outcome
      return outcome === 'wait' ? wait(user, token, wish) : outcome
    },
    extend: (hold, amount) => {
      const accounts = accountsOf(hold)
      const room = Math.min(...accounts.map(free), amount)
      if (room <= 0) return false
      for (const account of accounts) account.held += room
      hold.amount += room
      return true
    },
    release: (hold) => {
      const accounts = accountsOf(hold)
      for (const account of accounts) {
        account.held -= hold.amount
        account.open -= 1
      }
      serve(accounts[0])
    },
    charge: (hold, quota) => {
      const accounts = accountsOf(hold)
      for (const account of accounts) {
        account.held -= hold.amount
        account.quota -= quota
        beginMovement(account)
      }
      serve(accounts[0])
      return () => {
        for (const account of accounts) {
          account.open -= 1
          endMovement(account)
        }
      }
    },
    beginCredit: async (userId) => {
      const user = users.known(userId) ?? (await users.load(userId))
      user.open += 1
      beginMovement(user)
      return (amount) => {
        user.quota += amount
        user.open -= 1
        endMovement(user)
        serve(user)
      }
    },
    balance: async (userId) => {
      const user = users.known(userId) ?? (await users.load(userId))
      return free(user)
    },
    forgetToken: (tokenId) => {
      const token = tokens.get(tokenId)
      if (token === undefined) return
      token.fresh = false
      token.outdated = true
    },
  }
}

const free = (account: Account) => (account.unlimited ? Infinity : account.quota - account.held)
const whole = (account: Account) => (account.unlimited ? Infinity : account.quota)

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

const emptyAccount = (id: number): Account => ({
  id,
  quota: 0,
  unlimited: false,
  held: 0,
  open: 0,
  pending: 0,
  movements: 0,
  fresh: false,
  outdated: false,
  reading: undefined,
  whenQuiet: [],
  waiting: [],
})

/** Accounts by id, read once and read anew when told that the database changed behind them. */
const createAccountMap = (read: (id: number) => Promise<Balance | undefined>, capacity: number) => {
  const accounts = new Map<number, Account>()

  const dropIdle = () => {
    for (const [id, account] of accounts) {
      if (accounts.size <= capacity) return
      if (account.open === 0 && account.waiting.length === 0 && account.reading === undefined) accounts.delete(id)
    }
  }

  const readInto = async (account: Account) => {
    // A charge that is being stored while we read might be in what we read or not: read again until none was.
    for (;;) {
      if (account.pending > 0) await new Promise<void>((resolve) => account.whenQuiet.push(resolve))
      const { movements } = account
      account.outdated = false
      const balance = await read(account.id)
      if (account.movements !== movements || account.outdated) continue
      account.quota = balance?.quota ?? 0
      account.unlimited = balance?.unlimited ?? false
      account.fresh = true
      return
    }
  }

  return {
    get: (id: number) => accounts.get(id),
    /** The account when it can be used at once. */
    known: (id: number) => {
      const account = accounts.get(id)
      return account?.fresh === true && account.reading === undefined ? account : undefined
    },
    load: async (id: number): Promise<Account> => {
      let account = accounts.get(id)
      if (account === undefined) {
        account = emptyAccount(id)
        accounts.set(id, account)
        if (accounts.size > capacity) dropIdle()
      }
      const loading = account
      loading.reading ??= readInto(loading).finally(() => {
        loading.reading = undefined
      })
      await loading.reading
      return loading
    },
  }
}
