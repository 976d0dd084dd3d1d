import type { ApplicationError } from '#contract/errors.ts'
import type { Hold, HoldWish } from './accounts.ts'

export type Balance = { quota: number; unlimited: boolean }

export type Account = {
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

export type Waiter = { token: Account | undefined; wish: HoldWish; leave: (outcome: Hold | ApplicationError) => void }

/** What may be set aside yet. */
export const free = (account: Account) => (account.unlimited ? Infinity : account.quota - account.held)
/** What is there, with what is set aside. */
export const whole = (account: Account) => (account.unlimited ? Infinity : account.quota)
export const isFresh = (user: Account, token: Account | undefined) => user.fresh && token?.fresh !== false

export const beginMovement = (account: Account) => {
  account.pending += 1
  account.movements += 1
}

export const endMovement = (account: Account) => {
  account.pending -= 1
  if (account.pending > 0) return
  for (const resume of account.whenQuiet) resume()
  account.whenQuiet = []
}

export const refresh = async (user: Account, token?: Account) => {
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
export const createAccountMap = (read: (id: number) => Promise<Balance | undefined>, capacity: number) => {
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
