import { type Channel, channels, isChannelTag } from '#contract/channels.ts'
import { logTypes } from '#contract/log-types.ts'
import { type Log, logs } from '#contract/logs.ts'
import { type Token, tokenStatuses, tokens } from '#contract/tokens.ts'
import { callableModels, firstModel, pricesQuery } from '../../lib/callable-models.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { doneSteps, type StepName } from './start-steps.ts'

/** How far it is, and with what. */
export type Start = {
  done: ReadonlySet<StepName>
  channel: Channel | undefined
  /** Models of the channel that nothing prices yet. */
  unpriced: readonly string[]
  token: Token | undefined
  /** What a first call is made with. */
  model: string | undefined
  /** The latest call since there is the token that came and failed. */
  failed: Log | undefined
}

const lookAgainMilliseconds = 2000

/** Calls of others fail meanwhile too. */
const mostFailed = 20

/** All of it is read from what there is, so it goes on in another browser too. */
export const useStart = () => {
  const user = useUser()
  const group = user?.group ?? ''
  const own = usePageQuery(endpointQuery(channels.list, { query: { p: '1', page_size: '1', id_sort: 'true' } }))
  const priced = usePageQuery(pricesQuery(user?.id, group))
  const keys = usePageQuery(endpointQuery(tokens.list, { query: { p: '1', page_size: '100' } }))
  const token = keys.data?.items.find(isUsable)
  const calls = usePageQuery({
    ...endpointQuery(logs.listSelf, { query: { p: '1', page_size: '1', type: String(logTypes.consume) } }),
    // The call is made elsewhere: it is seen as soon as it is charged.
    refetchInterval: ({ state }) => token !== undefined && state.data?.items.length === 0 && lookAgainMilliseconds,
  })
  const failures = endpointQuery(logs.list, { query: { page_size: mostFailed, type: String(logTypes.failed) } })
  const failed = usePageQuery({
    ...failures,
    // The reason comes in the reader's language.
    queryKey: [...failures.queryKey, useLanguage()],
    refetchInterval: token !== undefined && calls.data?.items.length === 0 && lookAgainMilliseconds,
  })
  const [row] = own.data?.items ?? []
  const channel = row === undefined || isChannelTag(row) ? undefined : row
  const served = new Set(channel?.models.split(','))
  const callable = priced.data
    ? callableModels(priced.data, token ?? { group }, group).flatMap(({ model_name: name }) => name)
    : []
  const ofChannel = callable.filter((name) => served.has(name))
  const isUnpriced = ({ model_name: name, priced: has }: { model_name: string; priced: boolean }) =>
    !has && served.has(name) && !priced.data?.accepts_unpriced
  const [call] = calls.data?.items ?? []
  // A call whose key is none of this site belongs to nobody.
  const isOwn = ({ user_id: id, created_at }: Log) =>
    (id === user?.id || id === 0) && token !== undefined && created_at >= token.created_time
  const all = [own, priced, keys, calls, failed]
  const start: Start = {
    done: doneSteps({ channel, callable: ofChannel, hasToken: token !== undefined, hasCalled: call !== undefined }),
    channel,
    unpriced: (priced.data?.models ?? []).filter(isUnpriced).map(({ model_name: name }) => name),
    token,
    model: firstModel(ofChannel) ?? firstModel(callable),
    failed: failed.data?.items.find(isOwn),
  }
  return {
    start: all.every(({ data }) => data !== undefined) ? start : undefined,
    call,
    error: all.find(({ error, data }) => error !== null && data === undefined)?.error,
    retry: () => void Promise.all(all.map((query) => query.refetch())),
  }
}

const isUsable = ({ status, unlimited_quota: isUnlimited, remain_quota: left }: Token): boolean =>
  status === tokenStatuses.enabled && (isUnlimited || left > 0)
