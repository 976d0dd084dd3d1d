import { ApplicationError } from '#contract/errors.ts'
import { batchPlatforms } from '#protocols/batches/index.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { passResults } from './answer-batch.ts'
import type { BatchParts } from './batch-parts.ts'

/** The answers of a batch, whatever its dialect, for whoever has an address of them that was signed here and is still good. */
export const showResults = async (parts: BatchParts, asked: TaskCall<BatchEndpoint>): Promise<void> => {
  const { endpoint, request } = asked
  const { url = '' } = request
  const wanted = parts.domain.taskMedia.read(new URLSearchParams(url.slice(url.indexOf('?') + 1)))
  if (wanted === undefined) throw new ApplicationError('address_expired')
  const task = await parts.domain.tasks.findById(wanted.id)
  const platform = batchPlatforms.find(({ name }) => name === task?.platform)
  if (task === undefined || platform === undefined || task.taskId !== endpoint.parameter) {
    throw new ApplicationError('thing_missing', { place: 'batch_id', id: endpoint.parameter.slice(0, 128) })
  }
  const own = { ...endpoint, operation: platform.operation, batch: { platform, act: endpoint.batch.act } }
  const name = `attachment; filename="${task.taskId.replaceAll(/[^\w.-]/g, '_')}.jsonl"`
  await passResults(parts, { ...asked, endpoint: own }, task, ['content-disposition', name])
}
