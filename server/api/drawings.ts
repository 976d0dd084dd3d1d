import type { Drawing, drawings, OwnDrawing } from '#contract/drawings.ts'
import { textOr } from '#protocols/task-platform.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import type { TaskRow } from '../db/schema.ts'
import type { TaskSearch } from '../db/task-lists.ts'
import { mediaAddresses } from '../domain/tasks/media-addresses.ts'
import { taskOfRow } from '../domain/tasks/task.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { readTaskPage, statusesIn } from './task-page.ts'

type Parts = Pick<ControlPlane, 'domain'>
type Query = Record<'mj_id' | 'status' | 'action', string> & {
  start_timestamp: number
  end_timestamp: number
  channel_id?: number
}

export const drawingHandlers = (plane: ControlPlane): Handlers<typeof drawings> => ({
  list: async ({ query }) => {
    const { items, total } = await readTaskPage(plane, query, searchOf(query))
    const everybodys = items.map((row) => presentDrawing(plane, row))
    return { items: everybodys, page: query.page, page_size: query.pageSize, total }
  },
  listSelf: async ({ caller, query }) => {
    const { items, total } = await readTaskPage(plane, query, { ...searchOf(query), userId: caller.user.id })
    const own = items.map((row) => presentOwnDrawing(plane, row))
    return { items: own, page: query.page, page_size: query.pageSize, total }
  },
})

const platforms = taskPlatforms.filter(({ list }) => list === 'drawings').map(({ name }) => name)

const searchOf = ({
  mj_id: taskId,
  start_timestamp: start,
  end_timestamp: end,
  channel_id = 0,
  ...query
}: Query): TaskSearch => ({
  platforms,
  channelId: channel_id,
  taskId,
  action: query.action,
  model: '',
  statuses: statusesIn(query.status),
  start,
  end,
})

const presentDrawing = (parts: Parts, row: TaskRow): Drawing => ({
  ...presentOwnDrawing(parts, row),
  user_id: row.user_id,
  channel_id: row.channel_id,
  channel_name: parts.domain.pool.find(row.channel_id)?.name ?? '',
})

const presentOwnDrawing = ({ domain }: Parts, row: TaskRow): OwnDrawing => {
  const task = taskOfRow(row)
  const { data } = task
  const media = mediaAddresses(domain.taskMedia, task)
  const picture = textOr(data.imageUrl)
  return {
    id: task.id,
    mj_id: task.taskId,
    code: task.code,
    action: task.action,
    status: task.status,
    progress: task.progress,
    prompt: task.prompt,
    prompt_en: textOr(data.promptEn),
    description: textOr(data.description),
    state: textOr(data.state),
    image_url: domain.options.get('MjForwardUrlEnabled') && picture !== '' ? (media[0]?.url ?? '') : picture,
    media,
    fail_reason: task.failReason,
    buttons: jsonText(data.buttons),
    properties: jsonText(data.properties),
    quota: task.quota,
    submit_time: task.submitTime,
    start_time: task.startTime,
    finish_time: task.finishTime,
    created_at: row.created_at,
  }
}

const jsonText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))
