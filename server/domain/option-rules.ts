import { ApplicationError } from '#contract/errors.ts'
import { isFilled } from '#contract/option-text.ts'
import { isOptionKey, type OptionKey, type OptionValues, optionKeys, optionTable } from '#contract/options.ts'
import { eachWay } from '#contract/signin-parts.ts'
import { hasMovedQuota } from '../db/credits.ts'
import type { Executor } from '../db/database.ts'
import { listIdentities } from '../db/identities.ts'
import { findRoot } from '../db/users.ts'

/** Refuses what could not act, what another option needs, and what would lock the super admin out. */
export const checkOptionChange = async (
  executor: Executor,
  before: OptionValues,
  after: OptionValues,
  key: OptionKey,
): Promise<void> => {
  if (before[key] === after[key]) return
  checkNeeds(after, key)
  checkCheckIns(after, key)
  if (key === 'QuotaPerUnit' && (await hasMovedQuota(executor))) {
    throw new ApplicationError('option_fixed_by_money', { key })
  }
  if (after[key] === false && signinSwitches.has(key) && !(await mayRootSignIn(executor, after))) {
    throw new ApplicationError('option_last_way')
  }
}

const missing = (values: OptionValues, key: OptionKey): string[] =>
  optionTable[key].needs.filter((name) => isOptionKey(name) && !isFilled(values[name]))

const checkNeeds = (after: OptionValues, key: OptionKey): void => {
  const own = after[key] === true ? missing(after, key) : []
  if (own.length > 0) throw new ApplicationError('option_needs', { key, needed: own.join(', ') })
  if (isFilled(after[key])) return
  const needing = optionKeys.find((name) => after[name] === true && optionTable[name].needs.includes(key))
  if (needing !== undefined) throw new ApplicationError('option_needed', { key, needing })
}

/** The most is no limit where it is 0. */
const checkCheckIns = ({ CheckInQuota: least, CheckInMaxQuota: most }: OptionValues, key: OptionKey): void => {
  if (most === 0 || most >= least) return
  if (key === 'CheckInQuota') throw new ApplicationError('option_contradicts', { key, other: 'CheckInMaxQuota' })
  if (key === 'CheckInMaxQuota') throw new ApplicationError('option_contradicts', { key, other: 'CheckInQuota' })
}

const signinSwitches = new Set<string>(['PasswordLoginEnabled', ...eachWay.map((way) => way.switch.option)])

/** Before there is a super admin nobody can be locked out. */
const mayRootSignIn = async (executor: Executor, values: OptionValues): Promise<boolean> => {
  if (values.PasswordLoginEnabled) return true
  const root = await findRoot(executor)
  if (root === undefined) return true
  const bound = new Set((await listIdentities(executor, root.id)).map(({ provider }) => provider))
  return eachWay.some(
    ({ name, switch: { option } }) => bound.has(name) && isOptionKey(option) && values[option] === true,
  )
}
