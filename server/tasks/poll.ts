import { setTimeout } from 'node:timers/promises'
import { taskReasonText } from '#contract/task-reasons.ts'
import type { BatchPlatform } from '#protocols/batch-platform.ts'
import { batchPlatforms } from '#protocols/batches/index.ts'
import type { TaskPlatform, TaskNews as UpstreamNews } from '#protocols/task-platform.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import type { VideoPlatform } from '#protocols/video-platform.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import { keyAt } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import { ourselves } from '../domain/own-batches/own-files.ts'
import { backgroundAnswers } from '../domain/tasks/owed-answer.ts'
import type { DueTask, Task, TaskNews } from '../domain/tasks/task.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { askUpstream } from './ask-upstream.ts'
import { finishBatch } from './batches/finish-batch.ts'
import { callOf, upkeepOf } from './task-call.ts'

export type PollParts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices' | 'tasks' | 'taskHolds' | 'files' | 'squareTask'>
  outbound: Outbound
  /** Goes on with what no upstream does. */
  doOurselves: (task: DueTask) => void
  /** Does what may take long beside the rounds: once at a time for each name. */
  aside: (name: number | string, work: () => Promise<void>) => Promise<void>
  lookAtAnswer: (due: DueTask) => Promise<void>
}

type Platform = TaskPlatform | BatchPlatform | VideoPlatform

/** An upstream that is slower than this keeps nobody waiting but its own tasks. */
const longestRoundMs = 2000

/** Asks for what is due, and sees to the charges of what has come to its end. Each upstream is asked for many at once. */
export const pollTasks = async (parts: PollParts): Promise<void> => {
  const { domain } = parts
  await domain.taskHolds.keepUp()
  const due = await domain.tasks.takeDue()
  await Promise.all(due.filter(({ isOpen }) => !isOpen).map((task) => squareDue(parts, task)))
  const open = due.filter(({ isOpen, channelId }) => isOpen && channelId !== ourselves)
  for (const task of due) if (task.isOpen && task.channelId === ourselves) parts.doOurselves(task)
  const batches = [...taskPlatforms, ...batchPlatforms, ...videoPlatforms].flatMap((platform) =>
    batchesOf(
      platform,
      open.filter((task) => task.platform === platform.name),
    ).map((batch) => parts.aside(nameOfBatch(batch), () => pollBatch(parts, platform, batch))),
  )
  const answers = open
    .filter((task) => task.platform === backgroundAnswers)
    .map((task) => parts.aside(`answer ${task.id}`, () => parts.lookAtAnswer(task)))
  await Promise.race([Promise.all([...batches, ...answers]), setTimeout(longestRoundMs, undefined, { ref: false })])
}

/** Of its own, also where the same are taken once more while their upstream has not answered yet. */
const nameOfBatch = ([first]: readonly DueTask[]): string => `batch ${first?.id ?? 0} ${first?.dueAt ?? 0}`

/** Those of one channel and key together, as many as its upstream takes. */
const batchesOf = ({ poll }: Platform, tasks: readonly DueTask[]): DueTask[][] => {
  const batches: DueTask[][] = []
  for (const ofOne of Map.groupBy(tasks, ({ channelId, keyPlace }) => `${channelId} ${keyPlace}`).values()) {
    for (let from = 0; from < ofOne.length; from += poll.mostAtOnce)
      batches.push(ofOne.slice(from, from + poll.mostAtOnce))
  }
  return batches
}

const pollBatch = async (parts: PollParts, platform: Platform, batch: readonly DueTask[]): Promise<void> => {
  const { domain } = parts
  const news = await askFor(parts, platform, batch).catch((error: unknown) => {
    domain.log.debug('an upstream could not be asked for its tasks', { channel: batch[0]?.channelId, error })
    return new Map<string, UpstreamNews>()
  })
  const followed = batch.map((task) =>
    follow(parts, platform, task, news === 'channel_gone' ? news : news.get(task.taskId)).catch((error: unknown) =>
      domain.log.error('what is new of a task could not be kept; it is asked for again', { task: task.id, error }),
    ),
  )
  await Promise.all(followed)
}

const askFor = async (
  { domain, outbound }: PollParts,
  platform: Platform,
  batch: readonly DueTask[],
): Promise<ReadonlyMap<string, UpstreamNews> | 'channel_gone'> => {
  const [{ channelId, keyPlace } = { channelId: 0, keyPlace: 0 }] = batch
  const channel = domain.pool.find(channelId)
  if (channel === undefined) return 'channel_gone'
  const ids = [...new Set(batch.map(({ taskId }) => taskId))]
  const call = callOf(upkeepOf(platform), platform.poll.ask(ids), '')
  const asked = { call, channel, key: keyAt(channel, keyPlace) }
  const { result } = await askUpstream({ domain, outbound }, asked, (answer) => platform.poll.read(answer, ids))
  const news = new Map<string, UpstreamNews>()
  // Of two words about one task the first that is final counts.
  for (const each of result) if ((news.get(each.taskId)?.outcome ?? 'open') === 'open') news.set(each.taskId, each)
  return news
}

const follow = async (
  parts: PollParts,
  platform: Platform,
  task: DueTask,
  found: UpstreamNews | 'channel_gone' | undefined,
): Promise<void> => {
  const { tasks, clock } = parts.domain
  if (found === 'channel_gone') {
    return finish(parts, task, (whole) => failedBecause(whole, taskReasonText('task_channel_gone')))
  }
  const isLate = clock.now() - task.submitTime > platform.givesUpAfterSeconds * 1000
  const isBatch = found?.outcome === 'done' && 'answerIn' in platform
  if (isBatch && !isLate) return settleAside(parts, platform, task, found)
  if (found !== undefined && found.outcome !== 'open' && !isBatch) return finish(parts, task, () => plain(found))
  if (isLate) {
    const reason = taskReasonText('task_too_late', { seconds: platform.givesUpAfterSeconds })
    return finish(parts, task, (whole) => failedBecause(whole, reason))
  }
  await tasks.note({ task, news: found && plain(found) })
}

/** Its results may be long: meanwhile the round goes on. */
const settleAside = (parts: PollParts, platform: BatchPlatform, due: DueTask, found: UpstreamNews): void => {
  const { pool, log, tasks } = parts.domain
  const channel = pool.find(due.channelId)
  if (channel === undefined) return
  void parts.aside(due.id, async () => {
    try {
      const task = await tasks.findById(due.id)
      if (task !== undefined) await finishBatch(parts, { platform, task, news: plain(found), channel })
    } catch (error) {
      log.error('the results of a batch could not be counted; they are read again', { task: due.id, error })
      await tasks.note({ task: due, news: undefined })
    }
  })
}

const plain = ({ outcome: _outcome, ...news }: UpstreamNews): TaskNews => news

const failedBecause = ({ data, startTime }: Task, failReason: string): TaskNews => ({
  status: 'FAILURE',
  progress: '100%',
  failReason,
  data,
  startTime,
  finishTime: 0,
})

/** Whoever is first with its end sees to its charge; who fails in that leaves it to the next look. */
const finish = async (parts: PollParts, { id }: DueTask, newsOf: (task: Task) => TaskNews): Promise<void> => {
  const { tasks } = parts.domain
  const task = await tasks.findById(id)
  if (task === undefined) return
  const news = newsOf(task)
  if (await tasks.finish(task, news)) await square(parts, { ...task, ...news })
}

const squareDue = async (parts: PollParts, { id }: DueTask): Promise<void> => {
  const task = await parts.domain.tasks.findById(id)
  if (task !== undefined) await square(parts, task)
}

const square = async ({ domain }: PollParts, task: Task): Promise<void> => {
  await domain
    .squareTask(task)
    .catch((error: unknown) =>
      domain.log.error('what a task means for its charge is not done yet; it is tried again', { task: task.id, error }),
    )
}
