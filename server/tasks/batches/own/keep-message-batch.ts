import { ApplicationError } from '#contract/errors.ts'
import type { Caller } from '../../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../../relay/endpoints.ts'
import type { TaskCall } from '../../../relay/task-paths.ts'
import { sendTold } from '../../send-told.ts'
import type { BatchParts } from '../batch-parts.ts'
import { toldBatch } from '../hand-in.ts'
import type { BatchRequests } from '../read-requests.ts'
import { beginOwnBatch, checkMeans, newBatchId } from './begin-own-batch.ts'
import { checkCalls } from './check-calls.ts'
import { ownWordsOf } from './own-terms.ts'

/** A batch whose calls stand in the request: they are kept here as they come, and then done here. */
export const keepMessageBatch = async (
  parts: BatchParts,
  asked: TaskCall<BatchEndpoint>,
  caller: Caller,
  { path, reading }: { path: string; reading: BatchRequests },
): Promise<void> => {
  const { domain, siteAddress } = parts
  const { endpoint } = asked
  await checkMeans(domain, caller)
  const id = newBatchId(endpoint)
  const room = await domain.ownFiles.room(caller.userId)
  const checking = checkCalls(domain, caller, { own: ownWordsOf(endpoint), path })
  const writer = await domain.ownFiles.begin({ id, userId: caller.userId, batchId: id })
  let bytes = 0
  const takeAll = async () => {
    for (const request of reading.requests.splice(0)) {
      checking.add(request)
      const line = Buffer.from(JSON.stringify(request))
      bytes += line.length + 1
      if (bytes > room) throw new ApplicationError('own_files_full')
      await writer.add(line)
    }
  }
  try {
    await takeAll()
    for await (const _piece of reading.pieces) await takeAll()
    reading.checkFrame()
    const file = await writer.finish()
    const task = await beginOwnBatch(parts, endpoint, caller, { id, path, file, checked: checking.finish(), body: {} })
    sendTold(asked, 200, toldBatch(endpoint.batch, siteAddress, domain.clock.now(), task))
  } catch (error) {
    await domain.ownFiles.remove({ id })
    throw error
  }
}
