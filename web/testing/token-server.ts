import { session } from '#contract/session.ts'
import { type Token, tokenStatuses, tokens } from '#contract/tokens.ts'
import { keptRows, on, serve } from './fake-server.ts'

export const sampleToken = (changes: Partial<Token> = {}): Token => ({
  id: 1,
  user_id: 7,
  name: 'laptop',
  key: 'abcdefghijkl',
  status: 1,
  remain_quota: 400_000,
  used_quota: 100_000,
  unlimited_quota: false,
  expired_time: -1,
  created_time: 1,
  accessed_time: 1,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: '',
  strict: false,
  ...changes,
})

/** A server with these tokens. */
export const serveTokens = (rows: readonly Token[], ...others: ReturnType<typeof on>[]) => {
  const kept = keptRows(rows)
  const isEmpty = ({ unlimited_quota, remain_quota }: Token) => !unlimited_quota && remain_quota <= 0
  const calls = serve(
    on(tokens.list, ({ query }) =>
      kept.page(
        query,
        ({ name, key, status, group }) =>
          name.toLowerCase().includes(query.keyword.toLowerCase()) &&
          key.includes(query.token.replace(/^sk-/, '')) &&
          (query.status === 0 || status === query.status) &&
          (query.group === '' || group === query.group) &&
          (!query.own_group || group === ''),
      ),
    ),
    on(tokens.read, ({ params }) => kept.one(params.id)),
    on(tokens.create, ({ body }) => {
      const id = Math.max(0, ...kept.rows().map((row) => row.id)) + 1
      const token = sampleToken({ ...body, allow_ips: body.allow_ips ?? '', id, key: `secret${id}`, used_quota: 0 })
      kept.add(token)
      return token
    }),
    on(tokens.update, ({ body: { id, remain_quota_before: _before, allow_ips, ...change } }) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      kept.change([id], { ...given, ...(allow_ips === undefined ? {} : { allow_ips: allow_ips ?? '' }) })
      return kept.one(id)
    }),
    on(tokens.switchMany, ({ body: { ids, status } }) => {
      const empty = status === tokenStatuses.enabled ? ids.filter((id) => isEmpty(kept.one(id))) : []
      kept.change(
        ids.filter((id) => !empty.includes(id)),
        { status },
      )
      const message = 'The token has no quota left: raise its quota first'
      return empty.map((id) => ({ id, message, code: 'token_exhausted' }))
    }),
    on(tokens.removeMany, ({ body }) => kept.remove(body.ids)),
    on(session.groups, () => ({ vip: { ratio: 0.8, desc: 'Cheaper' } })),
    on(session.models, () => ['one', 'two']),
    ...others,
  )
  return { calls, kept }
}
