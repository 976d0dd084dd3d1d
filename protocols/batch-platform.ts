import type { JsonObject } from './json/json.ts'
import type { OwnBatchWords } from './own-batch.ts'
import type { ProtocolName } from './protocol.ts'
import type { PolledPlatform, UpstreamAsk } from './task-platform.ts'

/** What a path of batches is for. */
export type BatchAct = 'create' | 'create_from_file' | 'list' | 'one' | 'cancel' | 'results' | 'delete'

type BatchRow = { method: 'GET' | 'POST' | 'DELETE'; path: string | RegExp; act: BatchAct }

/**
 * What of a batch its user is told. `failure`: why it came to nothing, undefined where it did not; `resultsAt`: where he
 * reads its results from us.
 */
type ToldBatch = { data: JsonObject; isOpen: boolean; failure: string | undefined; resultsAt: string }

/** A page of a user's batches, newest first, as the dialect asks for one and shows it. */
type BatchList = {
  usualLimit: number
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
  /** Where the answers to its lines are; undefined: there are none. */
  results: (data: JsonObject) => UpstreamAsk | undefined
  /** The answer in one line of them; undefined where that call failed. */
  answerIn: (line: unknown) => JsonObject | undefined
  /** Files that came with it, which are its user's. */
  files: (data: JsonObject) => readonly string[]
  tell: (batch: ToldBatch) => JsonObject
  list: BatchList
  /** For batches that no upstream has. */
  own: OwnBatchWords
}
