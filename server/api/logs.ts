import { ApplicationError } from '#contract/errors.ts'
import type { Log, LogOther, logs } from '#contract/logs.ts'
import { stepSeconds, type UsageFrame, type UsageStep, zoneChanges } from '#contract/usage-calendar.ts'
import {
  type ChartOwner,
  deleteLogsBefore,
  type LogFilter,
  listLogs,
  readChart,
  readLogDeletion,
  streamLogs,
  sumLogs,
} from '../db/logs/log-store.ts'
import type { LogRow } from '../db/schema.ts'
import { findTokenByKeyHash } from '../db/tokens.ts'
import { recordAct } from '../domain/people/audit.ts'
import { nowSeconds } from '../lib/clock.ts'
import { actorOf } from './actor.ts'
import { writtenAnswer } from './answer-text.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { adminColumns, logFile, ownerColumns } from './log-export.ts'

type Page = { page: number; pageSize: number }

export const logHandlers = ({ domain, database }: ControlPlane): Handlers<typeof logs> => {
  const { clock, pool, vault } = domain

  const readPage = async (filter: LogFilter, { page, pageSize }: Page, present: (row: LogRow) => Log) => {
    const { items, total } = await listLogs(database.query, filter, { page, pageSize })
    return { items: items.map(present), page, page_size: pageSize, total }
  }
  const readSums = async (filter: LogFilter) => {
    const { promptTokens, completionTokens, ...sums } = await sumLogs(database.query, filter, nowSeconds(clock))
    return { ...sums, prompt_tokens: promptTokens, completion_tokens: completionTokens }
  }
  const readPoints = async (query: ChartQuery, filter: LogFilter, owner: ChartOwner) => {
    const frame = frameOf(query, nowSeconds(clock))
    const seconds = stepSeconds[frame.step]
    // A step begins before the range does.
    const changes = zoneChanges(frame.zone, Math.max(frame.start, earliest) - seconds, frame.end + seconds)
    return writtenAnswer(await readChart(database.query, filter, { seconds, changes }, owner), { frame })
  }
  const presentForAdmin = (row: LogRow): Log => ({
    ...row,
    channel_name: pool.find(row.channel)?.name ?? '',
    is_stream: row.is_stream === 1,
  })

  return {
    list: ({ query }) => readPage(query, query, presentForAdmin),
    listSelf: ({ caller, query }) => readPage({ ...query, user_id: caller.user.id }, query, presentForOwner),
    stat: ({ query }) => readSums(query),
    statSelf: ({ caller, query }) => readSums({ ...query, user_id: caller.user.id }),
    ofToken: async ({ caller, query }) => {
      const token = await findTokenByKeyHash(database.query, vault.fingerprint(query.key.replace(/^sk-/, '')))
      if (token?.user_id !== caller.user.id) throw new ApplicationError('token_missing')
      const filter = { user_id: caller.user.id, token_id: token.id }
      const { items } = await listLogs(database.query, filter, { page: 1, pageSize: mostOfToken })
      return items.map(presentForOwner)
    },
    export: ({ query: { format, ...filter } }) =>
      logFile(streamLogs(database.query, filter), presentForAdmin, adminColumns, format),
    exportSelf: ({ caller, query: { format, ...filter } }) => {
      const rows = streamLogs(database.query, { ...filter, user_id: caller.user.id })
      return logFile(rows, presentForOwner, ownerColumns, format)
    },
    usage: ({ query }) => readPoints(query, query, { id: 0, username: query.username }),
    usageSelf: ({ caller: { user }, query }) => {
      const end = query.end_timestamp === 0 ? nowSeconds(clock) : query.end_timestamp
      if (end - query.start_timestamp > longestOwnRange) {
        throw new ApplicationError('usage_range_too_long', { days: longestOwnRange / secondsPerDay })
      }
      return readPoints(query, { ...query, user_id: user.id }, user)
    },
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

const mostOfToken = 1000

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

const secondsPerDay = 86_400
const longestOwnRange = 30 * secondsPerDay

type ChartQuery = { start_timestamp: number; end_timestamp: number; default_time: UsageStep; zone: string }

/** No call is older: what the clocks of a zone did before is not asked. */
const earliest = Date.UTC(2020, 0) / 1000

/** Longer ranges come by the day at least: by the hour they would be more points than a chart can show. */
const longestByHour = 3 * secondsPerDay

const frameOf = ({ start_timestamp: start, end_timestamp, default_time: wanted, zone }: ChartQuery, now: number) => {
  const end = end_timestamp === 0 ? now : end_timestamp
  const step = end - start > longestByHour && wanted === 'hour' ? 'day' : wanted
  return { start, end, step, zone } satisfies UsageFrame
}
