import type { ToolCalls, Usage } from '#pricing/usage.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { ChatClient, ChatUpstream, OpenReasoning } from './chat.ts'
import type { Extent, PictureOrder, Reckoned } from './counting/reckoning.ts'
import type { TextSample } from './counting/text-sample.ts'
import type { EmbeddingsClient, EmbeddingsUpstream } from './embeddings.ts'
import type { ErrorDialect } from './error-dialect.ts'
import type { ClientError, UpstreamProblem } from './failure.ts'
import type { FormFile } from './form.ts'
import type { JsonObject } from './json/json.ts'
import type { MemberNames } from './json/member-names.ts'
import type { MadeThing } from './named-things.ts'
import type { PicturesClient } from './pictures.ts'
import type { RerankClient, RerankUpstream } from './rerank.ts'
import type { TellsModels } from './told-model.ts'

/** The dialects that clients speak to us. */
export type ProtocolName =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'gemini-generate'
  | 'openai-completions'
  | 'openai-embeddings'
  | 'gemini-embeddings'
  | 'openai-moderations'
  | 'openai-images'
  | 'openai-speech'
  | 'openai-transcriptions'
  | 'rerank'
  | 'ollama-chat'
  | 'ollama-generate'
  | 'ollama-embeddings'
  | 'cohere-embed'
  | 'cohere-embed-v1'
  | 'cohere-rerank'
  | 'tasks'

/** What the gateway must know of a request before it is sent on. */
export type RequestOutline = {
  model: string
  stream: boolean
  /** The most output tokens the client allows, when it says so. */
  maximumOutput: number | undefined
  /** How many answers are asked for at once. */
  choices: number
  /** A careful guess of the prompt's tokens, made without a tokenizer: high rather than low. */
  promptEstimate: number
  /** Whether the client wants the usage of a streamed answer. */
  wantsUsage: boolean
  /** Tools of the upstream's own that may be called and cost something by the call, each once. */
  offeredTools?: ToolCalls | undefined
  /** For dialects whose upstreams keep answers. */
  storage?: ResponseStorage
  /** What the call probably uses by its own words, where that is no text: characters, seconds, pictures. */
  knownUsage?: Usage
  /** The form in which sound or words are wanted, where there are several. */
  format?: string | undefined
  /** Set where a recording does not tell how long it is: the upstream is asked. */
  lengthUnread?: true
  pictures?: PictureOrder
  /** Whether its answer may say of things that they were made, and are kept at the upstream. */
  makes?: boolean
  /** The same model as it is called where nobody serves the first name. */
  otherName?: string | undefined
  /** Set when the client reads a stream as one JSON array, or as a line for each value, in place of events. */
  framing?: 'array' | 'lines'
  /** How many results are wanted at most, where an answer is a list of them. */
  mostResults?: number | undefined
  /** Whether an answer passes as it came, also where its upstream speaks the dialect with a turn of its own. */
  untouched?: true
}

/** What ties a request to answers that an upstream keeps: only the channel that gave them knows them. */
export type ResponseStorage = {
  previousResponseId: string | undefined
  conversation: string | undefined
  /** Whether this answer is to be kept as well. */
  kept: boolean
  /** Whether it is made after the call has returned, and asked for later. */
  background: boolean
}

/** What an upstream sent in frames that cannot be taken apart: broken ones, or one that never ends. */
export class FramingBroken extends Error {}

export type StreamEnding = 'closing' | 'closed'

/** Listens to a streamed answer whose bytes pass through. */
export type StreamTap = {
  /** The bytes to send on now; undefined when nothing is ready. */
  push: (chunk: Buffer) => Buffer | undefined
  /**
   * What was held back until the charge is durable: the rest of an event and the closing mark. Of a stream that has not
   * finished, nothing that would make it look whole.
   */
  end: () => Buffer | undefined
  /** In place of `end` for a stream that is given up: what else it used can be asked for afterwards. */
  cut?: () => void
  /** Of an answer that is paid for later: keeps what it has given so far, in case its end is never seen. */
  keepSoFar?: () => void
  /** How it tells that it broke off, where that depends on what was told before; else as `error.event` does. */
  failure?: (error: ClientError) => Buffer
  /** What it said was made, where the outline tells that it may. */
  made?: () => readonly MadeThing[]
  /** The usage the upstream told, read when asked. */
  usage: () => Usage | undefined
  /** The calls of tools seen so far, for streams that told no usage. */
  tools?: () => ToolCalls | undefined
  /** Bytes of generated text seen so far, for estimates. */
  textBytes: () => number
  /** For answers that are no text: what was used, by what came so far or by all that the vendor makes. */
  reckoned?: (extent: Extent) => Reckoned
  /** The beginning of that text; undefined where the dialect has none. */
  sample?: TextSample
  /** Whether the dialect's closing mark came. */
  finished: () => boolean
  /**
   * Where the answer is at its end: `closed` at the dialect's own mark, or an error, behind which nothing counts;
   * `closing` where the reason of the end has come, and figures may follow.
   */
  ending?: () => StreamEnding | undefined
  /** Whether it holds what the operator lets nobody read: it ends here. */
  isRefused?: () => boolean
  /** Whether the upstream sent an error inside the stream. */
  failed: () => boolean
  /** That error, where the client has not read it already. */
  problem?: () => UpstreamProblem | undefined
}

/**
 * One wire dialect: pure functions over its requests, replies, streams and errors. What is here serves where both
 * sides speak it and bytes pass through; `common` reads it into, and writes it out of, the common form of its kind.
 */
export type Protocol = {
  name: ProtocolName
  common: Common | undefined
  /** The names of its members, where they are not the usual ones. */
  names?: MemberNames
  /** What whole answers are: JSON unless said otherwise; text is JSON or not, anything passes through as it comes. */
  answers?: 'text' | 'anything'
  /** Adds the headers, names and values in turn, that this dialect's clients find on every answer. */
  tell?: (headers: string[], elapsedMs: number) => void
  /** Set when answers hold nothing that a model wrote: without usage only the prompt counts. */
  writesNothing?: true
  request: {
    /** `form`: where the body is a form, what else it holds. */
    outline: (body: JsonObject, form?: FormSource) => RequestOutline
    /** For the same dialect on both sides: changes the model's name and asks for usage, nothing else. */
    amend: (bytes: Buffer, body: JsonObject, outline: RequestOutline, upstreamModel: string) => Buffer
    /** What changes so that an answer has so many tokens at most; undefined where it cannot be said to be less. */
    limit?: (body: JsonObject, tokens: number) => JsonObject | undefined
    /** The texts of which a model reads tokens, where not all words of a request are such. */
    texts?: (body: JsonObject) => string[]
  }
  reply: {
    usage: (bytes: Buffer) => Usage | undefined
    /** The calls of tools in an answer that tells no usage. */
    tools?: (bytes: Buffer) => ToolCalls | undefined
    /** For answers that are no text: what was used, by what came. */
    reckoned?: (bytes: Buffer, outline: RequestOutline) => Reckoned
    /** The answer as the client wants it, where the upstream was asked for another form. */
    told?: (bytes: Buffer, outline: RequestOutline) => { bytes: Buffer; contentType: string } | undefined
    /** The answer as its dialect has it, where the upstream has turns of its own or heeds not what was asked for. */
    shaped?: (bytes: Buffer, outline: RequestOutline) => Buffer | undefined
    /** Whether it holds what was asked for at all: what does not is an upstream's fault, whatever its status says. */
    isAnswer?: (bytes: Buffer, outline: RequestOutline) => boolean
    /** The only name under which its upstreams say in an answer what went wrong; undefined: there are more. */
    complaint?: string
    /** Whether it says, in the form of an answer, that there is none. */
    failed?: (bytes: Buffer) => boolean
  }
  /** `contentType` is what the upstream calls its answer. */
  stream: { tap: (outline: RequestOutline, contentType?: string) => StreamTap }
  /** What an answer says was made and is kept at the upstream. */
  made?: (bytes: Buffer) => readonly MadeThing[]
  /**
   * What changes in a request so that reasoning is told by its words, and not by these ids; undefined where it has no
   * words. `open` is how the upstream takes it: what it would refuse is left out.
   */
  retold?: (body: JsonObject, ids: ReadonlySet<string>, open: OpenReasoning | undefined) => JsonObject | undefined
  /** How the models are listed that a client may call. */
  models?: {
    write: (model: string, tells?: TellsModels) => JsonObject
    /** `query`: which page of it is wanted, in the dialect's own words; all of it where none is. */
    writeList: (models: readonly string[], query: URLSearchParams, tells?: TellsModels) => JsonObject
    /** The model that is asked about, where a body names it. */
    nameIn?: (body: JsonObject) => string
    /** The same model as it is called where nobody serves the first name. */
    otherName?: (model: string) => string | undefined
  }
  /** What clients ask of the server itself: which version of its interface it speaks, and which models it has loaded. */
  server?: { version: JsonObject; loaded: JsonObject }
  /** The answer to a request that wants nothing of its model but that it is loaded; undefined for one that asks. */
  ready?: (body: JsonObject, seconds: number) => JsonObject | undefined
  /** How a request to count tokens is answered, for channels that cannot count themselves. */
  count?: {
    /** What is to be counted, where that stands one level deeper. */
    requestOf: (body: JsonObject) => JsonObject
    write: (tokens: number) => JsonObject
  }
  /** For dialects whose upstreams keep answers. */
  kept?: {
    /** The id of one: of a whole answer, or of the first events of a stream. */
    idOf: (bytes: Buffer) => string | undefined
    /** Whether it is still being made. */
    isRunning: (bytes: Buffer) => boolean
  }
  /** For the same dialects: how one goes on from an answer that its upstream cannot keep. */
  memory?: AnswerMemory
  error: ErrorDialect
}

/** A form's bytes and the places of its files. */
export type FormSource = { bytes: Buffer; files: readonly FormFile[] }

/** `upstream` is left away where clients alone speak the dialect, and no upstream is spoken to in it. */
export type Common =
  | { kind: 'chat'; client: ChatClient; upstream?: ChatUpstream }
  | { kind: 'embeddings'; client: EmbeddingsClient; upstream?: EmbeddingsUpstream }
  | { kind: 'rerank'; client: RerankClient; upstream?: RerankUpstream }
  | { kind: 'pictures'; client: PicturesClient }
