import type { OwnTask, Task, tasks } from '#contract/tasks.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import type { TaskRow } from '../db/schema.ts'
import { mediaAddresses } from '../domain/tasks/media-addresses.ts'
import { taskOfRow } from '../domain/tasks/task.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { readTaskPage, type TaskListQuery, taskSearchOf } from './task-page.ts'

type Parts = Pick<ControlPlane, 'domain'>
type Query = TaskListQuery & { platform: string }

export const taskHandlers = (plane: ControlPlane): Handlers<typeof tasks> => ({
  list: async ({ query }) => {
    const { items, total } = await readTaskPage(plane, query, searchOf(query))
    const everybodys = items.map((row) => presentTask(plane, row))
    return { items: everybodys, page: query.page, page_size: query.pageSize, total }
  },
  listSelf: async ({ caller, query }) => {
    const { items, total } = await readTaskPage(plane, query, { ...searchOf(query), userId: caller.user.id })
    const own = items.map((row) => presentOwnTask(plane, row))
    return { items: own, page: query.page, page_size: query.pageSize, total }
  },
})

const platforms = taskPlatforms.filter(({ list }) => list === 'tasks').map(({ name }) => name)

const searchOf = (query: Query) =>
  taskSearchOf(query, query.platform === '' ? platforms : platforms.filter((name) => name === query.platform))

const presentTask = (parts: Parts, row: TaskRow): Task => ({
  ...presentOwnTask(parts, row),
  user_id: row.user_id,
  channel_id: row.channel_id,
  channel_name: parts.domain.pool.find(row.channel_id)?.name ?? '',
})

const presentOwnTask = ({ domain }: Parts, row: TaskRow): OwnTask => {
  const task = taskOfRow(row)
  return {
    id: task.id,
    task_id: task.taskId,
    platform: task.platform,
    action: task.action,
    status: task.status,
    progress: task.progress,
    fail_reason: task.failReason,
    data: task.data.data === undefined ? '' : JSON.stringify(task.data.data),
    media: mediaAddresses(domain.taskMedia, task),
    quota: task.quota,
    submit_time: seconds(task.submitTime),
    start_time: seconds(task.startTime),
    finish_time: seconds(task.finishTime),
    created_at: row.created_at,
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
