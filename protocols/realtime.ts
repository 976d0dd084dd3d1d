import type { Usage } from '#pricing/usage.ts'
import type { ClientError, UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'
import type { MemberNames } from './json/member-names.ts'
import type { MadeThing, NamedThing } from './named-things.ts'

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
  | { kind: 'input_audio'; bytes: number; bytesPerSecond?: number | undefined }
  | { kind: 'input_picture' }
  | { kind: 'input_text'; text: string; named?: readonly NamedThing[] | undefined }
  /** `text`: words that are for this response alone. */
  | { kind: 'response_wanted'; text: string; named?: readonly NamedThing[] | undefined }
  | { kind: 'other' }

/** The same of an upstream's. */
export type RealtimeServerEvent =
  | { kind: 'session'; session: RealtimeSession }
  | { kind: 'output_audio'; bytes: number; bytesPerSecond?: number | undefined }
  | { kind: 'output_text'; text: string }
  | { kind: 'transcription'; usage: TranscriptionUsage | undefined }
  | { kind: 'response_done'; id: string; status: string; usage: Usage | undefined }
  /** A turn is over. `isTold`: what it used was told before; where not, it may still be. */
  | { kind: 'turn_done'; isTold: boolean }
  /** What the upstream keeps of the session, and goes on from when it is named. */
  | { kind: 'kept'; thing: MadeThing }
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

/** What a message of a client says, and which bytes of it are to be looked through; undefined where it is sound alone. */
export type ClientReading = { events: readonly RealtimeClientEvent[]; checked: Buffer | undefined }

/** Reads the messages of one session. */
export type SessionReader = {
  client: (bytes: Buffer) => ClientReading
  server: (bytes: Buffer) => readonly RealtimeServerEvent[]
  count: LocalCount
}

/** How a close of the socket tells an error. */
export type SessionClose = { code: number; reason: string }

/** What all sessions over a socket share, whatever is said in them. */
export type SessionDialect = {
  /** The names that mean something in its messages. */
  names: MemberNames
  /** `model`: as the upstream knows it. */
  createReader: (model: string) => SessionReader
  /** An error after which the session may go on; undefined where only a close tells one. */
  writeErrorEvent?: (error: ClientError, eventId: string) => string
  closeFor?: (error: ClientError) => SessionClose
  /** The error that an upstream's close tells, and the status that it would have in an answer. */
  problemOfClose?: (code: number, reason: string) => { status: number; problem: UpstreamProblem } | undefined
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
 * The dialect of sessions whose model stands in their address: messages pass through in both directions and are only read
 * here, so it has neither requests nor answers as the other dialects do.
 */
export type RealtimeProtocol = SessionDialect & {
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
}

/** What a key for a browser holds sessions to: the setup, and which members of it are its own; all where none is named. */
export type LiveTokenWish = { setup?: JsonObject | undefined; mask: readonly string[] }

export type LiveTokenOrder = {
  wish: LiveTokenWish
  /** How many sessions it opens; 0: any number. */
  uses: number
  /** Seconds since 1970: until when messages are taken, and until when sessions are opened that are not gone on with. */
  expiresAt: number
  opensUntil: number
}

/** The dialect of sessions whose model stands in their first message, which sets them up. */
export type LiveProtocol = SessionDialect & {
  /** The setup in a first message; throws where it is none. */
  readSetup: (message: JsonObject) => JsonObject
  /** The model that it names, without what stands before it; empty where it names none. */
  modelOf: (setup: JsonObject) => string
  /** The first message as an upstream gets it. */
  writeSetup: (setup: JsonObject, model: string) => Buffer
  /** Whether a message says that the session is set up. */
  isReady: (bytes: Buffer) => boolean
  /** Whether an earlier session is gone on with. */
  resumes: (setup: JsonObject) => boolean
  readTokenOrder: (body: JsonObject, now: number) => LiveTokenOrder
  /** The setup that counts, of the client's and what its key says. */
  setupFor: (setup: JsonObject, wish: LiveTokenWish) => JsonObject
}
