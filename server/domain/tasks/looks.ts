import type { LookedTask } from '../../db/task-looks.ts'
import { columnsOfNews, type DueTask, type TaskNews } from './task.ts'

/** What came of a look: nothing where its upstream had no word of it. */
export type Look = { task: DueTask; news: TaskNews | undefined }

type Parts = {
  write: (looked: readonly LookedTask[]) => Promise<void>
  /** When it is looked at next. */
  nextLook: (task: DueTask, misses: number) => number
}

/**
 * Writes down what looks at tasks brought: those of which nothing is new, and whose next look is when they were taken to,
 * not at all. What comes while something is being written goes together next.
 */
export const createLookWriter = ({ write, nextLook }: Parts): ((look: Look) => Promise<void>) => {
  let waiting: LookedTask[] = []
  let writing: Promise<void> | undefined
  let next: Promise<void> | undefined

  const writeWaiting = (): Promise<void> => {
    next = undefined
    const all = waiting
    waiting = []
    const done = write(all)
    writing = done.catch(() => {})
    return done
  }

  return async ({ task, news }) => {
    const misses = news === undefined ? task.misses + 1 : 0
    const told = news && columnsOfNews(news)
    const isNew = told !== undefined && !isSame(task.told, told)
    const due_at = nextLook(task, misses)
    if (!isNew && misses === task.misses && due_at === task.dueAt) return
    waiting.push({ id: task.id, due_at, misses, ...(isNew ? told : task.told) })
    next ??= (writing ?? Promise.resolve()).then(writeWaiting)
    await next
  }
}

const isSame = (one: DueTask['told'], other: DueTask['told']): boolean =>
  one.status === other.status &&
  one.progress === other.progress &&
  one.data === other.data &&
  one.fail_reason === other.fail_reason &&
  one.start_time === other.start_time &&
  one.finish_time === other.finish_time
