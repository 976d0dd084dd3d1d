import { ApplicationError } from '#contract/errors.ts'
import { tokenStatuses } from '#contract/tokens.ts'
import { roles, userStatuses } from '#contract/user.ts'
import type { NamedThing } from '#protocols/named-things.ts'
import type { Domain } from '../domain/domain.ts'
import type { Asker } from '../domain/failed-calls/failed-call.ts'
import { usableGroups } from '../domain/groups.ts'
import type { TokenIdentity } from '../domain/people/identities.ts'
import { nowSeconds } from '../lib/clock.ts'
import { matchesAddress } from '../lib/inbound/client-address.ts'
import { type CarriesKey, type Credentials, looksLikeKey, readCredentials } from './credentials.ts'
import type { Trace } from './trace.ts'

type Live = Pick<Domain, 'clock' | 'options' | 'identities' | 'pool'>

/** Who is asking. */
export type Caller = {
  userId: number
  username: string
  userGroup: string
  acceptsUnpriced: boolean
  tokenId: number
  tokenName: string
  /** The group whose channels and ratio count: the token's, else the user's. */
  group: string
  /** Undefined: every model. */
  models: ReadonlySet<string> | undefined
  pinnedChannel: number | undefined
  /** Whether it is refused what would be left out of its requests, or changed in them. */
  strict?: boolean
  /** Set when only one of its keys will do. */
  pinnedKey?: string
  /** How many times the usual price its calls cost; once where it is not set. */
  priceTimes?: number
  /** Whether it asks as one of many that were handed in together, for which no limit of calls counts. */
  isBatched?: boolean
  /** What the request repeats of an upstream's: not known to be the caller's, it must not be looked up by its ids. */
  unknownThings?: readonly NamedThing[]
}

/**
 * Finds the caller by the key, and refuses whoever may not call at all: whose key it was is noted before. Answers
 * without a promise where the key is in memory.
 */
export const authenticate = (
  domain: Live,
  request: CarriesKey,
  address: string,
  trace: Pick<Trace, 'asker'>,
): Caller | Promise<Caller> => {
  const credentials = readCredentials(request)
  if (credentials === undefined) throw new ApplicationError('key_missing')
  const found = domain.identities.token(credentials.key)
  return found instanceof Promise
    ? found.then((token) => callerOf(domain, known(token, credentials), credentials.pin, address, trace))
    : callerOf(domain, known(found, credentials), credentials.pin, address, trace)
}

const known = (token: TokenIdentity | undefined, credentials: Credentials): TokenIdentity => {
  if (token !== undefined) return token
  throw new ApplicationError('key_invalid', looksLikeKey(credentials) ? {} : { reason: 'key_shape' })
}

/** The caller of a token that was found, with the channel that he pins. */
export const callerOf = (
  domain: Live,
  token: TokenIdentity,
  pin: string | undefined,
  address: string,
  trace: Pick<Trace, 'asker'>,
): Caller => {
  trace.asker = askerOf(token)
  // Before anything that tells the token's state: a stolen key must not even learn that it is spent.
  if (token.addresses !== undefined && !matchesAddress(address, token.addresses)) {
    throw new ApplicationError('address_forbidden')
  }
  checkStanding(domain, token)
  const pinnedChannel = readPin(domain, token, pin)
  return asToken(domain, token, pinnedChannel)
}

/** Who handed in a batch, as he stands now: his key may have been taken back in between. */
export const batchCaller = async (domain: Live, tokenId: number): Promise<Caller> => {
  const token = await domain.identities.tokenById(tokenId)
  if (token === undefined) throw new ApplicationError('key_invalid')
  checkStanding(domain, token)
  return { ...asToken(domain, token, undefined), priceTimes: domain.options.get('BatchRatio'), isBatched: true }
}

const checkStanding = ({ options, clock }: Live, token: TokenIdentity): void => {
  if (token.user.status !== userStatuses.active) throw new ApplicationError('account_banned')
  if (options.get('DemoSiteEnabled') && token.user.role < roles.root) throw new ApplicationError('demo_only')
  checkState(token, nowSeconds(clock))
}

const asToken = (domain: Live, token: TokenIdentity, pinnedChannel: number | undefined): Caller => ({
  userId: token.user.id,
  username: token.user.username,
  userGroup: token.user.group,
  acceptsUnpriced: token.user.setting.accept_unset_model_ratio_model,
  tokenId: token.id,
  tokenName: token.name,
  group: chooseGroup(domain, token),
  models: pinnedChannel === undefined ? token.models : undefined,
  pinnedChannel,
  strict: token.strict,
})

const askerOf = ({ id, name, group, user }: TokenIdentity): Asker => ({
  userId: user.id,
  username: user.username,
  tokenId: id,
  tokenName: name,
  group: group || user.group,
})

const checkState = (token: TokenIdentity, now: number): void => {
  if (token.status === tokenStatuses.exhausted) throw new ApplicationError('key_exhausted')
  const expired = token.expiredTime !== -1 && token.expiredTime < now
  if (token.status === tokenStatuses.expired || expired) throw new ApplicationError('key_expired')
  if (token.status !== tokenStatuses.enabled) throw new ApplicationError('key_disabled')
}

const readPin = (domain: Live, token: TokenIdentity, pin: string | undefined): number | undefined => {
  if (pin === undefined) return undefined
  if (token.user.role < roles.admin) throw new ApplicationError('channel_pin_forbidden')
  const channel = /^[1-9]\d{0,9}$/.test(pin) ? domain.pool.find(Number(pin)) : undefined
  if (channel === undefined) throw new ApplicationError('channel_pin_invalid')
  if (!channel.enabled) throw new ApplicationError('channel_pin_disabled')
  return channel.id
}

const chooseGroup = (domain: Live, token: TokenIdentity): string => {
  const { group, user } = token
  if (group === '' || group === user.group) return user.group
  const usable = usableGroups(domain.options, user.group).has(group)
  if (!usable || !Object.hasOwn(domain.options.get('GroupRatio'), group)) {
    throw new ApplicationError('group_forbidden', { group })
  }
  return group
}
