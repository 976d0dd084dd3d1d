import type { OwnVideo, Video, videos } from '#contract/videos.ts'
import { textOr } from '#protocols/task-platform.ts'
import { markOf } from '#providers/catalogue.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import type { TaskRow } from '../db/schema.ts'
import { mediaAddresses } from '../domain/tasks/media-addresses.ts'
import { taskOfRow } from '../domain/tasks/task.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { readTaskPage, type TaskListQuery, taskSearchOf } from './task-page.ts'

type Parts = Pick<ControlPlane, 'domain'>
export const videoHandlers = (plane: ControlPlane): Handlers<typeof videos> => ({
  list: async ({ query }) => {
    const { items, total } = await readTaskPage(plane, query, searchOf(query))
    const everybodys = items.map((row) => presentVideo(plane, row))
    return { items: everybodys, page: query.page, page_size: query.pageSize, total }
  },
  listSelf: async ({ caller, query }) => {
    const { items, total } = await readTaskPage(plane, query, { ...searchOf(query), userId: caller.user.id })
    const own = items.map((row) => presentOwnVideo(plane, row))
    return { items: own, page: query.page, page_size: query.pageSize, total }
  },
})

const platforms = videoPlatforms.map(({ name }) => name)

const searchOf = (query: TaskListQuery) => taskSearchOf(query, platforms)

const presentVideo = (parts: Parts, row: TaskRow): Video => ({
  ...presentOwnVideo(parts, row),
  user_id: row.user_id,
  channel_id: row.channel_id,
  channel_name: parts.domain.pool.find(row.channel_id)?.name ?? '',
})

const presentOwnVideo = ({ domain }: Parts, row: TaskRow): OwnVideo => {
  const task = taskOfRow(row)
  const { asked = {} } = task
  return {
    id: task.id,
    task_id: task.taskId,
    platform: task.platform,
    action: task.action,
    model: row.model,
    mark: markOf(row.model),
    prompt: task.prompt,
    seconds: typeof asked.seconds === 'number' ? asked.seconds : 0,
    size: textOr(asked.size),
    status: task.status,
    progress: task.progress,
    fail_reason: task.failReason,
    media: mediaAddresses(domain.taskMedia, task),
    quota: task.quota,
    submit_time: seconds(task.submitTime),
    finish_time: seconds(task.finishTime),
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
