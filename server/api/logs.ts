import type { Log, LogFilters, LogOther, logs } from '#contract/logs.ts'
import { listLogs, sumLogs } from '../db/logs.ts'
import type { LogRow } from '../db/schema.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

type Page = { page: number; pageSize: number }

export const logHandlers = ({ domain, database }: ControlPlane): Handlers<typeof logs> => {
  const readPage = async (filter: LogFilters & { userId?: number }, { page, pageSize }: Page) => {
    const { items, total } = await listLogs(database.query, filter, { page, pageSize })
    return { rows: items, page, page_size: pageSize, total }
  }
  const nameOf = (channel: number) => domain.pool.find(channel)?.name ?? ''

  return {
    list: async ({ query }) => {
      const { rows, ...rest } = await readPage(query, query)
      return { ...rest, items: rows.map((row) => presentForAdmin(row, nameOf(row.channel))) }
    },
    listSelf: async ({ caller, query }) => {
      const { rows, ...rest } = await readPage({ ...query, userId: caller.user.id }, query)
      return { ...rest, items: rows.map(presentForOwner) }
    },
    stat: ({ query }) => sumLogs(database.query, query, nowSeconds(domain.clock)),
    statSelf: ({ caller, query }) =>
      sumLogs(database.query, { ...query, userId: caller.user.id }, nowSeconds(domain.clock)),
  }
}

const presentForAdmin = (row: LogRow, channelName: string): Log => ({
  ...row,
  channel_name: channelName,
  is_stream: row.is_stream === 1,
})

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
