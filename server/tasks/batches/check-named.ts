import { ApplicationError } from '#contract/errors.ts'
import type { NamedThing } from '#protocols/named-things.ts'
import { type Keeper, thingKey } from '../../domain/owned-things.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { BatchParts } from './batch-parts.ts'
import type { BatchEstimate } from './estimate-batch.ts'

/** What lines name of an upstream's must be the caller's, and kept where the batch goes. */
export const checkNamed = async (
  { ownedThings, storedResponses, files }: BatchParts['domain'],
  { userId }: Caller,
  { named }: BatchEstimate,
  keeper: Keeper,
): Promise<void> => {
  if (named.length === 0) return
  const owned = await ownedThings.find(userId, named)
  const keeperOf = async ({ kind, id }: NamedThing): Promise<Keeper | undefined> => {
    if (kind === 'response') return storedResponses.find(userId, id)
    return owned.get(thingKey({ kind, id })) ?? (kind === 'file' ? files.find(userId, id) : undefined)
  }
  for (const thing of named) {
    const found = await keeperOf(thing)
    const told = { place: thing.place, id: thing.id.slice(0, 128) }
    if (found === undefined) throw new ApplicationError('thing_missing', told)
    if (found.channelId !== keeper.channelId || found.keyPlace !== keeper.keyPlace)
      throw new ApplicationError('things_apart', told)
  }
}
