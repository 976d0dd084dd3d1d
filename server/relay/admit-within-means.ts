import type { Domain } from '../domain/domain.ts'
import { type Admission, admit } from './admit.ts'
import { isShortage } from './affordable.ts'
import type { Caller } from './authenticate.ts'
import { type Call, withMembers } from './call.ts'
import type { Trace } from './trace.ts'

type Live = Pick<Domain, 'options' | 'ledger' | 'pool' | 'prices' | 'promptRatios' | 'settlements' | 'tokenCounter'>

type Admitted = { admission: Admission; call: Call }

/** Admits the call or, where the operator wants it and its output is too dear, the same call with a lower limit. */
export const admitWithinMeans = (
  domain: Live,
  caller: Caller,
  call: Call,
  trace: Trace,
  earlierTurns: number,
): Admitted | Promise<Admitted> => {
  const admitted = admit(domain, caller, call, earlierTurns)
  if (!(admitted instanceof Promise)) return { admission: admitted, call }
  const lower = async (error: unknown): Promise<Admitted> => {
    const limit =
      domain.options.get('OutputLimitByBalanceEnabled') && isShortage(error) ? error.values.tokens : undefined
    const lowered = typeof limit === 'number' && limit >= leastAnswer ? withOutputLimit(call, limit) : undefined
    if (lowered === undefined) throw error
    const admission = await admit(domain, caller, lowered, earlierTurns)
    trace.outputLimit = lowered.outline.maximumOutput
    return { admission, call: lowered }
  }
  return admitted.then((admission) => ({ admission, call }), lower)
}

/** Some upstreams accept no lower limit, and hardly any answer has room in less. */
const leastAnswer = 16

/** The same call as if its client had set this limit; undefined where its dialect cannot say so. */
const withOutputLimit = (call: Call, tokens: number): Call | undefined => {
  const members = call.protocol.request.limit?.(call.body(), tokens)
  if (members === undefined) return undefined
  return withMembers(call, members, { ...call.outline, maximumOutput: tokens })
}
