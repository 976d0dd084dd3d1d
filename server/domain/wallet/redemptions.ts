import { ApplicationError } from '#contract/errors.ts'
import { type NewRedemption, type RedemptionChange, redemptionStatuses, unlimitedUses } from '#contract/redemptions.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/failures.ts'
import { insertBatch, listBatchCodes } from '../../db/redemption-batches.ts'
import {
  deleteDisabledRedemptions,
  deleteRedemption,
  deleteRedemptionsByName,
  deleteRedemptionsOfBatch,
  disableRedemptions,
  enableRedemptions,
  findRedemption,
  insertRedemptions,
  setRedemptionStatus,
  updateUnusedRedemption,
} from '../../db/redemptions.ts'
import type { RedemptionRow } from '../../db/schema.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { randomHex } from '../../lib/identifiers.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import { type Act, type Actor, changedFields, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'

type Change = Partial<Pick<RedemptionChange, 'name' | 'quota' | 'valid_from' | 'valid_until' | 'status'>>

/** Some codes, or those of a batch. */
type Which = { ids: readonly number[] } | { batch: number }

/** Redemption codes as operators keep them. */
export type Redemptions = {
  /** Answers the codes. */
  create: (wish: NewRedemption, actor: Actor) => Promise<string[]>
  /** Only an unused code can be changed, and one that was used stays used. What is so already changes nothing. */
  change: (id: number, change: Change, actor: Actor) => Promise<RedemptionRow>
  remove: (id: number, actor: Actor) => Promise<void>
  /** These two answer which codes were disabled, or enabled. */
  disable: (which: Which, actor: Actor) => Promise<number[]>
  enable: (which: Which, actor: Actor) => Promise<number[]>
  /** The others answer how many codes it concerned. */
  removeBatch: (batchId: number, actor: Actor) => Promise<number>
  removeDisabled: (actor: Actor) => Promise<number>
  removeByName: (name: string, actor: Actor) => Promise<number>
}

type Parts = { domain: Pick<Domain, 'clock'>; database: Database }

const keyBytes = 16

export const createRedemptions = ({ domain: { clock }, database }: Parts): Redemptions => {
  const record = (transaction: OpenTransaction, actor: Actor, act: Act) => recordAct(transaction, clock, actor, act)

  const removeMany = (
    actor: Actor,
    target: string,
    remove: (transaction: OpenTransaction, now: number) => Promise<number>,
  ): Promise<number> =>
    database.transaction(async (transaction) => {
      const count = await remove(transaction, nowSeconds(clock))
      if (count > 0) await record(transaction, actor, { action: 'redemption.delete', target, after: { count } })
      return count
    })

  const switchMany = (
    which: Which,
    actor: Actor,
    action: Act['action'],
    change: (transaction: OpenTransaction, ids: readonly number[]) => Promise<number[]>,
  ): Promise<number[]> =>
    database.transaction(async (transaction) => {
      const ids = 'ids' in which ? which.ids : await codesOfBatch(transaction, which.batch)
      const changed = await change(transaction, ids)
      const act = { action, target: targetOf(changed), after: { count: changed.length } }
      if (changed.length > 0) await record(transaction, actor, act)
      return changed
    })

  return {
    create: async (wish, actor) => {
      checkPeriod(wish)
      const keys = wish.key === '' ? Array.from({ length: wish.count }, () => randomHex(keyBytes)) : [wish.key]
      const common = { ...fieldsOf(wish), creator_id: actor.id, created_time: nowSeconds(clock) }
      try {
        await database.transaction(async (transaction) => {
          const rows = keys.map((key) => ({ ...emptyRedemption, ...common, key }))
          const ids = await insertRedemptions(transaction, rows)
          const { name, creator_id, created_time } = common
          await insertBatch(transaction, ids, { name, creator_id, created_time })
          const after = { ...fieldsOf(wish), count: ids.length }
          await record(transaction, actor, { action: 'redemption.create', target: targetOf(ids), after })
        })
      } catch (error) {
        throw isUniqueViolation(error) ? new ApplicationError('redemption_key_taken') : error
      }
      return keys
    },
    change: (id, wish, actor) =>
      database.transaction(async (transaction) => {
        const before = await find(transaction, id)
        const { status, ...change } = differing(before, wish)
        const isChanged = Object.keys(change).length > 0
        if (isChanged) {
          checkPeriod({ ...before, ...change })
          if (!(await updateUnusedRedemption(transaction, id, change))) {
            throw new ApplicationError('redemption_not_editable')
          }
        }
        if (status !== undefined) {
          if (status === redemptionStatuses.used) {
            throw new ApplicationError('input_invalid', {
              field: 'status',
              reason: 'not_one_of',
              choices: '1, 2',
              count: 2,
            })
          }
          if (!(await setRedemptionStatus(transaction, id, status))) throw new ApplicationError('redemption_used')
        }
        if (!isChanged && status === undefined) return before
        const after = await find(transaction, id)
        const action = status === undefined || isChanged ? 'redemption.change' : switching[status]
        await record(transaction, actor, { action, target: targetOf([id]), ...changedFields(before, after) })
        return after
      }),
    remove: (id, actor) =>
      database.transaction(async (transaction) => {
        const { name, quota, status } = await find(transaction, id)
        await deleteRedemption(transaction, id, nowSeconds(clock))
        const before = { name, quota, status }
        await record(transaction, actor, { action: 'redemption.delete', target: targetOf([id]), before })
      }),
    disable: (which, actor) => switchMany(which, actor, 'redemption.disable', disableRedemptions),
    enable: (which, actor) => switchMany(which, actor, 'redemption.enable', enableRedemptions),
    removeBatch: (batchId, actor) =>
      removeMany(actor, `redemptions of batch ${batchId}`, async (transaction, now) => {
        await codesOfBatch(transaction, batchId)
        return deleteRedemptionsOfBatch(transaction, batchId, now)
      }),
    removeDisabled: (actor) => removeMany(actor, 'disabled redemptions', deleteDisabledRedemptions),
    removeByName: (name, actor) =>
      removeMany(actor, `redemptions named ${name}`, (transaction, now) =>
        deleteRedemptionsByName(transaction, name, now),
      ),
  }
}

const switching = { 1: 'redemption.enable', 2: 'redemption.disable' } as const

/** What of a wish is not so already. */
const differing = (row: RedemptionRow, { name, quota, valid_from, valid_until, status }: Change) => {
  const unlessSame = <Value>(value: Value, own: unknown) => (value === own ? undefined : value)
  return withoutUndefined({
    name: unlessSame(name, row.name),
    quota: unlessSame(quota, row.quota),
    valid_from: unlessSame(valid_from, row.valid_from),
    valid_until: unlessSame(valid_until, row.valid_until),
    status: unlessSame(status, row.status),
  })
}

const find = async (transaction: OpenTransaction, id: number): Promise<RedemptionRow> => {
  const row = await findRedemption(transaction, id)
  if (row === undefined) throw new ApplicationError('redemption_missing')
  return row
}

const codesOfBatch = async (transaction: OpenTransaction, batchId: number): Promise<number[]> => {
  const ids = await listBatchCodes(transaction, batchId)
  if (ids.length === 0) throw new ApplicationError('redemption_batch_missing')
  return ids
}

const targetOf = (ids: readonly number[]): string => ids.map((id) => `redemption:${id}`).join(' ')

const checkPeriod = ({ valid_from, valid_until }: { valid_from: number; valid_until: number }): void => {
  if (valid_until !== 0 && valid_until <= valid_from) {
    throw new ApplicationError('input_invalid', { field: 'valid_until', reason: 'not_after_start' })
  }
}

const fieldsOf = ({ name, quota, is_gift, max_uses, valid_from, valid_until }: NewRedemption) => ({
  name,
  quota,
  is_gift: Number(is_gift),
  max_uses: is_gift ? usesOf(max_uses) : unlimitedUses,
  valid_from,
  valid_until,
})

/** A gift that nobody could redeem is a mistake. */
const usesOf = (wish: number | null): number => {
  if (wish === 0) throw new ApplicationError('input_invalid', { field: 'max_uses', reason: 'too_small', limit: 1 })
  return wish ?? unlimitedUses
}

const emptyRedemption = {
  status: redemptionStatuses.unused,
  used_count: 0,
  used_user_id: 0,
  redeemed_time: 0,
  deleted_at: null,
} as const
