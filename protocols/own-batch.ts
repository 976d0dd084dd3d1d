import type { JsonObject } from './json/json.ts'

/** How many calls of a batch came to what. */
export type LineCounts = { lines: number; answered: number; failed: number }

export type BatchEnding = 'completed' | 'cancelled' | 'expired'

type BegunBatch = {
  id: string
  /** Of the calls, where the batch is of several kinds. */
  path: string
  /** Undefined where the calls stand in the batch itself. */
  fileId: string | undefined
  body: JsonObject
  lines: number
  /** Milliseconds. */
  now: number
  until: number
}

type AnsweredLine = { customId: string; requestId: string; status: number; body: unknown }

type EndedBatch = LineCounts & {
  how: BatchEnding
  now: number
  answersId: string | undefined
  errorsId: string | undefined
}

/** How a dialect tells of a batch that no upstream has, and that is done here. */
export type OwnBatchWords = {
  idPrefix: string
  mostLines: number
  /** One call, as it stands in the file or the batch. Throws a `ProtocolError`. */
  call: (value: unknown, path: string) => { customId: string; body: JsonObject }
  begun: (batch: BegunBatch) => JsonObject
  goingOn: (data: JsonObject, counts: LineCounts) => JsonObject
  cancelling: (data: JsonObject, now: number) => JsonObject
  ended: (data: JsonObject, ended: EndedBatch) => JsonObject
  /** The line of the results, and whether it stands among the answers. */
  line: (answered: AnsweredLine) => { content: string; isAnswered: boolean }
  /** What the results say of a call that was not made; undefined: nothing. */
  unmade: (customId: string, how: BatchEnding) => string | undefined
}
