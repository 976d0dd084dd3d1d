import type { JsonObject } from './json/json.ts'

/** An answer that is kept here, where its upstream speaks a dialect that keeps none. */
export type KeptAnswer = {
  id: string
  /** What was asked in this turn alone. */
  input: readonly unknown[]
  response: JsonObject
}

/** The kept answers that a request rests on. */
export type RestsOn = {
  /** The one it goes on from. */
  previousId: string | undefined
  /** Those of which it names items. */
  responseIds: ReadonlySet<string>
}

/** How a dialect goes on from answers that are kept here. Their ids tell that they may be, so that nobody looks for others. */
export type AnswerMemory = {
  newId: (base: string) => string
  isKept: (id: string) => boolean
  /** Undefined for nearly every request. */
  restsOn: (body: JsonObject) => RestsOn | undefined
  /** Of which kept answers these items are, as far as they are but named. */
  namedIn: (items: readonly unknown[]) => Set<string>
  /** What is asked, as a list. */
  inputItems: (input: unknown) => readonly unknown[]
  /** What changes in a request so that it stands for itself: all turns, the oldest first, and all that is but named. */
  whole: (
    body: JsonObject,
    chain: readonly KeptAnswer[] | undefined,
    known: ReadonlyMap<string, KeptAnswer>,
  ) => JsonObject
  /** What an answer is listed to have been asked: all turns before it as well, each item with its id. */
  listed: (chain: readonly KeptAnswer[], known: ReadonlyMap<string, KeptAnswer>) => JsonObject[]
  /** The answer as the last of a stream's events tells it. */
  ofEvents: (bytes: Buffer) => JsonObject | undefined
  /** As one is kept that its client did not wait for. */
  left: (response: JsonObject) => JsonObject
  deleted: (id: string) => JsonObject
}
