import type * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { type Token, tokenStatuses, type tokens, toldOfToken } from '#contract/tokens.ts'
import type { TokenRow } from '../db/schema.ts'
import { deleteToken, findOwnToken, insertTokenWithin, listTokens, searchTokens, updateToken } from '../db/tokens.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import {
  checkTokenGroup,
  readTokenAddresses,
  shownTokenStatus,
  wantedTokenStatus,
} from '../domain/people/token-rules.ts'
import { nowSeconds } from '../lib/clock.ts'
import { randomKey } from '../lib/identifiers.ts'
import { nameList } from '../lib/name-list.ts'
import { withoutUndefined } from '../lib/without-undefined.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { checkTold } from './written-back.ts'

const keyLength = 48
const mostOpened = 1000

export const tokenHandlers = ({ domain, database }: ControlPlane): Handlers<typeof tokens> => {
  const { clock, identities, ledger, options, vault } = domain

  const present = (row: TokenRow): Token => ({
    ...row,
    key: vault.open(row.key_sealed),
    status: shownTokenStatus(row, nowSeconds(clock)),
    unlimited_quota: row.unlimited_quota === 1,
    model_limits_enabled: row.model_limits_enabled === 1,
  })

  const own = async (user: UserIdentity, id: number): Promise<TokenRow> => {
    const row = await findOwnToken(database.query, user.id, id)
    if (row === undefined) throw new ApplicationError('token_missing')
    return row
  }

  const forget = (id: number) => {
    identities.forgetToken(id)
    ledger.forgetToken(id)
  }

  return {
    list: async ({ caller, query }) => {
      const { items, total } = await listTokens(database.query, caller.user.id, query)
      return { items: items.map(present), page: query.page, page_size: query.pageSize, total }
    },
    search: async ({ caller, query }) => {
      const part = query.token.trim().replace(/^sk-/, '')
      // Keys are sealed, so the part of a key is looked for in the opened ones: a user has few enough of them.
      const wish = {
        keyword: query.keyword,
        ...(part.length === keyLength && { keyHash: vault.fingerprint(part) }),
        most: mostOpened,
      }
      const rows = await searchTokens(database.query, caller.user.id, wish)
      const found = rows.map(present).filter(({ key }) => key.includes(part))
      const { page, pageSize } = query
      const items = found.slice((page - 1) * pageSize, page * pageSize)
      return { items, page, page_size: pageSize, total: found.length }
    },
    read: async ({ caller, params }) => present(await own(caller.user, params.id)),
    create: async ({ caller, body }) => {
      const key = randomKey(keyLength)
      const now = nowSeconds(clock)
      if (body.expired_time !== -1 && body.expired_time <= now) {
        throw new ApplicationError('input_invalid', { field: 'expired_time', reason: 'in_the_past' })
      }
      checkTokenGroup(options, caller.user, body.group)
      const sealed = { key_hash: vault.fingerprint(key), key_sealed: vault.seal(key) }
      const row = { ...newToken(body, now), ...sealed, user_id: caller.user.id }
      const most = options.get('TokensPerUser')
      const id = await database.transaction((transaction) => insertTokenWithin(transaction, row, most))
      if (id === undefined) throw new ApplicationError('token_too_many', { most })
      return present(await own(caller.user, id))
    },
    update: async ({ caller, query, body }) => {
      const row = await own(caller.user, body.id)
      checkTold(toldOfToken, { ...body, key: body.key?.replace(/^sk-/, '') }, present(row))
      if (query.status_only && body.status === undefined) {
        throw new ApplicationError('input_invalid', { field: 'status', reason: 'required' })
      }
      const wanted: typeof body = query.status_only ? { id: body.id, status: body.status } : body
      // A group that was taken from the user since stays on the token: the relay refuses it, not a change of the name.
      if (wanted.group !== undefined && wanted.group !== row.group) checkTokenGroup(options, caller.user, wanted.group)
      const used = row.used_quota - (wanted.used_quota ?? row.used_quota)
      const before = wanted.remain_quota_before ?? row.remain_quota + used
      const quotaChange = wanted.remain_quota === undefined ? 0 : wanted.remain_quota - before
      if (quotaChange !== 0 && (wanted.remain_quota ?? 0) < 0) {
        throw new ApplicationError('input_invalid', { field: 'remain_quota', reason: 'too_small', limit: 0 })
      }
      const change = differing(row, changeOf(wanted, row))
      const next = { ...change, remain_quota: row.remain_quota + quotaChange }
      const status = wantedTokenStatus(wanted.status, row, next, nowSeconds(clock))
      await updateToken(database.query, row.id, { ...change, ...(status !== undefined && { status }) }, quotaChange)
      forget(row.id)
      return present(await own(caller.user, row.id))
    },
    remove: async ({ caller, params }) => {
      await own(caller.user, params.id)
      await deleteToken(database.query, params.id, nowSeconds(clock))
      forget(params.id)
    },
  }
}

type TokenWish = z.output<typeof tokens.update.body>

/** What a wish makes of a token. Addresses that stand there already are not looked at again. */
const changeOf = (wish: TokenWish, row: TokenRow) =>
  withoutUndefined({
    name: wish.name,
    unlimited_quota: wish.unlimited_quota === undefined ? undefined : Number(wish.unlimited_quota),
    expired_time: wish.expired_time,
    model_limits_enabled: wish.model_limits_enabled === undefined ? undefined : Number(wish.model_limits_enabled),
    model_limits: wish.model_limits === undefined ? undefined : nameList(wish.model_limits).join(','),
    allow_ips:
      wish.allow_ips === undefined || wish.allow_ips === row.allow_ips ? undefined : readTokenAddresses(wish.allow_ips),
    group: wish.group,
  })

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
  deleted_at: null,
})
