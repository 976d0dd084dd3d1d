import type { ToolCalls, Usage } from '#pricing/usage.ts'
import type { ClientError, UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'
import type { Steering } from './steering.ts'

/**
 * The common form of a conversation: what every chat dialect is read into and written out of. It holds what at least
 * two dialects can say; what only one can say passes through where both sides speak it and is dropped knowingly
 * elsewhere (docs/dialects.md).
 */
export type ChatRequest = {
  model: string
  stream: boolean
  /** Instructions from whatever place the dialect keeps them in, in order. */
  system: readonly TextPart[]
  messages: readonly ChatMessage[]
  tools: readonly Tool[]
  toolChoice: ToolChoice | undefined
  /** Whether the model may call several tools at once; undefined: the dialect's own default. */
  parallelTools: boolean | undefined
  outputFormat: OutputFormat | undefined
  reasoning: ReasoningWish | undefined
  maximumOutput: number | undefined
  temperature: number | undefined
  topP: number | undefined
  topK: number | undefined
  seed: number | undefined
  presencePenalty: number | undefined
  frequencyPenalty: number | undefined
  logitBias: Readonly<Record<string, number>> | undefined
  stop: readonly string[]
  choices: number
  /** How many likely tokens to tell for each; 0: only the chosen one's probability; undefined: none. */
  logprobs: number | undefined
  user: string | undefined
  metadata: JsonObject | undefined
  serviceTier: string | undefined
  cacheKey: string | undefined
  /** For how long the prompt is to stay in the upstream's cache, in the words of the dialects that can say it. */
  cacheRetention?: string | undefined
  verbosity: string | undefined
  webSearch: WebSearch | undefined
  /** What kinds of answer are wanted besides text. */
  modalities: readonly ('text' | 'image' | 'audio')[]
  audioOutput: { voice: string; format: string } | undefined
}

export type ChatMessage =
  | { role: 'user'; parts: readonly UserPart[] }
  | { role: 'assistant'; parts: readonly AssistantPart[] }
  /** Results of tool calls; each answers one call of the assistant message before. */
  | { role: 'tool'; parts: readonly ToolResultPart[] }

export type UserPart = TextPart | ImagePart | AudioPart | VideoPart | DocumentPart
export type AssistantPart =
  | TextPart
  | ImagePart
  | RefusalPart
  | ReasoningPart
  | RedactedReasoningPart
  | ToolCallPart
  | CitationPart

/** A hint that the conversation up to here is worth keeping in the upstream's cache. */
export type CacheHint = { lifetime: '5m' | '1h' | undefined }

export type TextPart = { type: 'text'; text: string; cache?: CacheHint }

export type Source =
  | { kind: 'data'; mediaType: string; base64: string }
  | { kind: 'url'; url: string; mediaType?: string }
  /** A file that was given to the upstream before; means something only to the dialect it came from. */
  | { kind: 'file'; id: string }
  | { kind: 'text'; text: string }

export type ImagePart = { type: 'image'; source: Source; detail?: string; cache?: CacheHint }
export type AudioPart = { type: 'audio'; source: Source; format: string }
export type VideoPart = { type: 'video'; source: Source }
export type DocumentPart = { type: 'document'; name: string | undefined; source: Source; cache?: CacheHint }
export type RefusalPart = { type: 'refusal'; text: string }

/** Whose seal a signature is: it means something only there, and is sent back only there. */
export type Signer = 'anthropic' | 'gemini' | 'openai'
export type Signature = { by: Signer; value: string }

/**
 * How an upstream takes back reasoning that nobody sealed, in dialects whose own vendor refuses it: as it was thought,
 * or as a summary.
 */
export type OpenReasoning = 'full' | 'summary'

/** `id` and `signature` let the upstream that wrote it recognise it when the conversation goes on. */
export type ReasoningPart = { type: 'reasoning'; text: string; signature?: Signature; id?: string }
export type RedactedReasoningPart = { type: 'redacted_reasoning'; data: string; by: Signer; id?: string }

export type ToolCallPart = {
  type: 'tool_call'
  id: string
  name: string
  /** JSON as text for a function, free text for a custom tool. */
  arguments: string
  custom?: boolean
  signature?: Signature
  cache?: CacheHint
}

export type ToolResultPart = {
  type: 'tool_result'
  callId: string
  /** The tool's name where the dialect tells it; readers fill it in from the call where they can. */
  name: string | undefined
  parts: readonly (TextPart | ImagePart | DocumentPart)[]
  failed: boolean
  custom?: boolean
  cache?: CacheHint
}

export type CitationPart = {
  type: 'citation'
  url: string
  title: string
  quote?: string
  start?: number
  end?: number
}

export type Tool = {
  name: string
  description: string | undefined
  /** JSON Schema; undefined: no parameters. */
  parameters: JsonObject | undefined
  strict: boolean | undefined
  /** Takes free text in place of an object. `format` is the grammar, as its dialect wrote it. */
  custom?: { format: JsonObject | undefined }
  /** The group it stands in, with which its name begins: clients that group their tools are told the two apart. */
  namespace?: string
  cache?: CacheHint
}

export type ToolChoice = { kind: 'auto' } | { kind: 'none' } | { kind: 'required' } | { kind: 'named'; name: string }

export type OutputFormat =
  | { kind: 'json' }
  | { kind: 'schema'; name: string; schema: JsonObject; strict: boolean | undefined; description: string | undefined }

/**
 * How much the model should think. `effort` and `budget` may both be missing (on, but unsaid how much); a target that
 * knows only one of the two works it out from the other (protocols/reasoning.ts).
 */
export type ReasoningWish = {
  enabled: boolean
  effort: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
  budget: number | undefined
  /** Whether the thinking itself should be told; undefined: the dialect's default. */
  visible: boolean | undefined
  /** Set where the client is one of routers: it reads what is told as a list of details, piece by piece. */
  inDetails?: true
}

export type WebSearch = { contextSize: string | undefined; location: JsonObject | undefined }

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export type ChatReply = {
  id: string
  model: string
  /** Seconds since 1970, where the upstream tells it. */
  created: number | undefined
  choices: readonly ChatChoice[]
  usage: Usage | undefined
  serviceTier: string | undefined
}

export type ChatChoice = {
  index: number
  parts: readonly (AssistantPart | AudioOutputPart)[]
  finish: FinishReason
  /** The stop sequence that was met, where it is told. */
  stopSequence: string | undefined
  /** In the shape of OpenAI's chat: a list of {token, logprob, bytes, top_logprobs}. */
  logprobs: readonly JsonObject[] | undefined
}

export type AudioOutputPart = {
  type: 'audio_output'
  id: string
  base64: string
  transcript: string
  expiresAt: number
}

/**
 * One step of a streamed reply. A tool call begins with `tool_call` and goes on with `arguments` of the same `call`,
 * which counts from 0 within its choice in the order of beginning. Calls may interleave.
 */
export type ChatEvent =
  | { type: 'start'; id: string; model: string; created: number | undefined }
  | { type: 'text'; choice: number; text: string; logprobs?: readonly JsonObject[] }
  | { type: 'reasoning'; choice: number; text: string; id?: string }
  /** Ends the reasoning written so far with its seal. */
  | { type: 'reasoning_signature'; choice: number; signature: Signature; id?: string }
  | { type: 'redacted_reasoning'; choice: number; data: string; by: Signer; id?: string }
  | { type: 'refusal'; choice: number; text: string }
  | { type: 'image'; choice: number; mediaType: string; base64: string }
  | { type: 'audio'; choice: number; id: string; base64: string; transcript: string }
  | { type: 'citation'; choice: number; citation: CitationPart }
  | {
      type: 'tool_call'
      choice: number
      call: number
      id: string
      name: string
      custom?: boolean
      signature?: Signature
    }
  | { type: 'arguments'; choice: number; call: number; text: string }
  | { type: 'finish'; choice: number; reason: FinishReason; stopSequence: string | undefined }
  | { type: 'usage'; usage: Usage }
  /** The upstream failed inside the stream: whoever ends the stream tells it. */
  | { type: 'error'; problem: UpstreamProblem }

/** Reads a streamed answer, cut anywhere by the network, into events. */
export type ChatStreamReader = {
  push: (chunk: Buffer) => ChatEvent[]
  /** What the last bytes held, and whatever must be made up for a stream that simply ended. */
  end: () => ChatEvent[]
  /** Whether the dialect's own closing mark came: a stream that ends without it was cut. */
  finished: () => boolean
  /** Whether it was a mark behind which nothing counts; without this, figures may follow for a while. */
  closed?: () => boolean
  /** The calls of tools seen so far, for streams that told no usage. */
  tools?: () => ToolCalls | undefined
}

/** Writes events as the client's dialect streams them. */
export type ChatStreamWriter = {
  /** The bytes of some events as text, empty when nothing goes out for them yet. Of errors it tells nothing. */
  write: (events: readonly ChatEvent[]) => string
  /** What tells that the answer breaks off here: whatever is whole of what was kept back, and the error. */
  fail: (error: ClientError) => string
  /** What closes the stream after the last event: whatever was kept back, and the closing mark. */
  end: () => string
}

/** What a stream's or a reply's writer must know of the request it answers. */
export type ReplyContext = {
  request: ChatRequest
  /** The name the client asked for, which it is told again. */
  model: string
  /** Whether the client wants the usage of a streamed answer where its dialect lets it choose. */
  wantsUsage: boolean
  /** For dialects with another framing of streams (Gemini without `alt=sse` is one JSON array). */
  framing: 'events' | 'array' | 'lines'
  /** Seconds since 1970, and a source of ids: dialects that need either take it from here. */
  now: () => number
  newId: () => string
  /** Set where the answer is kept here, and its client may go on from it: under this id, behind that answer. */
  kept?: KeptAs | undefined
}

export type KeptAs = { id: string; previousId: string | undefined }

/** How a target's dialect is spoken: requests written, answers read. Upstreams need only this half. */
export type ChatUpstream = {
  /** Bytes for the upstream; throws a `ProtocolError` naming the field it cannot express and must not drop. */
  writeRequest: (request: ChatRequest, target: ChatTarget) => JsonObject
  /** The request that is answered tells a reader what the answer stands for, where that differs. */
  readReply: (bytes: Buffer, request?: ChatRequest) => ChatReply
  createReader: (request?: ChatRequest) => ChatStreamReader
  readError: (status: number, bytes: Buffer) => UpstreamProblem
  steering: Steering
}

/** What a request's writer must know of where it goes. */
export type ChatTarget = {
  model: string
  /** Output limit for dialects that demand one when the client named none. */
  defaultMaximumOutput: number
  /** Whether the upstream can fetch pictures and files by address itself; otherwise they come as data already. */
  fetchesUrls: boolean
  /** Whose models are behind a dialect that many vendors speak: these seals and cache hints are understood there. */
  signer?: Signer
  /** Undefined where it would refuse a conversation that holds some: then it stays behind. */
  openReasoning?: OpenReasoning
}

/** The other half, for dialects that clients speak. */
export type ChatClient = {
  readRequest: (body: JsonObject) => ChatRequest
  writeReply: (reply: ChatReply, context: ReplyContext) => JsonObject
  createWriter: (context: ReplyContext) => ChatStreamWriter
  steering: Steering
}
