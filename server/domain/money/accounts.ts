/** Quota set aside for one call: settled or released exactly once. */
export type Hold = {
  readonly userId: number
  /** 0: no token was used. */
  readonly tokenId: number
  amount: number
  state: 'open' | 'closed'
}

export type HoldWish = {
  userId: number
  tokenId: number
  /** What the call will probably cost. */
  amount: number
  /** With less than this the call cannot even begin; between the two, what is left is held. */
  least: number
  /**
   * The same while other calls of the user are under way: what each of them may cost more than it holds adds up. Without
   * it `least` counts for both.
   */
  leastBeside?: number
}

/** The database took the charge, or had it already: then the accounts have it once too often, and are read anew. */
export type StoredFate = 'stored' | 'known'

/** A charge has reached the database, or never will: then what it took is given back. */
export type ChargeFate = StoredFate | 'dropped'

/** What is held only where there is plenty: nobody else is kept waiting by it. */
export type AmpleWish = {
  userId: number
  tokenId: number
  amount: number
  /** So much must be free. */
  free: number
}

export const leastOf = ({ amount, least }: HoldWish): number => Math.max(1, Math.min(least, amount))

export const leastBesideOf = (wish: HoldWish): number =>
  Math.max(leastOf(wish), Math.min(wish.leastBeside ?? 0, wish.amount))

/** Of a charge that the accounts never heard of: whom it was taken from is read anew. */
export const forgetCharged = (
  { forgetUser, forgetToken }: Pick<Accounts, 'forgetUser' | 'forgetToken'>,
  { userId, tokenId }: Pick<Hold, 'userId' | 'tokenId'>,
): void => {
  forgetUser(userId)
  if (tokenId > 0) forgetToken(tokenId)
}

/**
 * Where balances and holds of active users live: in this process, or shared by all nodes. The database is the truth
 * for settled quota; an account here is that truth less what is charged but not yet stored.
 */
export type Accounts = {
  hold: (wish: HoldWish) => Promise<Hold>
  /** The whole amount where there is plenty, as far as that is known without waiting for anything. */
  holdNow: (wish: AmpleWish) => Hold | undefined
  /** The same, where the accounts may have to be looked at first. */
  holdAmply: (wish: AmpleWish) => Promise<Hold | undefined>
  /** False when nothing is left; rejects when nobody can tell. */
  extend: (hold: Hold, amount: number) => boolean | Promise<boolean>
  release: (hold: Hold) => void
  /** Takes the charge in place of the hold. The answer is called when it is known what became of the charge. */
  charge: (hold: Hold, quota: number) => (fate: ChargeFate) => void
  /** Comes before the database changes; the answer is called with what the database added. */
  beginCredit: (userId: number) => Promise<(amount: number) => void>
  /** What can be held now, of a user alone or by one of his tokens. */
  balance: (userId: number, tokenId?: number) => Promise<number>
  /** The account changed in the database behind our back: it is read anew. */
  forgetUser: (userId: number) => void
  forgetToken: (tokenId: number) => void
  /** Whether anything can be held just now, as far as this is known without asking. */
  isReachable: () => boolean
}
