import { insertAudit, insertAuditOfMany } from '../db/audit.ts'
import type { Executor } from '../db/database.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'

/** Who does something, and from where. */
export type Actor = { id: number; name: string; address: string }

/** With the rank by which he may. */
export type Operator = Actor & { role: number }

export type Act = {
  /** What was done to what kind of thing: `user.ban`, `channel.create`. */
  action: `${string}.${string}`
  /** What it was done to: `user:7`, or several with spaces between them. */
  target: string
  /** Each record that it was done to, where they are several: it is found by each. */
  records?: readonly string[]
  /** What it was and what it became; of a change, `changedFields` of both. */
  before?: object
  after?: object
}

/**
 * Writes down an administrative act, in the same transaction as the act where there is one. Fields whose names say
 * that they are secret are masked.
 */
export const recordAct = (executor: Executor, clock: Clock, actor: Actor, act: Act): Promise<void> => {
  const { records = [], target } = act
  const row = rowOf(clock, actor, act)
  return records.every((record) => record === target)
    ? insertAudit(executor, row)
    : insertAuditOfMany(executor, row, records)
}

/** The same of several at once, each of one thing, of which there is one at least. */
export const recordActs = (executor: Executor, clock: Clock, actor: Actor, acts: readonly Act[]): Promise<void> =>
  insertAudit(
    executor,
    acts.map((act) => rowOf(clock, actor, act)),
  )

const rowOf = (clock: Clock, actor: Actor, act: Act) => ({
  created_at: nowSeconds(clock),
  actor_id: actor.id,
  actor_name: actor.name,
  action: act.action,
  target: act.target,
  before: textOf(act.before),
  after: textOf(act.after),
  address: actor.address,
})

/** The fields that differ, as they were and as they are. */
export const changedFields = (before: object, after: object): { before: object; after: object } => ({
  before: differing(before, after),
  after: differing(after, before),
})

const differing = (own: object, other: object): object => {
  const others = new Map(Object.entries(other).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => others.get(name) !== JSON.stringify(value)))
}

const mask = '***'
const secretName = /(?:^|_)(?:key|hash|sealed|secret|password|token)$/i
/** A name and a password in an address. */
const credentials = /\/\/[^/@\s"]+@/g
const longestText = 4000

const textOf = (fields: object | undefined): string => (fields === undefined ? '' : JSON.stringify(fields, masked))

const masked = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string' || value === '') return value
  if (secretName.test(name)) return mask
  const text = value.replace(credentials, `//${mask}@`)
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}
