import { ApplicationError } from '#contract/errors.ts'
import { tokenStatuses } from '#contract/tokens.ts'
import type { TokenRow } from '../../db/schema.ts'
import { parseAddressList } from '../../lib/inbound/client-address.ts'
import { nameList } from '../../lib/name-list.ts'
import { groupChoices } from '../groups.ts'
import type { Options } from '../options.ts'
import type { UserIdentity } from './identities.ts'

type Condition = Pick<TokenRow, 'status' | 'expired_time' | 'remain_quota' | 'unlimited_quota'>

/** The status a token shows: expiry and exhaustion show themselves, nobody has to have written them down. */
export const shownTokenStatus = (row: Condition, now: number): number => {
  if (row.status !== tokenStatuses.enabled) return row.status
  if (isExpired(row, now)) return tokenStatuses.expired
  return isExhausted(row) ? tokenStatuses.exhausted : tokenStatuses.enabled
}

/**
 * The status that is asked for, when it is another than the one shown: whoever sends a whole token back sends its
 * status too, and only enabled and disabled are anybody's to choose. `change` is what else becomes of the row.
 */
export const wantedTokenStatus = (
  wanted: number | undefined,
  row: Condition,
  change: Partial<Condition>,
  now: number,
): number | undefined => {
  if (wanted === undefined || wanted === shownTokenStatus(row, now)) return undefined
  if (wanted !== tokenStatuses.enabled && wanted !== tokenStatuses.disabled) {
    throw new ApplicationError('input_invalid', { field: 'status', reason: 'not_one_of', choices: '1, 2', count: 2 })
  }
  const next = { ...row, ...change }
  if (wanted === tokenStatuses.enabled && isExpired(next, now)) throw new ApplicationError('token_expired')
  if (wanted === tokenStatuses.enabled && isExhausted(next)) throw new ApplicationError('token_exhausted')
  return wanted
}

/** Throws unless the user may choose the group: it is open to him and has a ratio. Empty follows the user's own. */
export const checkTokenGroup = (options: Options, user: UserIdentity, group: string): void => {
  if (group === '' || Object.hasOwn(groupChoices(options, user.group, 'en'), group)) return
  throw new ApplicationError('token_group_forbidden', { group })
}

/** Addresses and ranges, one a line. A line that is neither would silently let everybody in, so it is refused. */
export const readTokenAddresses = (text: string | null): string => {
  const list = parseAddressList(text ?? '')
  if (!list.ok) {
    throw new ApplicationError('input_invalid', { field: 'allow_ips', reason: 'address_line', line: list.line })
  }
  return nameList(text ?? '').join('\n')
}

const isExpired = ({ expired_time }: Condition, now: number) => expired_time !== -1 && expired_time < now

const isExhausted = ({ unlimited_quota, remain_quota }: Condition) => unlimited_quota === 0 && remain_quota <= 0
