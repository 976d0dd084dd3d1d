import { insertAudit } from '../db/audit.ts'
import type { Executor } from '../db/database.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'

/** Who does something as an administrator, and from where. */
export type Actor = { id: number; name: string; address: string }

export type Act = {
  action: `${string}.${string}`
  target: string
  /** What it was and what it became. Secrets must have been left out. */
  before?: object
  after?: object
}

/** Writes down an administrative act, in the same transaction as the act where there is one. */
export const recordAct = (executor: Executor, clock: Clock, actor: Actor, act: Act): Promise<void> =>
  insertAudit(executor, {
    created_at: nowSeconds(clock),
    actor_id: actor.id,
    actor_name: actor.name,
    action: act.action,
    target: act.target,
    before: act.before === undefined ? '' : JSON.stringify(act.before),
    after: act.after === undefined ? '' : JSON.stringify(act.after),
    address: actor.address,
  })
