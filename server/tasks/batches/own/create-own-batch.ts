import { ApplicationError } from '#contract/errors.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { linesOf } from '../../../lib/lines.ts'
import type { Caller } from '../../../relay/authenticate.ts'
import { longestLine, readBatchValue } from '../../../relay/batched-call.ts'
import type { BatchEndpoint } from '../../../relay/endpoints.ts'
import type { TaskCall } from '../../../relay/task-paths.ts'
import { sendTold } from '../../send-told.ts'
import type { BatchParts } from '../batch-parts.ts'
import { toldBatch } from '../hand-in.ts'
import { beginOwnBatch, checkMeans, newBatchId } from './begin-own-batch.ts'
import { checkCalls } from './check-calls.ts'
import { ownWordsOf } from './own-terms.ts'

/** A batch of calls in a file that is kept here: gone over line by line, and then done here. */
export const createOwnBatch = async (
  parts: BatchParts,
  asked: TaskCall<BatchEndpoint>,
  caller: Caller,
  { fileId, path, body }: { fileId: string; path: string; body: JsonObject },
): Promise<void> => {
  const { domain, siteAddress } = parts
  const { endpoint, trace } = asked
  const file = await domain.ownFiles.find(caller.userId, fileId)
  if (file === undefined || file.part !== 'calls') {
    throw new ApplicationError('thing_missing', { place: 'input_file_id', id: fileId.slice(0, 128) })
  }
  await checkMeans(domain, caller)
  const checking = checkCalls(domain, caller, { own: ownWordsOf(endpoint), path })
  let line = 0
  for await (const bytes of linesOf(domain.ownFiles.read(file), longestLine)) {
    line += 1
    checking.add(readBatchValue(bytes, line))
  }
  const begun = { id: newBatchId(endpoint), path, file, checked: checking.finish(), body }
  trace.mark('route')
  const task = await beginOwnBatch(parts, endpoint, caller, begun)
  sendTold(asked, 200, toldBatch(endpoint.batch, siteAddress, domain.clock.now(), task))
}
