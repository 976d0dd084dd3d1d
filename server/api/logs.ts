import { ApplicationError } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'
import { logTypes } from '#contract/log-types.ts'
import { type Log, type LogOther, logOther, type logs, type UsageBreakdown } from '#contract/logs.ts'
import { markOf } from '#providers/catalogue.ts'
import type { Executor } from '../db/database.ts'
import { everybody, failuresOfUsers, listFailedCalls, streamFailedCalls } from '../db/failed-calls.ts'
import { secondsPerDay } from '../db/log-time.ts'
import {
  type ChartOwner,
  deleteLogsBefore,
  type LogFilter,
  listLogs,
  readLogDeletion,
  readToppedUp,
  streamLogs,
  sumLogs,
} from '../db/logs/log-store.ts'
import type { FailedCallRow, LogRow } from '../db/schema.ts'
import { findTokenByKeyHash, findTokenOwner } from '../db/tokens.ts'
import { findUserByLogin } from '../db/users.ts'
import { recordAct } from '../domain/audit.ts'
import { nowSeconds } from '../lib/clock.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import { failedRow, ownFailedRow } from './failed-rows.ts'
import type { Handlers } from './implement.ts'
import { adminColumns, logFile, ownerColumns } from './log-export.ts'
import { type BreakdownQuery, usageBreakdown } from './usage-breakdown.ts'
import { type ChartQuery, type ChartRange, usagePoints } from './usage-points.ts'
import { withTimes } from './usage-times.ts'

/** How rows of both kinds are shown to whoever asks. */
type Shown = { row: (row: LogRow) => Log; failed: (row: FailedCallRow) => Log }

type Page = { page: number; pageSize: number }

const withMark = (row: Log): Log => (row.model_name === '' ? row : { ...row, mark: markOf(row.model_name) })

export const logHandlers = ({ domain, database }: ControlPlane): Handlers<typeof logs> => {
  const { clock, failedCalls, options, pool, vault } = domain

  /** Who looks at what failed wants to see what failed just now. */
  const readFailed = async (filter: LogFilter, page: Page, { failed }: Shown) => {
    await failedCalls.drain()
    const { items, total } = await listFailedCalls(database.query, filter, page)
    return { items: items.map(failed), total }
  }
  const readRows = async (filter: LogFilter, page: Page, shown: Shown) => {
    if (filter.type === logTypes.failed) return readFailed(filter, page, shown)
    const { items, total } = await listLogs(database.query, filter, page)
    // A call that has no row in the log may be one that failed.
    if (total === 0 && filter.request_id && !filter.type) return readFailed(filter, page, shown)
    return { items: items.map(shown.row), total }
  }
  const readPage = async (filter: LogFilter, { page, pageSize }: Page, shown: Shown) => {
    const { items, total } = await readRows(filter, { page, pageSize }, shown)
    return { items: items.map(withMark), page, page_size: pageSize, total }
  }
  const streamRows = ({ format, ...filter }: Exported, shown: Shown, columns: typeof adminColumns) =>
    filter.type === logTypes.failed
      ? logFile(streamFailedCalls(database.query, filter), shown.failed, columns, format)
      : logFile(streamLogs(database.query, filter), shown.row, columns, format)
  const readSums = (filter: LogFilter) => sumsOf(database.query, filter, nowSeconds(clock))
  const readPoints = (query: ChartQuery, filter: LogFilter, owner: ChartOwner, userId: number | undefined) =>
    usagePoints(database.query, nowSeconds(clock), { query, filter, owner, userId })
  const readParts = (asked: PartsQuery, whose: { username: string } | { user_id: number }) =>
    usageBreakdown(database.query, pool, whose, { ...asked, now: nowSeconds(clock) })
  /** Undefined: there is no such user. */
  const idOfName = async (username: string): Promise<number | undefined> => {
    if (username === '') return everybody
    const user = await findUserByLogin(database.query, username)
    return user?.username === username ? user.id : undefined
  }
  const nameOf = (channel: number): string => pool.find(channel)?.name ?? ''
  const forAdmin = (language: ServerLanguage): Shown => ({
    row: (row) => ({ ...row, channel_name: nameOf(row.channel), is_stream: row.is_stream === 1 }),
    failed: (row) => failedRow(row, language, nameOf(row.channel)),
  })
  const forOwner = (language: ServerLanguage): Shown => ({
    row: presentForOwner,
    failed: (row) => ownFailedRow(row, language, options.get('global.hide_upstream_error_enabled')),
  })

  return {
    list: async ({ query, language }) => {
      const page = await readPage(await ofOwner(database.query, query), query, forAdmin(language))
      const items = page.items.map((row) => ({ ...row, channel_names: triedChannelNames(row.other, nameOf) }))
      return { ...page, items }
    },
    listSelf: ({ caller, query, language }) =>
      readPage({ ...query, user_id: caller.user.id }, query, forOwner(language)),
    stat: async ({ query }) => readSums(await ofOwner(database.query, query)),
    statSelf: ({ caller, query }) => readSums({ ...query, user_id: caller.user.id }),
    ofToken: async ({ caller, query, language }) => {
      const token = await findTokenByKeyHash(
        database.query,
        vault.fingerprint(query.key.replace(/^sk-/, '')),
        nowSeconds(clock),
      )
      if (token?.user_id !== caller.user.id) throw new ApplicationError('token_missing')
      const filter = { user_id: caller.user.id, token_id: token.id, type: query.type }
      return (await readRows(filter, { page: 1, pageSize: mostOfToken }, forOwner(language))).items
    },
    export: async ({ query, language }) =>
      streamRows(await ofOwner(database.query, query), forAdmin(language), adminColumns),
    exportSelf: ({ caller, query, language }) =>
      streamRows({ ...query, user_id: caller.user.id }, forOwner(language), ownerColumns),
    usage: async ({ query }) => {
      const { username } = query
      return readPoints(query, query, { id: 0, username }, await idOfName(username))
    },
    usageSelf: ({ caller: { user }, query }) => {
      refuseLong(query, nowSeconds(clock))
      return readPoints(query, { ...query, user_id: user.id }, user, user.id)
    },
    breakdown: async ({ query, readerLanguage: language }) => {
      const found = await readParts({ ...query, language }, { username: query.username })
      if (query.by === 'user') return withFailures(database.query, found, query, nowSeconds(clock))
      return query.username === '' ? withTimes(database.query, pool, found, query.by, query) : found
    },
    breakdownSelf: ({ caller, query, readerLanguage: language }) => {
      refuseLong(query, nowSeconds(clock))
      return readParts({ ...query, language }, { user_id: caller.user.id })
    },
    toppedUp: ({ query: { end_timestamp: end, ...query } }) =>
      readToppedUp(database.query, { ...query, end_timestamp: end === 0 ? nowSeconds(clock) : end }),
    deleteOld: async ({ query: { target_timestamp: target }, ...call }) => {
      const deleted = await deleteLogsBefore(database, target, () => nowSeconds(clock))
      if (deleted === undefined) throw new ApplicationError('log_deletion_running')
      const act = { action: 'log.delete', target: `before:${target}`, after: { deleted } } as const
      await recordAct(database.query, clock, actorOf(call), act)
      return deleted
    },
    deletion: async () => (await readLogDeletion(database.query, nowSeconds(clock))) ?? null,
  }
}

const sumsOf = async (executor: Executor, filter: LogFilter, now: number) => {
  const { promptTokens, completionTokens, ...sums } = await sumLogs(executor, filter, now)
  return { ...sums, prompt_tokens: promptTokens, completion_tokens: completionTokens }
}

/** Rows of a token are looked for among those of its user; no user has the id -1. */
const ofOwner = async <Query extends LogFilter>(executor: Executor, query: Query): Promise<Query & LogFilter> =>
  query.token_id ? { ...query, user_id: (await findTokenOwner(executor, query.token_id)) ?? -1 } : query

const mostOfToken = 1000

type Exported = LogFilter & { format: 'csv' | 'jsonl' }

/** Which channels the operator has is not for users to know. */
const presentForOwner = (row: LogRow): Log => ({
  ...row,
  channel: 0,
  channel_name: '',
  is_stream: row.is_stream === 1,
  other: withoutAdminInfo(row.other),
})

const withoutAdminInfo = (text: string): string => {
  if (!text.includes('admin_info')) return text
  const { admin_info, ...rest }: LogOther & Record<string, unknown> = JSON.parse(text)
  return JSON.stringify(rest)
}

const longestOwnRange = 30 * secondsPerDay

const refuseLong = ({ start_timestamp: start, end_timestamp: end }: ChartRange, now: number): void => {
  if ((end === 0 ? now : end) - start <= longestOwnRange) return
  throw new ApplicationError('usage_range_too_long', { days: longestOwnRange / secondsPerDay })
}

type PartsQuery = Omit<BreakdownQuery, 'now'>

/** What the channels are called that the path of a row tells of, by their ids; those that are gone have no name. */
const triedChannelNames = (other: string, nameOf: (channel: number) => string): Record<string, string> => {
  if (!other.includes('"admin_info"')) return {}
  const { use_channel = [], attempts = [], skipped = [] } = logOther.safeParse(JSON.parse(other)).data?.admin_info ?? {}
  const ids = [
    ...use_channel.map(Number),
    ...attempts.map(({ channel }) => channel),
    ...skipped.map(({ channel }) => channel),
  ]
  return Object.fromEntries(ids.map((id) => [id, nameOf(id)]).filter(([, name]) => name !== ''))
}

/**
 * How many calls of each user came to nothing. By what else use is told, failed calls are in no sum: their rows go after
 * some days, and in a flood one row stands for others of its user, whatever model and channel those were of.
 */
const withFailures = async (
  executor: Executor,
  found: UsageBreakdown,
  { start_timestamp: start, end_timestamp: end }: ChartRange,
  now: number,
): Promise<UsageBreakdown> => {
  const users = found.items.map(({ key }) => Number(key))
  const counts = await failuresOfUsers(executor, users, { start, end: end === 0 ? now : end })
  return { ...found, items: found.items.map((item) => ({ ...item, failed: counts.get(Number(item.key)) ?? 0 })) }
}
