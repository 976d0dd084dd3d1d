import * as z from 'zod/mini'
import type { OwnBatchWords } from '#protocols/own-batch.ts'
import type { Task } from '../../../domain/tasks/task.ts'
import type { BatchEndpoint } from '../../../relay/endpoints.ts'

/** What has to be known of a batch that is done here, to go on with it on whatever node. */
export type OwnTerms = z.infer<typeof schema>

const schema = z.object({
  fileId: z.string(),
  path: z.string(),
  tokenId: z.int(),
  /** Told to whoever looks at the batch later. */
  tokenName: z.string(),
  username: z.string(),
  model: z.string(),
  /** What the ids of its calls begin with: a call has the same one however often it is begun. */
  ids: z.string(),
  lines: z.int(),
  /** Milliseconds: what was not made by then is not made any more. */
  until: z.int(),
})

export const termsOf = ({ asked }: Task): OwnTerms => schema.parse(asked)

/** How the dialect tells of a batch that is done here. */
export const ownWordsOf = ({ batch }: BatchEndpoint): OwnBatchWords => {
  const { name, own } = batch.platform
  if (own === undefined) throw new Error(`Batches of ${name} are not done here`)
  return own
}

export const requestIdOf = ({ ids }: OwnTerms, line: number): string => ids + line.toString(36)
