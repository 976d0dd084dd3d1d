import type { JsonObject } from '#protocols/json/json.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { RelayEndpoint } from './endpoints.ts'

/** What clients that show what is left to spend ask for: the plan, or what was used of it in hundredths. */
export const readBill = async (
  { bills }: Pick<Domain, 'bills'>,
  caller: Caller,
  { parameter }: RelayEndpoint,
): Promise<JsonObject> => {
  const { limit, used, until } = await bills.of(caller)
  if (parameter === 'usage') return { object: 'list', total_usage: hundredths(used) }
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: until,
  }
}

/** Without what binary fractions add behind the fifteenth digit. */
const hundredths = (amount: number): number => Number((amount * 100).toPrecision(15))
