import { ApplicationError } from '#contract/errors.ts'
import type { BatchPlatform } from '#protocols/batch-platform.ts'
import { batchPlatforms } from '#protocols/batches/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import { cancelling } from '../../domain/own-batches/cancelling.ts'
import { ourselves } from '../../domain/own-batches/own-files.ts'
import type { StopBatch, Task } from '../../domain/tasks/task.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { Call } from '../../relay/call.ts'
import { AttemptFailure } from '../../relay/failure.ts'
import { askUpstream } from '../ask-upstream.ts'
import { callOf, upkeepOf } from '../task-call.ts'

type Parts = { domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices' | 'tasks'>; outbound: Outbound }
type Reaching = { call: Call; channel: Channel; key: string }

/**
 * Only the upstream can stop a batch. What was answered by then is charged when it is over. Answers the batch as its
 * upstream tells it then.
 */
export const askToStop = async (
  { domain, outbound }: Parts,
  reaching: Reaching,
  platform: BatchPlatform,
  task: Task,
): Promise<Task> => {
  const { channelId, taskId } = task
  const read = platform.cancelled === undefined ? (told: unknown) => platform.poll.read(told, [taskId]) : () => []
  const { result } = await askUpstream({ domain, outbound }, reaching, read)
  const [news] = result
  if (!task.isOpen) return task
  if (news?.outcome === 'open') {
    const { outcome: _outcome, taskId: _taskId, ...told } = news
    await domain.tasks.learn(task, told)
  }
  await domain.tasks.hasten({ channelId, platform: task.platform, taskId })
  return news === undefined ? task : { ...task, data: news.data }
}

/** The same for whoever is signed in to the console. */
export const createStopBatch =
  ({ domain, outbound }: Parts): StopBatch =>
  async (task) => {
    if (task.channelId === ourselves) {
      await domain.tasks.setStatus(task, cancelling)
      return
    }
    const platform = batchPlatforms.find(({ name }) => name === task.platform)
    const channel = domain.pool.find(task.channelId)
    if (platform === undefined || channel === undefined || !channel.enabled) {
      throw new ApplicationError('thing_channel_gone', { place: 'id', id: task.taskId })
    }
    const call = callOf(upkeepOf(platform), platform.cancel(task.taskId), '')
    const reaching = { call, channel, key: keyAt(channel, task.keyPlace) }
    await askToStop({ domain, outbound }, reaching, platform, task).catch((error: unknown) => {
      throw error instanceof AttemptFailure
        ? new ApplicationError('batch_not_stopped', { id: task.taskId }, error)
        : error
    })
  }
