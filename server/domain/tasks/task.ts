import * as z from 'zod/mini'
import type { NewTask as NewTaskRow, TaskRow } from '../../db/schema.ts'
import { readStoredSettlement } from '../../db/settling/stored-settlement.ts'
import type { DueTaskRow } from '../../db/task-looks.ts'
import type { Settlement } from '../money/ledger.ts'
import { backgroundAnswers, type Owed, readOwed } from './owed-answer.ts'
import { readTerms, type TaskTerms } from './task-terms.ts'

type Plain = Pick<
  TaskRow,
  'id' | 'platform' | 'action' | 'code' | 'status' | 'progress' | 'prompt' | 'quota' | 'misses'
>

/** Work that was handed in and is finished later. Times are milliseconds, and 0 where they are not known. */
export type Task = Plain & {
  /** The upstream's own id. */
  taskId: string
  userId: number
  channelId: number
  keyPlace: number
  failReason: string
  /** What was asked for, where that is told again. */
  asked?: { [member: string]: unknown } | undefined
  /** What the upstream said of it last. */
  data: { [member: string]: unknown }
  /** What it was charged by; undefined when nothing was to be charged. */
  charge: Settlement | undefined
  /** Set where its price is only known at its end: `charge` is an estimate, and given back for the receipt. */
  terms?: TaskTerms | undefined
  receipt?: Settlement | undefined
  /** Set where nothing is charged before its end. */
  owed?: Owed | undefined
  isOpen: boolean
  /** Whether what its end means for its charge is yet to be done. */
  owes: boolean
  submitTime: number
  startTime: number
  finishTime: number
}

/** Asks the upstream of a batch to stop it. Throws an `ApplicationError` where that cannot be done. */
export type StopBatch = (task: Task) => Promise<void>

export type NewTask = Omit<Task, 'id' | 'misses' | 'owes' | 'receipt'>

/** One that is to be looked at, as far as that needs it: the rest is read when there is something to be done with it. */
export type DueTask = Pick<
  Task,
  'id' | 'platform' | 'taskId' | 'channelId' | 'keyPlace' | 'misses' | 'submitTime' | 'isOpen'
> & {
  /** Until when nobody else looks at it. */
  dueAt: number
  /** What its row says of it, as it stands there. */
  told: ReturnType<typeof columnsOfNews>
}

/** What an upstream says of a task. */
export type TaskNews = Pick<Task, 'status' | 'progress' | 'failReason' | 'data' | 'startTime' | 'finishTime'>

export const rowOfNewTask = (task: NewTask, now: number, dueAt: number): NewTaskRow => ({
  platform: task.platform,
  task_id: task.taskId,
  user_id: task.userId,
  channel_id: task.channelId,
  key_place: task.keyPlace,
  action: task.action,
  code: task.code,
  prompt: task.prompt,
  asked: textOf(task.asked),
  quota: task.quota,
  charge: textOf(task.charge),
  terms: textOf(task.owed ?? task.terms),
  receipt: null,
  is_open: task.isOpen ? 1 : 0,
  // Of what was finished when it was handed in, its charge may still be cut off by the end of a process.
  owes: !task.isOpen && task.charge !== undefined ? 1 : 0,
  misses: 0,
  submit_time: task.submitTime,
  ...columnsOfNews(task),
  due_at: dueAt,
  created_at: now,
})

export const columnsOfNews = (news: TaskNews) => ({
  status: news.status,
  progress: news.progress,
  fail_reason: news.failReason,
  data: JSON.stringify(news.data),
  start_time: news.startTime,
  finish_time: news.finishTime,
})

export const dueTaskOfRow = (row: DueTaskRow): DueTask => {
  const { status, progress, fail_reason, data, start_time, finish_time } = row
  return {
    id: row.id,
    platform: row.platform,
    taskId: row.task_id,
    channelId: row.channel_id,
    keyPlace: row.key_place,
    misses: row.misses,
    submitTime: row.submit_time,
    isOpen: row.is_open === 1,
    dueAt: row.due_at,
    told: { status, progress, fail_reason, data, start_time, finish_time },
  }
}

export const taskOfRow = (row: TaskRow): Task => ({
  id: row.id,
  platform: row.platform,
  taskId: row.task_id,
  userId: row.user_id,
  channelId: row.channel_id,
  keyPlace: row.key_place,
  action: row.action,
  code: row.code,
  status: row.status,
  progress: row.progress,
  prompt: row.prompt,
  failReason: row.fail_reason,
  asked: row.asked === null ? undefined : members.parse(JSON.parse(row.asked)),
  data: members.parse(JSON.parse(row.data)),
  quota: row.quota,
  charge: settlementIn(row.charge),
  ...termsIn(row),
  receipt: settlementIn(row.receipt),
  isOpen: row.is_open === 1,
  owes: row.owes === 1,
  misses: row.misses,
  submitTime: row.submit_time,
  startTime: row.start_time,
  finishTime: row.finish_time,
})

const termsIn = ({ platform, terms }: TaskRow): Pick<Task, 'owed' | 'terms'> => {
  if (terms === null) return {}
  return platform === backgroundAnswers ? { owed: readOwed(terms) } : { terms: readTerms(terms) }
}

const textOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

const settlementIn = (text: string | null): Settlement | undefined =>
  text === null ? undefined : readStoredSettlement(JSON.parse(text))

const members = z.record(z.string(), z.unknown())
