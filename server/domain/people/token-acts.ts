import { tokenStatuses } from '#contract/tokens.ts'
import { keepLatestActs } from '../../db/audit.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { replaceKey } from '../../db/replaced-keys.ts'
import type { NewToken, TokenRow } from '../../db/schema.ts'
import {
  deleteTokens,
  findOwnTokens,
  insertTokenWithin,
  lockOwnToken,
  type PlainTokenChange,
  setTokenStatus,
  updateToken,
} from '../../db/tokens.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { type Act, type Actor, changedFields, recordActs } from '../audit.ts'
import type { Domain } from '../domain.ts'

/** Acts that are kept of one token: whoever changes his again and again leaves no more of them behind. */
const mostActs = 100

type TokenChange = { change: PlainTokenChange; quotaChange: number }
type NewKey = Pick<TokenRow, 'key_hash' | 'key_sealed'>

/** What owners do to their tokens, each written down in the transaction in which it is done. */
export type TokenActs = {
  /** Answers the new token's id: undefined when its user has `most` of them. */
  create: (row: NewToken, most: number, actor: Actor) => Promise<number | undefined>
  change: (token: TokenRow, wish: TokenChange, actor: Actor) => Promise<void>
  rotate: (token: TokenRow, key: NewKey, keepSeconds: number, actor: Actor) => Promise<void>
  /** Those of `ids` that are the actor's. */
  switchMany: (ids: readonly number[], status: 1 | 2, actor: Actor) => Promise<void>
  /** Answers how many there were. */
  remove: (ids: readonly number[], actor: Actor) => Promise<number>
}

type Parts = { domain: Pick<Domain, 'clock' | 'identities' | 'ledger'>; database: Database }

export const createTokenActs = ({ domain: { clock, identities, ledger }, database }: Parts): TokenActs => {
  const forget = (ids: readonly number[]) => {
    for (const id of ids) {
      identities.forgetToken(id)
      ledger.forgetToken(id)
    }
  }

  const record = async (transaction: OpenTransaction, actor: Actor, acts: readonly Act[]) => {
    if (acts.length === 0) return
    await recordActs(transaction, clock, actor, acts)
    await keepLatestActs(
      transaction,
      acts.map(({ target }) => target),
      mostActs,
    )
  }

  return {
    create: (row, most, actor) =>
      database.transaction(async (transaction) => {
        const id = await insertTokenWithin(transaction, row, most)
        if (id !== undefined) {
          await record(transaction, actor, [{ action: 'token.create', target: targetOf(id), after: told(row) }])
        }
        return id
      }),
    change: async (token, { change, quotaChange }, actor) => {
      await database.transaction(async (transaction) => {
        const before = await lockOwnToken(transaction, token.user_id, token.id)
        if (before === undefined) return
        await updateToken(transaction, token.id, change, quotaChange)
        const [after = before] = await findOwnTokens(transaction, token.user_id, [token.id])
        const changed = changedFields(told(before), told(after))
        const names = Object.keys(changed.after)
        const action = names.join() === 'status' ? switching(after.status) : 'token.change'
        await record(transaction, actor, names.length === 0 ? [] : [{ action, target: targetOf(token.id), ...changed }])
      })
      forget([token.id])
    },
    rotate: async (token, key, keepSeconds, actor) => {
      const now = nowSeconds(clock)
      const until = now + keepSeconds
      await database.transaction(async (transaction) => {
        await replaceKey(transaction, { token, key, now, until })
        const after = { name: token.name, kept_until: until }
        await record(transaction, actor, [{ action: 'token.rotate', target: targetOf(token.id), after }])
      })
      forget([token.id])
    },
    switchMany: async (ids, status, actor) => {
      await database.transaction(async (transaction) => {
        const rows = await findOwnTokens(transaction, actor.id, ids)
        await setTokenStatus(
          transaction,
          rows.map(({ id }) => id),
          status,
        )
        const switched = rows.filter((row) => row.status !== status)
        const acts = switched.map((row) => ({
          ...{ action: switching(status), target: targetOf(row.id) },
          ...{ before: { status: row.status }, after: { status } },
        }))
        await record(transaction, actor, acts)
      })
      forget(ids)
    },
    remove: async (ids, actor) => {
      const removed = await database.transaction(async (transaction) => {
        const rows = await findOwnTokens(transaction, actor.id, ids)
        const gone = new Set(
          await deleteTokens(
            transaction,
            rows.map(({ id }) => id),
            nowSeconds(clock),
          ),
        )
        const acts = rows.flatMap((row) =>
          gone.has(row.id) ? [{ action: 'token.delete' as const, target: targetOf(row.id), before: told(row) }] : [],
        )
        await record(transaction, actor, acts)
        return [...gone]
      })
      forget(removed)
      return removed.length
    },
  }
}

const targetOf = (id: number) => `token:${id}`

const switching = (status: number): Act['action'] =>
  status === tokenStatuses.enabled ? 'token.enable' : 'token.disable'

/** What the audit tells of a token: what it may do and spend. Its key is nobody's to read there, its note its owner's. */
const told = (row: NewToken | TokenRow): object => ({
  name: row.name,
  status: row.status,
  remain_quota: row.remain_quota,
  unlimited_quota: row.unlimited_quota,
  expired_time: row.expired_time,
  model_limits: row.model_limits_enabled === 1 ? row.model_limits : '',
  allow_ips: row.allow_ips,
  group: row.group,
})
