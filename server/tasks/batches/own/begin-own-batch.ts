import type { JsonObject } from '#protocols/json/json.ts'
import { type OwnFile, ourselves } from '../../../domain/own-batches/own-files.ts'
import type { Task } from '../../../domain/tasks/task.ts'
import { randomKey } from '../../../lib/identifiers.ts'
import type { Caller } from '../../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../../relay/endpoints.ts'
import type { BatchParts } from '../batch-parts.ts'
import type { CheckedCalls } from './check-calls.ts'
import { type OwnTerms, ownWordsOf } from './own-terms.ts'

type Begun = { id: string; path: string; file: OwnFile; checked: CheckedCalls; body: JsonObject }

/** Whoever has nothing is refused, as with any call. Each call is held and charged by itself when it is made. */
export const checkMeans = async ({ ledger }: BatchParts['domain'], { userId, tokenId }: Caller): Promise<void> => {
  ledger.release(await ledger.hold({ userId, tokenId, amount: 1, least: 1 }))
}

/** Written down, and begun by whoever looks next. */
export const beginOwnBatch = async (
  { domain }: BatchParts,
  endpoint: BatchEndpoint,
  { userId, username, tokenId, tokenName }: Caller,
  { id, path, file, checked, body }: Begun,
): Promise<Task> => {
  const { platform } = endpoint.batch
  const now = domain.clock.now()
  const windowMs = domain.options.get('OwnBatchHours') * 3_600_000
  const until = now + windowMs
  const isInside = file.id === id
  await domain.ownFiles.prolong(file, windowMs / 1000)
  const { lines, model } = checked
  const terms: OwnTerms = {
    ...{ fileId: file.id, path, tokenId, tokenName, username, model },
    ...{ ids: idsFrom(now), lines, until },
  }
  const task = {
    platform: platform.name,
    taskId: id,
    userId,
    channelId: ourselves,
    keyPlace: 0,
    action: 'BATCH',
    code: 0,
    status: 'IN_PROGRESS',
    progress: '0%',
    prompt: '',
    failReason: '',
    asked: terms,
    data: ownWordsOf(endpoint).begun({ id, path, fileId: isInside ? undefined : file.id, body, lines, now, until }),
    quota: 0,
    charge: undefined,
    isOpen: true,
    submitTime: now,
    startTime: now,
    finishTime: 0,
  }
  await domain.tasks.add(task)
  return { ...task, id: 0, misses: 0, owes: false }
}

/** As ids of calls begin: the time, and signs that no process and no other batch has. */
const idsFrom = (now: number): string => Math.floor(now).toString(36).padStart(9, '0') + randomKey(10)

export const newBatchId = (endpoint: BatchEndpoint): string => ownWordsOf(endpoint).idPrefix + randomKey(24)
