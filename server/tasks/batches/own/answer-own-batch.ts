import { cancelling } from '../../../domain/own-batches/cancelling.ts'
import type { Task } from '../../../domain/tasks/task.ts'
import type { BatchEndpoint } from '../../../relay/endpoints.ts'
import { sendPieces } from '../../../relay/files/send-pieces.ts'
import type { TaskCall } from '../../../relay/task-paths.ts'
import { traceHeaders } from '../../../relay/trace.ts'
import { sendTold } from '../../send-told.ts'
import type { BatchParts } from '../batch-parts.ts'
import { toldBatch } from '../hand-in.ts'

type Asked = TaskCall<BatchEndpoint>

/** Calls under way are finished; no other is begun. */
export const cancelOwnBatch = async ({ domain, siteAddress }: BatchParts, asked: Asked, task: Task): Promise<void> => {
  const { batch } = asked.endpoint
  const isCancelled = task.isOpen && (await domain.tasks.setStatus(task, cancelling))
  const now = isCancelled ? { ...task, status: cancelling } : task
  sendTold(asked, 200, toldBatch(batch, siteAddress, domain.clock.now(), now))
}

/** What became of its calls, where they stood in the batch itself. */
export const sendOwnResults = async (
  { domain }: BatchParts,
  { response, trace }: Asked,
  { taskId, userId }: Task,
): Promise<void> => {
  const results = { id: taskId, userId, bytes: 0, part: 'answers', batchId: taskId } as const
  const head = ['content-type', 'application/x-jsonl', ...traceHeaders(trace)]
  await sendPieces(response, head, domain.ownFiles.read(results))
}

export const deleteOwnBatch = async ({ domain }: BatchParts, asked: Asked, task: Task): Promise<void> => {
  await domain.ownFiles.remove({ id: task.taskId })
  await domain.tasks.remove(task)
  sendTold(asked, 200, { id: task.taskId, type: 'message_batch_deleted' })
}
