import type { Usage } from '#pricing/usage.ts'
import type { ClientError, UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'
import type { NamedThing } from './named-things.ts'

/** What a session says of itself, in the beta's words or in today's; undefined is what it does not say. */
export type RealtimeSession = {
  model: string | undefined
  voice: string | undefined
  /** The model that writes down what is heard: it is paid beside the session's own. */
  transcriptionModel: string | undefined
  instructions: string | undefined
  tools: readonly JsonObject[] | undefined
  maximumOutput: number | undefined
  inputBytesPerSecond: number | undefined
  outputBytesPerSecond: number | undefined
}

/** What a meter must know of a client's messages. Text is counted in bytes, sound in the bytes it has when decoded. */
export type RealtimeClientEvent =
  | { kind: 'session'; session: RealtimeSession; named?: readonly NamedThing[] | undefined }
  | { kind: 'input_audio'; bytes: number }
  | { kind: 'input_text'; text: string; named?: readonly NamedThing[] | undefined }
  /** `text`: words that are for this response alone. */
  | { kind: 'response_wanted'; text: string; named?: readonly NamedThing[] | undefined }
  | { kind: 'other' }

/** The same of an upstream's. */
export type RealtimeServerEvent =
  | { kind: 'session'; session: RealtimeSession }
  | { kind: 'output_audio'; bytes: number }
  | { kind: 'output_text'; text: string }
  | { kind: 'transcription'; usage: TranscriptionUsage | undefined }
  | { kind: 'response_done'; id: string; status: string; usage: Usage | undefined }
  | { kind: 'error'; problem: UpstreamProblem }
  | { kind: 'other' }

/** Words heard are paid by tokens or by time, as the model that writes them down is. */
export type TranscriptionUsage = { kind: 'tokens'; usage: Usage } | { kind: 'duration'; seconds: number }

/** Counts along for responses whose usage the upstream does not tell. */
export type LocalCount = {
  client: (event: RealtimeClientEvent) => void
  server: (event: RealtimeServerEvent) => void
  /** What was counted so far. */
  seen: () => Usage
  /** What was counted since the last time: to be taken at every response, told usage or not, and at the end. */
  take: () => Usage
}

/** For which sessions a key is good that is given to a browser. */
export type SessionKeyWish = {
  model?: string | undefined
  isTranscription: boolean
  /** The first message of each of them. */
  opening: { type: string; session: JsonObject }
}

export type ToldSessionKey = { id: string; value: string; expiresAt: number }

export type SessionKeyOrder = {
  wish: SessionKeyWish
  seconds: number
  /** What an upstream keeps beyond a session, which none may name. */
  named: NamedThing | undefined
  /** The model that writes down what is heard, beside the session's own. */
  transcriptionModel: string | undefined
  tell: (made: ToldSessionKey) => JsonObject
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The dialect of sessions over a socket: messages pass through in both directions and are only read here, so it has
 * neither requests nor answers as the other dialects do.
 */
export type RealtimeProtocol = {
  /** The one subprotocol that a server of this dialect agrees to. */
  subprotocol: string
  /** The key where browsers put it, who cannot set headers of a WebSocket. */
  keyOf: (headers: Headers) => string | undefined
  /** What an upstream must hear of how the client speaks. */
  upstreamHeaders: (headers: Headers, model: string) => Record<string, string>
  /** Whether the address asks for a session that only writes down what it hears. */
  isTranscription: (query: string) => boolean
  /** Reads what kind of key for browsers is asked for, at whichever path. */
  readSessionKeyOrder: (path: string, body: JsonObject) => SessionKeyOrder
  readClientEvent: (bytes: Buffer) => RealtimeClientEvent
  readServerEvent: (bytes: Buffer) => RealtimeServerEvent
  createLocalCount: () => LocalCount
  writeErrorEvent: (error: ClientError, eventId: string) => string
}
