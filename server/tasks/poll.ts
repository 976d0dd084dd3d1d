import type { TaskPlatform, TaskNews as UpstreamNews } from '#protocols/task-platform.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import { keyAt } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Task, TaskNews } from '../domain/tasks/task.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { askUpstream } from './ask-upstream.ts'
import { callOf } from './task-call.ts'

export type PollParts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices' | 'tasks' | 'squareTask'>
  outbound: Outbound
}

/** Asks for what is due, and sees to the charges of what has come to its end. Each upstream is asked for many at once. */
export const pollTasks = async (parts: PollParts): Promise<void> => {
  const { domain } = parts
  const due = await domain.tasks.takeDue()
  await Promise.all(due.filter(({ isOpen }) => !isOpen).map((task) => square(parts, task)))
  const open = due.filter(({ isOpen }) => isOpen)
  await Promise.all(
    taskPlatforms.flatMap((platform) =>
      batchesOf(
        platform,
        open.filter((task) => task.platform === platform.name),
      ).map((batch) => pollBatch(parts, platform, batch)),
    ),
  )
}

/** Those of one channel and key together, as many as its upstream takes. */
const batchesOf = ({ poll }: TaskPlatform, tasks: readonly Task[]): Task[][] => {
  const batches: Task[][] = []
  for (const ofOne of Map.groupBy(tasks, ({ channelId, keyPlace }) => `${channelId} ${keyPlace}`).values()) {
    for (let from = 0; from < ofOne.length; from += poll.mostAtOnce)
      batches.push(ofOne.slice(from, from + poll.mostAtOnce))
  }
  return batches
}

const pollBatch = async (parts: PollParts, platform: TaskPlatform, batch: readonly Task[]): Promise<void> => {
  const { domain } = parts
  const news = await askFor(parts, platform, batch).catch((error: unknown) => {
    domain.log.debug('an upstream could not be asked for its tasks', { channel: batch[0]?.channelId, error })
    return new Map<string, UpstreamNews>()
  })
  for (const task of batch) {
    await follow(parts, platform, task, news === 'channel_gone' ? news : news.get(task.taskId)).catch(
      (error: unknown) =>
        domain.log.error('what is new of a task could not be kept; it is asked for again', { task: task.id, error }),
    )
  }
}

const askFor = async (
  { domain, outbound }: PollParts,
  platform: TaskPlatform,
  batch: readonly Task[],
): Promise<ReadonlyMap<string, UpstreamNews> | 'channel_gone'> => {
  const [{ channelId, keyPlace } = { channelId: 0, keyPlace: 0 }] = batch
  const channel = domain.pool.find(channelId)
  if (channel === undefined) return 'channel_gone'
  const ids = [...new Set(batch.map(({ taskId }) => taskId))]
  const call = callOf(upkeepOf(platform), platform.poll.ask(ids), '')
  const asked = { call, channel, key: keyAt(channel, keyPlace) }
  const { result } = await askUpstream({ domain, outbound }, asked, platform.poll.read)
  const news = new Map<string, UpstreamNews>()
  // Of two words about one task the first that is final counts.
  for (const each of result) if ((news.get(each.taskId)?.outcome ?? 'open') === 'open') news.set(each.taskId, each)
  return news
}

/** The paths that nobody calls but we ourselves. */
const upkeepOf = (platform: TaskPlatform) => ({
  endpoint: {
    kind: 'task',
    task: { platform, act: { kind: 'many' } },
    operation: platform.operation,
    protocol: 'tasks',
    path: '',
    parameter: '',
    namedModel: undefined,
    stream: undefined,
    defaultModel: undefined,
  } as const,
  headers: {},
})

const follow = async (
  parts: PollParts,
  platform: TaskPlatform,
  task: Task,
  found: UpstreamNews | 'channel_gone' | undefined,
): Promise<void> => {
  const { tasks, clock } = parts.domain
  if (found === 'channel_gone') {
    return finish(parts, task, failedBecause(task, `channel #${task.channelId} is no longer there`))
  }
  if (found !== undefined && found.outcome !== 'open') return finish(parts, task, plain(found))
  if (clock.now() - task.submitTime > platform.givesUpAfterSeconds * 1000) {
    return finish(parts, task, failedBecause(task, `not finished within ${platform.givesUpAfterSeconds} seconds`))
  }
  return found === undefined ? tasks.miss(task) : tasks.learn(task, plain(found))
}

const plain = ({ outcome: _outcome, ...news }: UpstreamNews): TaskNews => ({
  status: news.status,
  progress: news.progress,
  failReason: news.failReason,
  data: news.data,
  startTime: news.startTime,
  finishTime: news.finishTime,
})

const failedBecause = ({ data, startTime }: Task, failReason: string): TaskNews => ({
  status: 'FAILURE',
  progress: '100%',
  failReason,
  data,
  startTime,
  finishTime: 0,
})

/** Whoever is first with its end sees to its charge; who fails in that leaves it to the next look. */
const finish = async (parts: PollParts, task: Task, news: TaskNews): Promise<void> => {
  if (await parts.domain.tasks.finish(task, news)) await square(parts, { ...task, ...news })
}

const square = async ({ domain }: PollParts, task: Task): Promise<void> => {
  await domain
    .squareTask(task)
    .catch((error: unknown) =>
      domain.log.error('what a task means for its charge is not done yet; it is tried again', { task: task.id, error }),
    )
}
