import type { Batch, batches, OwnBatch } from '#contract/batches.ts'
import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/user.ts'
import { batchPlatforms } from '#protocols/batches/index.ts'
import { textOr } from '#protocols/task-platform.ts'
import { markOf } from '#providers/catalogue.ts'
import type { TaskRow } from '../db/schema.ts'
import { findUsernames } from '../db/users.ts'
import { cancelling } from '../domain/own-batches/cancelling.ts'
import { ourselves } from '../domain/own-batches/own-files.ts'
import { type Task, taskOfRow } from '../domain/tasks/task.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { readTaskPage, statusesIn, type TaskListQuery, taskSearchOf } from './task-page.ts'

export const batchHandlers = (plane: ControlPlane): Handlers<typeof batches> => {
  const { domain, stopBatch } = plane
  /** Answers are words of their user's, and shown to nobody else. */
  const resultsOf = (task: Task, userId: number): string => {
    const isReadable = task.userId === userId && !task.isOpen && platformOf(task)?.results(task.data) !== undefined
    if (!isReadable) return ''
    return `/v1/batches/${encodeURIComponent(task.taskId)}/results?${domain.taskMedia.sign({ id: task.id, place: 0 })}`
  }
  const presentOwn = (row: TaskRow, userId: number): OwnBatch => {
    const task = taskOfRow(row)
    return { ...present(task), model: row.model, mark: markOf(row.model), results: resultsOf(task, userId) }
  }
  const presentAny = (row: TaskRow, userId: number, names: ReadonlyMap<number, string>): Batch => ({
    ...presentOwn(row, userId),
    user_id: row.user_id,
    username: names.get(row.user_id) ?? usernameOf(taskOfRow(row)),
    channel_id: row.channel_id,
    channel_name: domain.pool.find(row.channel_id)?.name ?? '',
  })
  return {
    list: async ({ caller, query }) => {
      const { items, total } = await readTaskPage(plane, query, searchOf(query))
      const owners = [...new Set(items.map((row) => row.user_id))]
      const names = await findUsernames(plane.database.query, owners)
      const everybodys = items.map((row) => presentAny(row, caller.user.id, names))
      return { items: everybodys, page: query.page, page_size: query.pageSize, total }
    },
    listSelf: async ({ caller, query }) => {
      const { user } = caller
      const { items, total } = await readTaskPage(plane, query, { ...searchOf(query), userId: user.id })
      const own = items.map((row) => presentOwn(row, user.id))
      return { items: own, page: query.page, page_size: query.pageSize, total }
    },
    cancel: async ({ caller, params }) => {
      const task = await domain.tasks.findById(params.id)
      const isTheirs = task?.userId === caller.user.id || caller.user.role >= roles.admin
      if (task === undefined || !isTheirs || platformOf(task) === undefined) {
        throw new ApplicationError('thing_missing', { place: 'id', id: String(params.id) })
      }
      if (!task.isOpen) throw new ApplicationError('batch_over', { id: task.taskId })
      await stopBatch(task)
    },
  }
}

const platformOf = ({ platform }: Pick<Task, 'platform'>) => batchPlatforms.find(({ name }) => name === platform)

const platforms = batchPlatforms.map(({ name }) => name)

/** One that is being cancelled goes on until whoever is at it sees that. */
const underWay = 'IN_PROGRESS'

const searchOf = (query: TaskListQuery) => ({
  ...taskSearchOf(query, platforms),
  statuses: query.status === underWay ? [underWay, cancelling] : statusesIn(query.status),
})

const present = (task: Task): Omit<OwnBatch, 'model' | 'mark' | 'results'> => {
  const { terms, asked = {}, charge, receipt, isOpen } = task
  const isOurs = task.channelId === ourselves
  const { done = 0, failed = 0 } = platformOf(task)?.counts(task.data) ?? {}
  return {
    id: task.id,
    task_id: task.taskId,
    platform: task.platform,
    token_name: charge?.tokenName ?? textOr(asked.tokenName),
    lines: terms?.lines ?? Number(asked.lines ?? 0),
    answered: done,
    failed,
    status: task.status === cancelling ? underWay : task.status,
    progress: task.progress,
    fail_reason: task.failReason,
    estimate: isOurs ? null : task.quota,
    held: !isOurs && (isOpen || task.owes) ? task.quota : 0,
    charged: receipt?.quota ?? (isOpen ? null : isOurs ? task.quota : 0),
    request_id: receipt?.requestId ?? '',
    submit_time: seconds(task.submitTime),
    finish_time: seconds(task.finishTime),
  }
}

const usernameOf = ({ charge, asked = {} }: Task): string => charge?.username ?? textOr(asked.username)

const seconds = (ms: number): number => Math.floor(ms / 1000)
