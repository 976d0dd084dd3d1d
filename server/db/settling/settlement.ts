import type { SettledValues } from '../dimensions.ts'

/** What one finished call changes, all of it or nothing, and only once per `requestId`. Without a token its id is 0. */
export type Settlement = SettledValues & {
  requestId: string
  createdAt: number
  quota: number
  promptTokens: number
  completionTokens: number
  useTime: number
  /** How long its answer took, counted for its channel and model (latency-buckets.ts); 0: it is not counted. */
  durationMs: number
  isStream: boolean
  content: string
  /** JSON text. */
  other: string
  /** Whether the call counts as a request of the user. */
  counted: boolean
  /** False: the charge is kept without a log row. */
  logged: boolean
}

/** The request ids, among those that were to be settled, that the books have already: of these nothing changed. */
export type KnownCharges = readonly string[]

export const noneKnown: KnownCharges = []
