import type { TierRatios } from '#contract/service-tiers.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { plainName } from '#protocols/json/plain-name.ts'
import type { Ruling } from '#providers/members.ts'

/** The member by which a service is asked for, by its plain name. */
export const tierMember = 'servicetier'

/**
 * What a service costs by the operator's own ratios, in place of what its vendor's rule says. A service that has none
 * there stays as the rule has it.
 */
export const withTierRatios = (ruling: Ruling, asked: unknown, ratios: TierRatios | undefined): Ruling => {
  if (ratios === undefined || typeof asked !== 'string') return ruling
  const told = { ...toldBy(ruling), ...toldRatios(ratios) }
  const word = asked.toLowerCase()
  // Who leaves it to the vendor may be served first, where that was bought beforehand.
  const times = word === 'auto' ? ratios.priority : told[word]
  if (times !== undefined) return { times, told }
  return isTimes(ruling) ? { ...ruling, told } : ruling
}

/** Whether a body says nothing of a service. */
export const namesNoTier = (body: JsonObject): boolean =>
  !Object.keys(body).some((name) => plainName(name) === tierMember)

const isTimes = (ruling: Ruling) => typeof ruling === 'object' && 'times' in ruling

const toldBy = (ruling: Ruling): Readonly<Record<string, number>> =>
  typeof ruling === 'object' && 'times' in ruling ? (ruling.told ?? {}) : {}

/** By the words of all vendors: some tell the kind of traffic. */
const toldRatios = ({ batch, flex, priority }: TierRatios): Record<string, number> => ({
  ...{ default: 1, standard: 1, on_demand: 1 },
  ...(batch !== undefined && { batch }),
  ...(flex !== undefined && { flex, on_demand_flex: flex }),
  ...(priority !== undefined && { priority, fast: priority, on_demand_priority: priority }),
})
