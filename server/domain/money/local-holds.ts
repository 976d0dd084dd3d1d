import { ApplicationError } from '#contract/errors.ts'
import { type AmpleWish, type Hold, type HoldWish, leastBesideOf, leastOf } from './accounts.ts'
import { type Account, free, isFresh, refresh, type Waiter, whole } from './local-account.ts'

/** A hold, where there is room for it; else whether waiting may help, or what the call is refused for. */
export const take = (
  user: Account,
  token: Account | undefined,
  wish: HoldWish,
): Hold | 'wait' | 'wait_for_token' | ApplicationError => {
  const least = leastOf(wish)
  const room = Math.min(free(user), token === undefined ? Infinity : free(token), wish.amount)
  const enough = user.held === 0 ? least : leastBesideOf(wish)
  if (room >= enough) return openHold(user, token, wish, room)
  if (token !== undefined && whole(token) <= 0) return new ApplicationError('key_exhausted')
  if (token !== undefined && whole(token) < least) return new ApplicationError('token_quota_insufficient')
  if (whole(user) < least) return new ApplicationError('quota_insufficient')
  return free(user) < enough ? 'wait' : 'wait_for_token'
}

/** Whether there is so much that nobody would miss a hold that is too large. */
export const isAmple = (user: Account, token: Account | undefined, wish: AmpleWish): boolean =>
  isFresh(user, token) &&
  user.waiting.size === 0 &&
  free(user) >= wish.free &&
  (token === undefined || free(token) >= wish.free)

export const openHold = (
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
export const serve = (user: Account) => {
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

/** Until other calls of the user give back what they hold, or nothing is to be hoped for. */
export const wait = (user: Account, token: Account | undefined, wish: HoldWish, patienceMs: number) =>
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
      const refusal = tokenIsShort ? 'token_quota_insufficient' : 'quota_insufficient'
      // Of what could not be read nobody knows how much it is.
      leave(new ApplicationError(isFresh(user, token) ? refusal : 'storage_unavailable'))
      serve(user)
    }, patienceMs)
    user.waiting.add(waiter)
    serve(user)
  })
