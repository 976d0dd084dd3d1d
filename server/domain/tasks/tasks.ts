import type { Database } from '../../db/database.ts'
import {
  changeOpenTask,
  claimDueTasks,
  deleteTask,
  findTaskById,
  findTasks,
  hastenTasks,
  insertTask,
  listOwnTasks,
  longestWaitSeconds,
  releaseTasks,
} from '../../db/tasks.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Settlement } from '../money/ledger.ts'
import { columnsOfNews, type NewTask, rowOfNewTask, type Task, type TaskNews, taskOfRow } from './task.ts'

/** Of one platform, or of several whose tasks are one kind of thing. */
type Owner = { userId: number; platform: string | readonly string[] }

/**
 * Work that was handed in and is finished later, in the database of all nodes. What is looked after is taken for a
 * minute: a node that ends leaves it to the others. The end of a task is final, whoever comes first with it.
 */
export type Tasks = {
  /** False where the user has this very task already: the upstream did not make it anew. */
  add: (task: NewTask) => Promise<boolean>
  /** The newest of a user's own with this id. */
  find: (owner: Owner, taskId: string) => Promise<Task | undefined>
  findMany: (owner: Owner, taskIds: readonly string[]) => Promise<Task[]>
  /** Whoever's it is. */
  findById: (id: number) => Promise<Task | undefined>
  /** When a process begins that is alone: what an earlier one was at is looked at by this one, and at once. */
  takeOver: () => Promise<void>
  /** Takes those that wait for a look, so that nobody else does. */
  takeDue: () => Promise<Task[]>
  /** It goes on; what is new of it is kept. */
  learn: (task: Task, news: TaskNews) => Promise<void>
  /** Its upstream had no word of it this time. */
  miss: (task: Task) => Promise<void>
  /** Nobody else looks at it for a while: there is much to read. */
  keepBusy: (task: Task) => Promise<void>
  /** False when it had come to its end before. What that means for its charge is done next (`squareTask`). */
  finish: (task: Task, news: TaskNews, receipt?: Settlement) => Promise<boolean>
  /** A user's own, newest first: those before one of them, or, where wanted, those that came right after it. */
  list: (owner: Owner, page: { beyond: { id: number; newer: boolean } | undefined; limit: number }) => Promise<Task[]>
  /** False where something is left to be done for it. */
  remove: (task: Task) => Promise<boolean>
  /** Lets those that an upstream speaks of be looked at now; false where there are none. */
  hasten: (which: { channelId: number; platform: string; taskId: string }) => Promise<boolean>
}

/** Whoever looks is done by then, or has gone down. */
const leaseSeconds = 60
/** So many that one look does not keep the others of a node waiting. */
const mostAtOnce = 1000

export const createTasks = ({ database, clock }: { database: Database; clock: Clock }): Tasks => {
  const { query } = database
  const nextLook = (task: Pick<Task, 'submitTime' | 'terms'>, misses: number) =>
    nowSeconds(clock) + waitSeconds((clock.now() - task.submitTime) / 1000, misses, longestUsualWait(task))

  return {
    add: (task) => {
      const now = nowSeconds(clock)
      return insertTask(query, rowOfNewTask(task, now, task.isOpen ? nextLook(task, 0) : now + leaseSeconds))
    },
    find: async (owner, taskId) => {
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
      return (await claimDueTasks(query, { now, until: now + leaseSeconds, limit: mostAtOnce })).map(taskOfRow)
    },
    learn: async (task, news) => {
      await changeOpenTask(query, task.id, { ...columnsOfNews(news), misses: 0, due_at: nextLook(task, 0) })
    },
    miss: async (task) => {
      const misses = task.misses + 1
      await changeOpenTask(query, task.id, { misses, due_at: nextLook(task, misses) })
    },
    keepBusy: async (task) => {
      await changeOpenTask(query, task.id, { due_at: nowSeconds(clock) + longestWaitSeconds })
    },
    finish: (task, news, receipt) =>
      changeOpenTask(query, task.id, {
        ...columnsOfNews({ ...news, progress: '100%', finishTime: news.finishTime || clock.now() }),
        is_open: 0,
        owes: task.charge === undefined ? 0 : 1,
        receipt: receipt === undefined ? null : JSON.stringify(receipt),
        due_at: nowSeconds(clock) + leaseSeconds,
      }),
    list: async (owner, page) => (await listOwnTasks(query, owner, page)).map(taskOfRow),
    remove: ({ id }) => deleteTask(query, id),
    hasten: (which) => hastenTasks(query, { ...which, now: nowSeconds(clock) }),
  }
}

/** The older it is, the longer it takes yet; and an upstream that has no word is left alone for longer each time. */
const waitSeconds = (ageSeconds: number, misses: number, longest: number): number => {
  const usual = Math.min(longest, Math.max(shortestSeconds, Math.floor(ageSeconds / partsOfAge)))
  return Math.min(longestWaitSeconds, usual * 2 ** Math.min(misses, mostDoublings))
}

/** What is priced at its end takes hours, and has nobody waiting before a screen. */
const longestUsualWait = ({ terms }: Pick<Task, 'terms'>): number => (terms === undefined ? 15 : 60)

const shortestSeconds = 1
const partsOfAge = 60
const mostDoublings = 8
