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

export const leastOf = ({ amount, least }: HoldWish): number => Math.max(1, Math.min(least, amount))

export const leastBesideOf = (wish: HoldWish): number =>
  Math.max(leastOf(wish), Math.min(wish.leastBeside ?? 0, wish.amount))

/**
 * Where balances and holds of active users live: in this process, or shared by all nodes. The database is the truth
 * for settled quota; an account here is that truth less what is charged but not yet stored.
 */
export type Accounts = {
  hold: (wish: HoldWish) => Promise<Hold>
  /** The whole amount, where it can be had without waiting for anything. */
  holdNow: (wish: HoldWish) => Hold | undefined
  extend: (hold: Hold, amount: number) => boolean | Promise<boolean>
  release: (hold: Hold) => void
  /** Takes the charge in place of the hold. The answer is called when the charge has reached the database. */
  charge: (hold: Hold, quota: number) => () => void
  /** Comes before the database changes; the answer is called with what the database added. */
  beginCredit: (userId: number) => Promise<(amount: number) => void>
  /** What can be held now. */
  balance: (userId: number) => Promise<number>
  /** The account changed in the database behind our back: it is read anew. */
  forgetUser: (userId: number) => void
  forgetToken: (tokenId: number) => void
}
