import { bytesOfLine } from '../../../domain/own-batches/batch-lines.ts'
import { readBatchValue } from '../../../relay/batched-call.ts'
import type { OwnBatch, OwnBatchParts } from './own-batch-parts.ts'
import { requestIdOf } from './own-terms.ts'

/**
 * Makes one call of a batch and writes down what became of it. A process that ended between its charge and that leaves a
 * call that is made once more and not charged again: its id is the same.
 */
export const makeCall = async (
  { domain, answerBatchLine }: OwnBatchParts,
  { own, task, terms, run }: OwnBatch,
  line: number,
  bytes: Buffer,
): Promise<void> => {
  const { batchLines } = domain
  const { customId, body } = own.call(readBatchValue(bytes, line), terms.path)
  const { tokenId, path } = terms
  const requestId = requestIdOf(terms, line)
  const answer = await answerBatchLine({ requestId, tokenId, path, body: Buffer.from(JSON.stringify(body)) })
  if (answer.again !== undefined) return run.stop('resting', answer.again)
  const { content, isAnswered } = own.line({ customId, requestId, status: answer.status, body: answer.body })
  await batchLines.add(task.taskId, [{ line, outcome: isAnswered ? 'answered' : 'failed', content }])
  run.note(line, isAnswered, bytesOfLine(content))
}
