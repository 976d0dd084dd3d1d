import { taskReasonText } from '#contract/task-reasons.ts'
import { batchPlatforms } from '#protocols/batches/index.ts'
import { cancelling } from '../../../domain/own-batches/cancelling.ts'
import { linesOf } from '../../../lib/lines.ts'
import { longestLine } from '../../../relay/batched-call.ts'
import { chargedFor, endOwnBatch } from './end-own-batch.ts'
import { makeCall } from './make-call.ts'
import type { OwnBatch, OwnBatchParts } from './own-batch-parts.ts'
import { termsOf } from './own-terms.ts'
import { createRun } from './run.ts'

/**
 * Makes the calls of a batch that were not made yet, as if each came alone, so many at once as the operator allows. Where
 * upstreams have no room for more they are left to those who wait for their answers: it goes on in a while. Whoever is at
 * it says so each second; of a process that ends another goes on a minute later, and knows by the lines that are written
 * down what is done, and by the ids of the calls what is charged.
 */
export const runOwnBatch = async (parts: OwnBatchParts, taskId: number): Promise<void> => {
  const { tasks, ownFiles, batchLines, clock } = parts.domain
  const task = await tasks.findById(taskId)
  const own = batchPlatforms.find(({ name }) => name === task?.platform)?.own
  if (task === undefined || own === undefined || !task.isOpen) return
  const terms = termsOf(task)
  const file = await ownFiles.find(task.userId, terms.fileId)
  if (file === undefined) {
    const quota = await chargedFor(parts.domain, terms)
    const failReason = taskReasonText('task_calls_gone')
    await tasks.finish({ ...task, quota }, { ...task, status: 'FAILURE', failReason })
    return
  }
  const run = createRun({ lines: terms.lines, sum: await batchLines.done(task.taskId), until: terms.until, clock })
  const batch = { own, task, terms, file, run }
  if (task.status === cancelling) run.stop('cancelled')
  const beating = setInterval(() => void beat(parts, batch), beatMs)
  try {
    await makeCalls(parts, batch)
  } finally {
    clearInterval(beating)
  }
  const how = run.ending()
  if (how !== undefined) return endOwnBatch(parts, batch, how)
  if (run.stopped() === 'over') return
  const misses = run.made() > 0 ? 0 : task.misses + 1
  const seconds = parts.isStopping()
    ? 0
    : Math.min(longestRestSeconds, Math.max(run.rest(), shortestRest * 2 ** misses))
  await tasks.rest({ id: task.id, misses }, toldNow(batch), seconds)
}

const beatMs = 1000
/** Whoever cancels it does not wait for longer. */
const longestRestSeconds = 60
const shortestRest = 2

const toldNow = ({ own, task, run }: OwnBatch) => ({
  progress: run.progress(),
  data: own.goingOn(task.data, run.counts()),
})

const beat = async ({ domain }: OwnBatchParts, batch: OwnBatch): Promise<void> => {
  const { task, run } = batch
  try {
    const status = await domain.tasks.hold(task, toldNow(batch))
    if (status === undefined) run.stop('over')
    if (status === cancelling) run.stop('cancelled')
  } catch (error) {
    domain.log.error('how far a batch has come could not be written down', { task: task.id, error })
  }
}

const makeCalls = async (parts: OwnBatchParts, batch: OwnBatch): Promise<void> => {
  const { domain, places } = parts
  const { run, file, task } = batch
  const underWay = new Set<Promise<void>>()
  const begin = (line: number, bytes: Buffer, leave: () => void): void => {
    const making: Promise<void> = makeCall(parts, batch, line, bytes)
      .catch((error: unknown) => {
        domain.log.error('a call of a batch is left for later', { task: task.id, line, error })
        run.stop('resting')
      })
      .finally(() => {
        underWay.delete(making)
        leave()
      })
    underWay.add(making)
  }
  try {
    let line = 0
    for await (const bytes of linesOf(domain.ownFiles.read(file), longestLine)) {
      line += 1
      if (run.isDone(line)) continue
      const leave = await places.take()
      if (parts.isStopping()) run.stop('resting')
      if (run.stopped() !== undefined) {
        leave()
        break
      }
      begin(line, bytes, leave)
    }
  } finally {
    await Promise.all(underWay)
  }
}
