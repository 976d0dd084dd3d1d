import type { JsonObject } from '#protocols/json/json.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { RelayEndpoint } from './endpoints.ts'

/**
 * What clients that show what is left to spend ask for: the plan, or what was used of it in hundredths; clients of routers
 * the key, or the account.
 */
export const readBill = async (
  { bills }: Pick<Domain, 'bills'>,
  caller: Caller,
  { parameter }: RelayEndpoint,
): Promise<JsonObject> => {
  const { limit, used, until } = await bills.of(caller)
  const told = limit ?? plenty
  switch (parameter) {
    case 'usage':
      return { object: 'list', total_usage: hundredths(used) }
    case 'credits':
      return { data: { total_credits: told, total_usage: used } }
    case 'key':
      return { data: { ...keyOf(caller, limit, used), expires_at: until === 0 ? null : dateOf(until) } }
    default:
      return {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: told,
        hard_limit_usd: told,
        system_hard_limit_usd: told,
        access_until: until,
      }
  }
}

/** What is said of a limit that there is not, where a number has to be said. */
const plenty = 100_000_000

const keyOf = ({ tokenName }: Caller, limit: number | undefined, used: number): JsonObject => ({
  label: tokenName,
  limit: limit ?? null,
  limit_remaining: limit === undefined ? null : Number((limit - used).toPrecision(15)),
  usage: used,
  is_free_tier: false,
})

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Without what binary fractions add behind the fifteenth digit. */
const hundredths = (amount: number): number => Number((amount * 100).toPrecision(15))
