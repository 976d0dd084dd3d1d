import type { Database } from '../../db/database.ts'
import type { NewTask as NewTaskRow } from '../../db/schema.ts'
import {
  claimDueTasks,
  claimOpenTasks,
  hastenTasks,
  holdOpenTask,
  longestWaitSeconds,
  noteLooks,
  releaseTasks,
} from '../../db/task-looks.ts'
import {
  changeOpenTask,
  deleteTask,
  findTaskById,
  findTasks,
  insertTask,
  isAskedInOpenTask,
  keepTasks,
  listOwnTasks,
} from '../../db/tasks.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Settlement } from '../money/ledger.ts'
import { createWriteBehind } from '../write-behind.ts'
import { createLookWriter, type Look } from './looks.ts'
import {
  columnsOfNews,
  type DueTask,
  dueTaskOfRow,
  type NewTask,
  rowOfNewTask,
  type Task,
  type TaskNews,
  taskOfRow,
} from './task.ts'
import { leaseSeconds, waitSeconds } from './waits.ts'
import { createWatchedTasks } from './watched-tasks.ts'

/** Of one platform, or of several whose tasks are one kind of thing. */
type Owner = { userId: number; platform: string | readonly string[] }

/**
 * Work that was handed in and is finished later, in the database of all nodes. What is looked after is taken for a
 * minute: a node that ends leaves it to the others. The end of a task is final, whoever comes first with it.
 */
export type Tasks = {
  /** False where the user has this very task already: the upstream did not make it anew. */
  add: (task: NewTask) => Promise<boolean>
  /** Takes a note of one that has begun, or of new terms of it; the note is written behind the call. */
  keep: (task: NewTask) => void
  /** The newest of a user's own with this id. */
  find: (owner: Owner, taskId: string) => Promise<Task | undefined>
  findMany: (owner: Owner, taskIds: readonly string[]) => Promise<Task[]>
  /** Whoever's it is. */
  findById: (id: number) => Promise<Task | undefined>
  /** When a process begins that is alone: what an earlier one was at is looked at by this one, and at once. */
  takeOver: () => Promise<void>
  /** Takes those that wait for a look, so that nobody else does. */
  takeDue: () => Promise<DueTask[]>
  /** It goes on, as its upstream says in answer to something else. */
  learn: (task: Task, news: TaskNews) => Promise<void>
  /** What came of a look at one that goes on. */
  note: (look: Look) => Promise<void>
  /** Somebody sees how far they have come: for a while they are looked at more often. */
  watch: (ids: readonly number[]) => void
  /** Nobody else looks at it for a while: there is much to read. */
  keepBusy: (task: Pick<Task, 'id'>) => Promise<void>
  /** Whoever does the work himself goes on, and tells how far it has come; its status, undefined where it is over. */
  hold: (task: Pick<Task, 'id'>, told: Pick<TaskNews, 'progress' | 'data'>) => Promise<string | undefined>
  /** Whoever did the work leaves it to whoever looks in so many seconds. */
  rest: (task: Pick<Task, 'id' | 'misses'>, told: Pick<TaskNews, 'progress' | 'data'>, seconds: number) => Promise<void>
  /** Whoever does the work learns it next. False where it is over. */
  setStatus: (task: Pick<Task, 'id'>, status: string) => Promise<boolean>
  /** Whether something of a user's that is not over was made of this. */
  isInUse: (userId: number, id: string) => Promise<boolean>
  /** False when it had come to its end before; what it cost may only be known now (`quota`). What that means for its charge is done next (`squareTask`). */
  finish: (task: Task, news: TaskNews, receipt?: Settlement) => Promise<boolean>
  /** A user's own, newest first: those before one of them, or, where wanted, those that came right after it. */
  list: (owner: Owner, page: { beyond: { id: number; newer: boolean } | undefined; limit: number }) => Promise<Task[]>
  /** False where something is left to be done for it. */
  remove: (task: Task) => Promise<boolean>
  /** Lets those that an upstream speaks of be looked at now; false where there are none. */
  hasten: (which: { channelId: number; platform: string; taskId: string }) => Promise<boolean>
  /** Resolves when every note is written, or cannot be just now. */
  drain: () => Promise<void>
}

/** So many that one look does not keep the others of a node waiting. */
const mostAtOnce = 1000
/** No upstream's own is longer, and no index takes what is much longer. */
const longestId = 256

export const createTasks = ({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Tasks => {
  const { query } = database
  const nextLook = ({ submitTime }: Pick<Task, 'submitTime'>, misses: number) =>
    nowSeconds(clock) + waitSeconds((clock.now() - submitTime) / 1000, misses)
  const note = createLookWriter({ write: (looked) => noteLooks(query, looked), nextLook })
  const begun = createWriteBehind<NewTaskRow>(
    (rows) => keepTasks(query, rows),
    (error) => log.error('tasks could not be noted; it is tried again', { error }),
  )
  const watched = createWatchedTasks(clock)

  return {
    add: (task) => {
      const now = nowSeconds(clock)
      return insertTask(query, rowOfNewTask(task, now, task.isOpen ? nextLook(task, 0) : now + leaseSeconds))
    },
    keep: (task) => {
      if (task.taskId.length > longestId) return
      const row = rowOfNewTask(task, nowSeconds(clock), nextLook(task, 0))
      begun.note([[`${task.userId} ${task.channelId} ${task.platform} ${task.taskId}`, row]])
    },
    find: async (owner, taskId) => {
      await begun.drain()
      const [newest] = await findTasks(query, owner, [taskId])
      return newest && taskOfRow(newest)
    },
    findMany: async (owner, taskIds) => (await findTasks(query, owner, taskIds)).map(taskOfRow),
    findById: async (id) => {
      const row = await findTaskById(query, id)
      return row && taskOfRow(row)
    },
    takeOver: () => releaseTasks(query, nowSeconds(clock)),
    takeDue: async () => {
      const now = nowSeconds(clock)
      const until = now + leaseSeconds
      const due = await claimDueTasks(query, { now, until, limit: mostAtOnce })
      const seen = watched.takeDue(due)
      const early = seen.length === 0 ? [] : await claimOpenTasks(query, seen.slice(0, mostAtOnce), until)
      return [...due, ...early].map(dueTaskOfRow)
    },
    learn: async ({ id }, news) => {
      await changeOpenTask(query, id, columnsOfNews(news))
    },
    note,
    watch: watched.add,
    keepBusy: async (task) => {
      await changeOpenTask(query, task.id, { due_at: nowSeconds(clock) + longestWaitSeconds })
    },
    hold: ({ id }, { progress, data }) =>
      holdOpenTask(query, id, { due_at: nowSeconds(clock) + leaseSeconds, progress, data: JSON.stringify(data) }),
    rest: async ({ id, misses }, { progress, data }, seconds) => {
      const due_at = nowSeconds(clock) + Math.min(longestWaitSeconds, seconds)
      await changeOpenTask(query, id, { due_at, misses, progress, data: JSON.stringify(data) })
    },
    setStatus: ({ id }, status) => changeOpenTask(query, id, { status }),
    isInUse: (userId, id) => isAskedInOpenTask(query, userId, id),
    finish: (task, news, receipt) =>
      changeOpenTask(query, task.id, {
        ...columnsOfNews({ ...news, progress: '100%', finishTime: news.finishTime || clock.now() }),
        is_open: 0,
        quota: task.quota,
        owes: task.charge === undefined && task.owed === undefined ? 0 : 1,
        receipt: receipt === undefined ? null : JSON.stringify(receipt),
        due_at: nowSeconds(clock) + leaseSeconds,
      }),
    list: async (owner, page) => (await listOwnTasks(query, owner, page)).map(taskOfRow),
    remove: ({ id }) => deleteTask(query, id),
    hasten: (which) => hastenTasks(query, { ...which, now: nowSeconds(clock) }),
    drain: begun.drain,
  }
}
