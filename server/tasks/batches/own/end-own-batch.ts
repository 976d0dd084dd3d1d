import type { BatchEnding } from '#protocols/own-batch.ts'
import { bytesOfLine, type DoneLine } from '../../../domain/own-batches/batch-lines.ts'
import { type OwnFile, ourselves } from '../../../domain/own-batches/own-files.ts'
import { nowSeconds } from '../../../lib/clock.ts'
import { linesOf } from '../../../lib/lines.ts'
import { longestLine, readBatchValue } from '../../../relay/batched-call.ts'
import { toldOwnFile } from '../../../relay/files/own-file.ts'
import type { OwnBatch, OwnBatchParts } from './own-batch-parts.ts'
import { type OwnTerms, requestIdOf } from './own-terms.ts'

/** It is over: what was not made is told, its results become its user's, and then it is told to be over. */
export const endOwnBatch = async (parts: OwnBatchParts, batch: OwnBatch, how: BatchEnding): Promise<void> => {
  const { domain } = parts
  const { own, task, run } = batch
  const unmadeBytes = how === 'completed' ? 0 : await tellUnmade(parts, batch, how)
  const { answers, others } = run.bytes()
  const sizes = { answers, errors: others + unmadeBytes }
  const { answersId, errorsId } = await keepResults(parts, batch, sizes)
  const now = domain.clock.now()
  const data = own.ended(task.data, { ...run.counts(), how, now, answersId, errorsId })
  const quota = await chargedFor(domain, batch.terms)
  await domain.tasks.finish({ ...task, quota }, { ...task, status: 'SUCCESS', data, finishTime: now })
}

/** What its calls cost together: of those that were not made the books say nothing. */
export const chargedFor = ({ ledger }: OwnBatchParts['domain'], terms: OwnTerms): Promise<number> =>
  ledger.charged(requestIdsOf(terms))

const requestIdsOf = function* (terms: OwnTerms): Generator<string> {
  for (let line = 1; line <= terms.lines; line += 1) yield requestIdOf(terms, line)
}

/** How many bytes that took. */
const tellUnmade = async ({ domain }: OwnBatchParts, batch: OwnBatch, how: BatchEnding): Promise<number> => {
  const { own, task, terms, file, run } = batch
  let [line, bytes] = [0, 0]
  let told: DoneLine[] = []
  const add = async () => {
    if (told.length > 0) await domain.batchLines.add(task.taskId, told)
    told = []
  }
  for await (const text of linesOf(domain.ownFiles.read(file), longestLine)) {
    line += 1
    if (run.isDone(line)) continue
    const { customId } = own.call(readBatchValue(text, line), terms.path)
    const content = own.unmade(customId, how)
    if (content === undefined) return 0
    bytes += bytesOfLine(content)
    if (told.push({ line, outcome: 'unmade', content }) === toldAtOnce) await add()
  }
  await add()
  return bytes
}

/** A large batch that ends early has tens of thousands: each by itself would wait for the disk. */
const toldAtOnce = 500

type Kept = { answersId: string | undefined; errorsId: string | undefined }

/** In files of their own where the calls stood in one, and with the batch where they stood in that. */
const keepResults = async (
  { domain }: OwnBatchParts,
  { task, file }: OwnBatch,
  { answers, errors }: { answers: number; errors: number },
): Promise<Kept> => {
  const { userId, taskId: batchId } = task
  if (file.batchId === batchId) {
    await domain.ownFiles.add({ ...file, bytes: file.bytes + answers + errors })
    return { answersId: undefined, errorsId: undefined }
  }
  const keep = async (part: 'answers' | 'errors', bytes: number): Promise<string | undefined> => {
    if (bytes === 0) return undefined
    const result: OwnFile = { id: `file-${batchId}-${part}`, userId, bytes, part, batchId }
    await domain.ownFiles.add(result)
    const told = toldOwnFile(result, nowSeconds(domain.clock), '')
    await domain.files.add(userId, [{ id: result.id, channelId: ourselves, keyPlace: 0, told }])
    return result.id
  }
  return { answersId: await keep('answers', answers), errorsId: await keep('errors', errors) }
}
