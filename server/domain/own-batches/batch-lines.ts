import type { Database } from '../../db/database.ts'
import { batchLinesAfter, insertBatchLines, lineOutcomes } from '../../db/own-files.ts'
import type { BatchLineRow } from '../../db/schema.ts'
import type { Vault } from '../../lib/vault.ts'

/** What became of a call: the line of the results that says so. */
export type DoneLine = { line: number; outcome: keyof typeof lineOutcomes; content: string }

export type LinesDone = {
  done: Set<number>
  answered: number
  failed: number
  /** Of the lines about answers, and of the others. */
  answeredBytes: number
  otherBytes: number
}

/** What became of the calls of batches that the gateway does itself: each is written down when it is over. */
export type BatchLines = {
  add: (batchId: string, lines: readonly DoneLine[]) => Promise<void>
  done: (batchId: string) => Promise<LinesDone>
}

export const createBatchLines = ({ query }: Database, vault: Vault): BatchLines => ({
  add: (batchId, lines) =>
    insertBatchLines(
      query,
      lines.map(({ line, outcome, content }) => ({
        ...{ batch_id: batchId, line, outcome: lineOutcomes[outcome] },
        ...{ bytes: bytesOfLine(content), content: vault.seal(content) },
      })),
    ),
  done: async (batchId) => {
    const sum: LinesDone = { done: new Set(), answered: 0, failed: 0, answeredBytes: 0, otherBytes: 0 }
    for (let after = 0; ; ) {
      const lines = await batchLinesAfter(query, { batchId, isAnswered: undefined, after, limit: linesAtOnce })
      for (const line of lines) add(sum, line)
      const last = lines.at(-1)
      if (last === undefined) return sum
      after = last.line
    }
  },
})

const linesAtOnce = 1000

const add = (sum: LinesDone, { line, outcome, bytes }: Pick<BatchLineRow, 'line' | 'outcome' | 'bytes'>): void => {
  // Whoever ended it before that was written down tells of them again.
  if (outcome === lineOutcomes.unmade) return
  sum.done.add(line)
  if (outcome === lineOutcomes.answered) sum.answered += 1
  if (outcome === lineOutcomes.failed) sum.failed += 1
  sum[outcome === lineOutcomes.answered ? 'answeredBytes' : 'otherBytes'] += bytes
}

/** With its end. */
export const bytesOfLine = (content: string): number => Buffer.byteLength(content) + 1
