import type { OwnBatchWords } from '#protocols/own-batch.ts'
import type { Domain } from '../../../domain/domain.ts'
import type { OwnFile } from '../../../domain/own-batches/own-files.ts'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Places } from '../../../lib/places.ts'
import type { AnswerBatchLine } from '../../../relay/answer-batch-line.ts'
import type { OwnTerms } from './own-terms.ts'
import type { Run } from './run.ts'

export type OwnBatchParts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'tasks' | 'files' | 'ownFiles' | 'batchLines' | 'ledger'>
  answerBatchLine: AnswerBatchLine
  /** So many calls of all batches of a node are under way at once. */
  places: Places
  isStopping: () => boolean
}

/** All that is known of a batch that is being done. */
export type OwnBatch = { own: OwnBatchWords; task: Task; terms: OwnTerms; file: OwnFile; run: Run }
