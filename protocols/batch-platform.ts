import type { JsonObject } from './json/json.ts'
import type { OwnBatchWords } from './own-batch.ts'
import type { ProtocolName } from './protocol.ts'
import type { PolledPlatform, UpstreamAsk } from './task-platform.ts'

/** What a path of batches is for. */
export type BatchAct =
  | 'create'
  | 'create_from_file'
  | 'create_of_model'
  | 'list'
  | 'one'
  | 'cancel'
  | 'results'
  | 'signed_results'
  | 'delete'

type BatchRow = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string | RegExp
  act: BatchAct
  /** That tells whose client asks, where those of another dialect use the same path. */
  header?: string
}

/**
 * What of a batch its user is told. `failure`: why it came to nothing, undefined where it did not; `resultsAt`: where he
 * reads its results from us.
 */
type ToldBatch = { data: JsonObject; isOpen: boolean; failure: string | undefined; resultsAt: string }

export type BatchCounts = { all: number; done: number; failed: number }

/** A percentage of those that are over. */
export const progressOf = ({ all, done, failed }: BatchCounts): string => {
  const share = (done + failed) / all
  return share > 0 && share <= 1 ? `${Math.floor(share * 100)}%` : '0%'
}

/** A count, whether it is told as a number or in digits. */
export const countAt = (counts: JsonObject | undefined, name: string): number => {
  const count = Number(counts?.[name] ?? 0)
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** A file of answers, by its id; what is told of it is known, or asked for. */
type BatchFile = { id: string } & ({ told: JsonObject } | { ask: UpstreamAsk })

/** A page of a user's batches, newest first, as the dialect asks for one and shows it. */
type BatchList = {
  usualLimit: number
  /** The name of the query by which a page is as long as wanted. */
  limit: string
  /** The names of the query by which the next page is asked for, and the one before it. */
  after: string
  before: string | undefined
  write: (
    batches: readonly JsonObject[],
    page: { hasMore: boolean; first: string | null; last: string | null },
  ) => unknown
}

/** Calls that are handed in together and answered within a day, at a lower price. */
export type BatchPlatform = PolledPlatform & {
  protocol: ProtocolName
  rows: readonly BatchRow[]
  /** What an id of one is called where it is not found. */
  place: string
  cancel: (id: string) => UpstreamAsk
  /** All that its upstream says to that, where it is no word about the batch. */
  cancelled?: JsonObject
  /** Where the answers to its lines are; undefined: there are none. */
  results: (data: JsonObject) => UpstreamAsk | undefined
  /** The same in the place of lines, where all answers stand in one object; undefined where they come in lines. */
  answersWithin?: (whole: JsonObject) => readonly unknown[] | undefined
  /** Whether its upstream tells the answers with every word about it. */
  tellsResults?: (data: JsonObject) => boolean
  /** The answer in one line of them; undefined where that call failed. */
  answerIn: (line: unknown) => JsonObject | undefined
  /** How many of its calls were answered by now, and could not be. */
  counts: (data: JsonObject) => BatchCounts
  /** Files that came with it, which are its user's. */
  files: (data: JsonObject) => readonly BatchFile[]
  tell: (batch: ToldBatch) => JsonObject
  list: BatchList
  /** For batches that no upstream has; undefined: those of this dialect are done by upstreams alone. */
  own?: OwnBatchWords
}
