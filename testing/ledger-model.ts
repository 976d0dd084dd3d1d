import type { HoldWish } from '#server/domain/money/accounts.ts'
import type { Settlement } from '#server/domain/money/ledger.ts'

/** What should be true of every account, in plain arithmetic over everything that happened. */

export type ModelHold = { userId: number; tokenId: number; amount: number }

type ModelAccount = {
  quota: number
  used: number
  unlimited: boolean
  /** How far below zero it may be: by what calls cost beyond their hold, and by what an administrator took. */
  mayOwe: number
}

type Prediction = { held: number } | { refused: string } | { waits: true }

export type LedgerModel = ReturnType<typeof createLedgerModel>

export const createLedgerModel = () => {
  const users = new Map<number, ModelAccount>()
  const tokens = new Map<number, ModelAccount>()
  let open: ModelHold[] = []

  const accountOf = (accounts: Map<number, ModelAccount>, id: number): ModelAccount => {
    const account = accounts.get(id)
    if (account === undefined) throw new Error(`the model has no account ${id}`)
    return account
  }
  const heldOf = (kind: 'userId' | 'tokenId', id: number) =>
    open.filter((hold) => hold[kind] === id).reduce((sum, hold) => sum + hold.amount, 0)
  const wholeOfToken = (id: number) => {
    const token = id === 0 ? undefined : accountOf(tokens, id)
    return token === undefined || token.unlimited ? Infinity : token.quota
  }
  const freeOf = (userId: number) => accountOf(users, userId).quota - heldOf('userId', userId)
  const roomOf = ({ userId, tokenId }: { userId: number; tokenId: number }) =>
    Math.min(freeOf(userId), wholeOfToken(tokenId) - (tokenId === 0 ? 0 : heldOf('tokenId', tokenId)))

  return {
    users,
    tokens,
    open: (): readonly ModelHold[] => open,
    freeOf,
    add: (accounts: 'users' | 'tokens', id: number, quota: number, unlimited = false) => {
      const kind = accounts === 'users' ? users : tokens
      kind.set(id, { quota, used: 0, unlimited, mayOwe: 0 })
    },
    predict: (wish: HoldWish): Prediction => {
      if (wish.amount === 0) return { held: 0 }
      const least = Math.max(1, Math.min(wish.least, wish.amount))
      const beside = Math.max(least, Math.min(wish.leastBeside ?? 0, wish.amount))
      const held = Math.min(wish.amount, roomOf(wish))
      if (held >= (heldOf('userId', wish.userId) === 0 ? least : beside)) return { held }
      if (wholeOfToken(wish.tokenId) <= 0) return { refused: 'key_exhausted' }
      if (wholeOfToken(wish.tokenId) < least) return { refused: 'token_quota_insufficient' }
      if (accountOf(users, wish.userId).quota < least) return { refused: 'quota_insufficient' }
      return { waits: true }
    },
    hold: ({ userId, tokenId }: HoldWish, amount: number): ModelHold => {
      const hold = { userId, tokenId, amount }
      open.push(hold)
      return hold
    },
    /** By how much the hold can grow. */
    extend: (hold: ModelHold, amount: number): number => {
      const added = Math.max(0, Math.min(amount, roomOf(hold)))
      hold.amount += added
      return added
    },
    end: (hold: ModelHold) => {
      open = open.filter((other) => other !== hold)
    },
    charge: (hold: ModelHold, { quota }: Pick<Settlement, 'quota'>) => {
      const charged = [accountOf(users, hold.userId)]
      if (hold.tokenId > 0) charged.push(accountOf(tokens, hold.tokenId))
      for (const account of charged) {
        account.quota -= quota
        account.used += quota
        account.mayOwe += Math.max(0, quota - hold.amount)
      }
    },
    credit: (userId: number, amount: number) => {
      const user = accountOf(users, userId)
      user.quota += amount
      user.mayOwe += Math.max(0, -amount)
    },
    changeToken: (tokenId: number, difference: number) => {
      const token = accountOf(tokens, tokenId)
      token.quota = Math.max(0, token.quota + difference)
      // What is held of it was promised before.
      token.mayOwe += Math.max(0, -difference)
    },
    /** The process ended: nobody holds anything any more. */
    forgetHolds: () => {
      open = []
    },
  }
}
