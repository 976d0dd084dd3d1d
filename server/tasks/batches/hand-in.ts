import type { JsonObject } from '#protocols/json/json.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Hold } from '../../domain/money/accounts.ts'
import type { Settlement } from '../../domain/money/ledger.ts'
import { cancelling } from '../../domain/own-batches/cancelling.ts'
import type { Task } from '../../domain/tasks/task.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import { failureOfReading } from '../../relay/failure.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import type { BatchEstimate } from './estimate-batch.ts'

type Live = Pick<Domain, 'clock' | 'ledger' | 'settlements' | 'limits' | 'traffic' | 'tasks'>

/** What a batch will probably cost is set aside, all of it or nothing. */
export const holdFor = async (domain: Live, caller: Caller, { quota }: BatchEstimate): Promise<Hold> => {
  if (!domain.settlements.mayBegin()) await domain.settlements.mayBeginAgain()
  const { userId, tokenId } = caller
  return domain.ledger.hold({ userId, tokenId, amount: quota, least: quota })
}

/** Counts it as one call of its user while it is handed in. */
export const asOneCall = async <Result>(
  { limits, traffic }: Live,
  { userId }: Caller,
  work: () => Promise<Result>,
): Promise<Result> => {
  const counted = await limits.modelCall(userId)
  traffic.begin()
  try {
    return await work()
  } catch (error) {
    counted.undo()
    throw error
  } finally {
    traffic.end()
  }
}

type Taken = {
  asked: TaskCall<BatchEndpoint>
  caller: Caller
  channel: Channel
  key: string
  path: string
  estimate: BatchEstimate
  hold: Hold
  answer: unknown
}

/**
 * The upstream has taken it: it is written down with the estimate, and then that is charged. A process that ends in
 * between leaves a batch whose estimate is charged when it is finished, and given back at once.
 */
export const keepBatch = async (domain: Live, taken: Taken): Promise<Task> => {
  const { asked, caller, channel, key, path, estimate, hold, answer } = taken
  const { platform } = asked.endpoint.batch
  const [news] = readAnswer(() => platform.poll.read(answer, []))
  if (news === undefined) throw new TypeError('a platform reads one batch of one answer')
  const { taskId, outcome: _outcome, ...told } = news
  const task = {
    platform: platform.name,
    userId: caller.userId,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    action: 'BATCH',
    code: 0,
    prompt: '',
    submitTime: domain.clock.now(),
    ...told,
    taskId,
    quota: estimate.quota,
    charge: estimateOf(domain, taken, taskId),
    terms: {
      card: estimate.price.card,
      userGroupRatio: estimate.price.userGroupRatio,
      lines: estimate.lines,
      input: estimate.input,
      model: estimate.model,
      path,
    },
    isOpen: true,
  }
  const isNew = await domain.tasks.add(task)
  if (isNew) await domain.ledger.settle(hold, task.charge)
  return { ...task, id: 0, misses: 0, owes: false }
}

const readAnswer = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (error) {
    throw failureOfReading(error)
  }
}

/** No row of the log: that is the receipt's, which has the id of the call. */
const estimateOf = (domain: Live, { asked, caller, channel, estimate }: Taken, taskId: string): Settlement => ({
  requestId: `${asked.trace.requestId}${ofEstimate}`,
  createdAt: nowSeconds(domain.clock),
  userId: caller.userId,
  username: caller.username,
  tokenId: caller.tokenId,
  tokenName: caller.tokenName,
  channelId: channel.id,
  modelName: estimate.model,
  group: caller.group,
  quota: estimate.quota,
  promptTokens: 0,
  completionTokens: 0,
  useTime: 0,
  durationMs: 0,
  isStream: false,
  content: `BATCH ${taskId}`,
  other: '{}',
  counted: false,
  logged: false,
})

const ofEstimate = '-estimate'

/** The id of the call by which a batch was handed in. */
export const callIdOf = ({ requestId }: Settlement): string => requestId.slice(0, -ofEstimate.length)

/** What its client is told, and where he reads its results. */
export const toldBatch = (
  { platform }: BatchEndpoint['batch'],
  site: string,
  now: number,
  { taskId, data, isOpen, status, failReason }: Task,
): JsonObject =>
  platform.tell({
    data: isOpen && status === cancelling ? (platform.own?.cancelling(data, now) ?? data) : data,
    isOpen,
    failure: status === 'FAILURE' ? failReason : undefined,
    resultsAt: `${site}/v1/messages/batches/${encodeURIComponent(taskId)}/results`,
  })
