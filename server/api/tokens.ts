import type * as z from 'zod/mini'
import { ApplicationError, errorMessage } from '#contract/errors.ts'
import {
  type Token,
  type TokenOfUser,
  type TokenWish,
  tokenStatuses,
  type tokens,
  toldOfToken,
} from '#contract/tokens.ts'
import type { Executor } from '../db/database.ts'
import type { TokenRow, UserRow } from '../db/schema.ts'
import { findOwnToken, findOwnTokens, listTokens, searchTokens } from '../db/tokens.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import { createTokenActs } from '../domain/people/token-acts.ts'
import {
  checkTokenGroup,
  readTokenAddresses,
  shownTokenStatus,
  wantedTokenStatus,
} from '../domain/people/token-rules.ts'
import { nowSeconds } from '../lib/clock.ts'
import { randomKey } from '../lib/identifiers.ts'
import { nameList } from '../lib/name-list.ts'
import type { Vault } from '../lib/vault.ts'
import { withoutUndefined } from '../lib/without-undefined.ts'
import { actorOf, operatorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { checkTold } from './written-back.ts'

const keyLength = 48
const mostOpened = 1000

export const tokenHandlers = ({ domain, database, userAdministration }: ControlPlane): Handlers<typeof tokens> => {
  const { clock, options, vault } = domain
  const acts = createTokenActs({ domain, database })

  const present = (row: TokenRow): Token => ({
    ...row,
    key: vault.open(row.key_sealed),
    status: shownTokenStatus(row, nowSeconds(clock)),
    unlimited_quota: row.unlimited_quota === 1,
    model_limits_enabled: row.model_limits_enabled === 1,
    strict: row.strict === 1,
  })

  const own = async (user: UserIdentity, id: number): Promise<TokenRow> => {
    const row = await findOwnToken(database.query, user.id, id)
    if (row === undefined) throw new ApplicationError('token_missing')
    return row
  }

  const readPage = async (user: UserIdentity, query: ListQuery) => {
    const { page, pageSize } = query
    if (query.token.trim() !== '') {
      const found = (await findByKey(database.query, vault, user.id, { ...query, now: nowSeconds(clock) })).map(present)
      const items = found.slice((page - 1) * pageSize, page * pageSize)
      return { items, page, page_size: pageSize, total: found.length }
    }
    const { items, total } = await listTokens(database.query, user.id, { ...query, now: nowSeconds(clock) })
    return { items: items.map(present), page, page_size: pageSize, total }
  }

  return {
    list: ({ caller, query }) => readPage(caller.user, query),
    search: ({ caller, query }) => readPage(caller.user, query),
    read: async ({ caller, params }) => present(await own(caller.user, params.id)),
    listOfUser: async ({ params, query, ...call }) =>
      pageOfUser(database.query, await userAdministration.read(params.id, operatorOf(call)), query, nowSeconds(clock)),
    create: async ({ caller, body, ...call }) => {
      const now = nowSeconds(clock)
      if (body.expired_time !== -1 && body.expired_time <= now) {
        throw new ApplicationError('input_invalid', { field: 'expired_time', reason: 'in_the_past' })
      }
      checkTokenGroup(options, caller.user, body.group)
      const row = { ...newToken(body, now), ...newKey(vault), user_id: caller.user.id }
      const most = options.get('TokensPerUser')
      const id = await acts.create(row, most, actorOf({ caller, ...call }))
      if (id === undefined) throw new ApplicationError('token_too_many', { most })
      return present(await own(caller.user, id))
    },
    update: async ({ caller, query, body, ...call }) => {
      const row = await own(caller.user, body.id)
      checkTold(toldOfToken, { ...body, key: body.key?.replace(/^sk-/, '') }, present(row))
      if (query.status_only && body.status === undefined) {
        throw new ApplicationError('input_invalid', { field: 'status', reason: 'required' })
      }
      const wanted: typeof body = query.status_only ? { id: body.id, status: body.status } : body
      // A group that was taken from the user since stays on the token: the relay refuses it, not a change of the name.
      if (wanted.group !== undefined && wanted.group !== row.group) checkTokenGroup(options, caller.user, wanted.group)
      const quotaChange = quotaChangeOf(wanted, row)
      const change = differing(row, changeOf(wanted, row))
      const next = { ...change, remain_quota: row.remain_quota + quotaChange }
      const status = wantedTokenStatus(wanted.status, row, next, nowSeconds(clock))
      const wish = { change: { ...change, ...(status !== undefined && { status }) }, quotaChange }
      await acts.change(row, wish, actorOf({ caller, ...call }))
      return present(await own(caller.user, row.id))
    },
    rotate: async ({ caller, params, body, ...call }) => {
      const token = await own(caller.user, params.id)
      await acts.rotate(token, newKey(vault), body.keep_seconds, actorOf({ caller, ...call }))
      return present(await own(caller.user, token.id))
    },
    switchMany: async ({ caller, body: { ids, status }, language, ...call }) => {
      const rows = await findOwnTokens(database.query, caller.user.id, ids)
      const { switched, faults } = sortedOut(rows, status, nowSeconds(clock))
      await acts.switchMany(switched, status, actorOf({ caller, ...call }))
      return faults.map(({ id, error: { code } }) => ({ id, message: errorMessage(code, language), code }))
    },
    removeMany: ({ body, ...call }) => acts.remove(body.ids, actorOf(call)),
    remove: async ({ params, ...call }) => {
      await own(call.caller.user, params.id)
      await acts.remove([params.id], actorOf(call))
    },
  }
}

const newKey = (vault: Vault) => {
  const key = randomKey(keyLength)
  return { key_hash: vault.fingerprint(key), key_sealed: vault.seal(key) }
}

const pageOfUser = async (executor: Executor, user: Pick<UserRow, 'id'>, query: Page, now: number) => {
  const order = { sort: 'accessed_time', direction: 'desc' } as const
  const { items, total } = await listTokens(executor, user.id, { ...query, ...order, now })
  return { items: items.map((row) => presentOfUser(row, now)), page: query.page, page_size: query.pageSize, total }
}

const presentOfUser = (row: TokenRow, now: number): TokenOfUser => ({
  id: row.id,
  name: row.name,
  status: shownTokenStatus(row, now),
  model_limits_enabled: row.model_limits_enabled === 1,
  used_quota: row.used_quota,
  created_time: row.created_time,
  accessed_time: row.accessed_time,
})

type KeyWish = TokenWish & { now: number }

/** Keys are sealed, so the part of a key is looked for in the opened ones: a user has few enough of them. */
const findByKey = async (executor: Executor, vault: Vault, userId: number, { token, ...wish }: KeyWish) => {
  const part = token.trim().replace(/^sk-/, '')
  const keyHash = part.length === keyLength && { keyHash: vault.fingerprint(part) }
  const rows = await searchTokens(executor, userId, { ...wish, ...keyHash, most: mostOpened })
  return rows.filter(({ key_sealed }) => vault.open(key_sealed).includes(part))
}

/** Which tokens can have the status, and why the others cannot. */
const sortedOut = (rows: readonly TokenRow[], status: number, now: number) => {
  const faults = rows.flatMap((row) => {
    const error = switchFault(row, status, now)
    return error === undefined ? [] : [{ id: row.id, error }]
  })
  const switched = rows.flatMap(({ id }) => (faults.some((fault) => fault.id === id) ? [] : [id]))
  return { switched, faults }
}

const switchFault = (row: TokenRow, status: number, now: number): ApplicationError | undefined => {
  try {
    wantedTokenStatus(status, row, {}, now)
    return undefined
  } catch (error) {
    if (error instanceof ApplicationError) return error
    throw error
  }
}

type ListQuery = z.output<typeof tokens.list.query>
type Page = Pick<ListQuery, 'page' | 'pageSize'>
type TokenChange = z.output<typeof tokens.update.body>

/** What a wish makes of a token. Addresses that stand there already are not looked at again. */
const changeOf = (wish: TokenChange, row: TokenRow) =>
  withoutUndefined({
    name: wish.name,
    unlimited_quota: wish.unlimited_quota === undefined ? undefined : Number(wish.unlimited_quota),
    expired_time: wish.expired_time,
    model_limits_enabled: wish.model_limits_enabled === undefined ? undefined : Number(wish.model_limits_enabled),
    model_limits: wish.model_limits === undefined ? undefined : nameList(wish.model_limits).join(','),
    allow_ips:
      wish.allow_ips === undefined || wish.allow_ips === row.allow_ips ? undefined : readTokenAddresses(wish.allow_ips),
    group: wish.group,
    strict: wish.strict === undefined ? undefined : Number(wish.strict),
    note: wish.note,
  })

/** As a difference to what the form was loaded with, or to what was left by what it tells was used. */
const quotaChangeOf = (wish: TokenChange, row: TokenRow): number => {
  const used = row.used_quota - (wish.used_quota ?? row.used_quota)
  const before = wish.remain_quota_before ?? row.remain_quota + used
  const change = wish.remain_quota === undefined ? 0 : wish.remain_quota - before
  if (change !== 0 && (wish.remain_quota ?? 0) < 0) {
    throw new ApplicationError('input_invalid', { field: 'remain_quota', reason: 'too_small', limit: 0 })
  }
  return change
}

const differing = (row: TokenRow, change: ReturnType<typeof changeOf>): ReturnType<typeof changeOf> => {
  const stored = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => value !== stored.get(name)))
}

type NewToken = z.output<typeof tokens.create.body>

const newToken = (body: NewToken, now: number) => ({
  name: body.name,
  status: tokenStatuses.enabled,
  remain_quota: body.remain_quota,
  used_quota: 0,
  unlimited_quota: Number(body.unlimited_quota),
  expired_time: body.expired_time,
  created_time: now,
  accessed_time: now,
  model_limits_enabled: Number(body.model_limits_enabled),
  model_limits: nameList(body.model_limits).join(','),
  allow_ips: readTokenAddresses(body.allow_ips),
  group: body.group,
  strict: Number(body.strict),
  note: body.note,
  deleted_at: null,
})
