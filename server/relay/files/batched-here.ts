import { providerOf } from '#providers/index.ts'
import type { Operation } from '#providers/provider.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Caller } from '../authenticate.ts'

/** Whether batches of a model are done here: the operator wants it, and no channel that serves it takes them. */
export const isBatchedHere = (
  { options, pool }: Pick<Domain, 'options' | 'pool'>,
  { group, pinnedChannel }: Caller,
  model: string,
  operation: Operation,
): boolean =>
  options.get('OwnBatches') &&
  pinnedChannel === undefined &&
  !pool.candidates(group, model).some(({ type }) => providerOf(type).operations.has(operation))
