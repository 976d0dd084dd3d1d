import type { ToolCalls } from '#pricing/usage.ts'
import type { OpenReasoning, Signer } from '#protocols/chat.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { TaskOperation } from '#protocols/task-platform.ts'
import type { Dialect } from './dialect.ts'
import type { MemberRules, ToolRule } from './members.ts'
import type { Words } from './words.ts'

/** What a provider reads of a channel. */
export type ChannelFacts = {
  /** Without a trailing slash; empty when the provider's own address is meant. */
  baseUrl: string
  /** The provider's extra field; what it means is told by its `other`. */
  other: string
  organization: string
  /** The chat dialect the operator wants it spoken to in, where the vendor speaks several. */
  dialect?: ProtocolName | undefined
}

/** What an operator can choose as the dialect of a channel. */
export const choosableDialects = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const

/** What a call is for. */
export type Operation =
  | 'chat'
  | 'count_tokens'
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'image_generation'
  | 'image_edit'
  | 'image_variation'
  | 'speech'
  | 'transcription'
  | 'translation'
  | 'rerank'
  | 'realtime'
  /** A session whose first message names its model. */
  | 'live'
  /** A stored response: read, listed, cancelled or deleted by its id. */
  | 'stored_response'
  | 'response_compaction'
  /** The same as `count_tokens` in the dialect of responses. */
  | 'response_tokens'
  /** Files that it keeps: given to it, listed, read and deleted by their ids. */
  | 'files'
  /** The same in the dialect of contents, where a file has a name and comes in pieces. */
  | 'media_files'
  /** Something that it keeps for the client: made, read, listed or deleted by its id. */
  | 'kept_thing'
  /** The same of the beginning of prompts. */
  | 'kept_cache'
  | TaskOperation

/** Whether its method and path are told to the upstream as they came. */
export const isPassedAsIs = (operation: Operation): operation is PassedOperation =>
  operation === 'stored_response' ||
  operation === 'files' ||
  operation === 'media_files' ||
  operation.startsWith('kept_') ||
  operation.endsWith('_task')

export type PassedOperation = 'stored_response' | 'files' | 'media_files' | 'kept_thing' | 'kept_cache' | TaskOperation

/** A call, as far as a provider needs it to say where it goes. */
export type Wanted = {
  operation: Operation
  /** The dialect the client speaks. */
  protocol: ProtocolName
  /** After the channel's mapping; it may end in a suffix that the vendor reads (thinking, effort). */
  model: string
  stream: boolean
  method: 'GET' | 'POST' | 'DELETE'
  /** The client's own path. */
  path: string
  /** The client's own query, without the question mark. */
  query: string
  /** The client's headers: only what a vendor knows may be passed on. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The operator's options, by key; their shape is checked where they are saved. */
  option: (key: string) => unknown
}

export type UpstreamAddress = { origin: string; path: string }

/** Top-level members to set in a body; undefined takes one away. */
export type Changes = Readonly<Record<string, unknown>>

/** Turns a vendor's framing of a stream into server-sent events. */
export type Unframing = {
  push: (chunk: Buffer) => Buffer | undefined
  end: () => Buffer | undefined
}

/** Where a call goes, and in which dialect. The same as the client's: bytes pass through. */
export type Route = UpstreamAddress & {
  dialect: Dialect
  /** The name the upstream knows, suffixes taken off. */
  model: string
  /** The model as the first message of a session names it, where that is another name. */
  sessionModel?: string
  /** Whether the model's name stands in the body; some vendors have it in the path. */
  modelInBody: boolean
  /** Whether the upstream fetches pictures and files by address itself. */
  fetchesUrls: boolean
  /** What the client's output limit is where the dialect demands one and the client named none. */
  defaultMaximumOutput: number
  /** The vendor's own rules, applied to the body in the upstream's dialect. */
  changes?: ((body: JsonObject) => Changes) | undefined
  /** Whose models are behind a dialect that many vendors speak: their seals are understood there. */
  signer?: Signer
  /** How it takes back reasoning that nobody sealed, in dialects whose own vendor refuses it. */
  openReasoning?: OpenReasoning | undefined
  /** The calls of tools that each answer of the model takes, where the answer itself does not tell them. */
  tools?: ToolCalls
  /** What a stream is asked for as, where that is not events. */
  accept?: string
  /** Set when the upstream can only stream, or only answer whole, whatever the client wants. */
  streams?: 'always' | 'never'
  /** Set when a stream comes in other frames than server-sent events, or sound in frames at all: by what was asked for. */
  unframe?: (asked?: JsonObject) => Unframing
  /** What an answer is once it is out of these frames, by what was asked for. */
  unframedType?: (body: JsonObject) => string
  /** Set when the upstream is reached over a WebSocket: one message asks, each message back is one event. */
  webSocket?: { isLast: (message: string) => boolean; talk?: (body: Buffer) => Talk }
  /** Set when a request is only taken, and its answer is asked for afterwards until it is there. */
  later?: LaterAnswer
}

/** A conversation over a WebSocket in which more than one message is said, and sound comes between those that answer. */
export type Talk = {
  first: string
  /** What is said to a message. */
  sayTo: (message: string) => readonly string[]
  /** What the sound is. */
  type: string
  /** Set for a message that tells what went wrong: a status, and a body that its dialect can read. */
  problemIn: (message: string) => { status: number; body: string } | undefined
}

/** How work that is handed in is asked about. */
export type LaterAnswer = {
  /** What the first request says besides, names and values in turn. */
  headers: readonly string[]
  /** Where to ask next, by what was told last; undefined: that is the answer. */
  next: (told: Buffer) => LaterPlace | undefined
}

export type LaterPlace = {
  path: string
  /** Where it can be taken back while nobody is at it yet, with a POST that is refused once somebody is. */
  takeBack?: string
}

/** What signing a request may need. */
export type ProviderEnvironment = {
  /** Milliseconds since 1970. */
  now: () => number
  /** For vendors whose key is first exchanged for a token. */
  fetch: (request: {
    url: string
    method: 'GET' | 'POST'
    headers: Readonly<Record<string, string>>
    body?: string
  }) => Promise<{ status: number; body: string }>
}

/** The vendor gave no token for a key: with this key nothing can be asked. */
export class CredentialsRefused extends Error {
  override readonly name = 'CredentialsRefused'
  /** The vendor's own. */
  readonly status: number

  constructor(status: number, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.status = status
  }
}

/** A request that only lacks its credentials. */
export type UnsignedRequest = UpstreamAddress & { method: string; body: Buffer; wanted: Wanted }

/** What a vendor wants to know besides address and key. */
type ExtraField = {
  label: Words
  /** How it looks. */
  example: Words
  /** What stands there when nothing is said. */
  usual?: string
}

/** A vendor: its address, how it knows us, the dialects it speaks, its quirks. */
export type Provider = {
  /** The number channels are stored with. */
  type: number
  name: string
  label: Words
  /** Empty: the operator must give one. */
  baseUrl: string
  /** Whether that address is the whole endpoint, and nothing is put behind it. */
  addressIsWhole?: boolean
  /** How a key looks. */
  keyHint: Words
  /** Undefined: this provider has no extra field. */
  other?: ExtraField
  /** How an organization looks, where it is told of one. */
  organizationHint?: string
  models: readonly string[]
  /** What it can do at all. */
  operations: ReadonlySet<Operation>
  /** The key comes along because some hold more than a secret, such as a region or a project. */
  route: (facts: ChannelFacts, wanted: Wanted, key: string) => Route
  /** Names and values in turn: who we are, and whatever else the vendor wants to read. */
  headers: (
    facts: ChannelFacts,
    key: string,
    request: UnsignedRequest,
    environment: ProviderEnvironment,
  ) => string[] | Promise<string[]>
  /** The path with who we are in it, for vendors that want to read it there. */
  signedPath?: (key: string, request: UnsignedRequest, environment: ProviderEnvironment) => string | Promise<string>
  /** Who says nothing of a service is served first as far as that was bought beforehand, and the answer tells. */
  servesBought?: boolean
  /** Members of requests that choose who answers or cost something, where it is not as with any other vendor. */
  members?: MemberRules
  /** The same of tools that it runs itself. */
  tool?: ToolRule
  /** For how long it keeps a prompt, at the longest, where that is more than an hour. */
  cacheMinutes?: number
  /** Whether a key is one document that must not be cut at its commas. */
  keyIsDocument?: boolean
  /** Further statuses of errors that mean a broken key or channel, besides 401. */
  disablingStatuses?: readonly number[]
  /** Whether an answer of this status may go better elsewhere although most vendors' would not. */
  retriesStatus?: (status: number) => boolean
  /** How its models are listed; undefined: they are not, and the ones named here are all that is known. */
  modelList?: (facts: ChannelFacts, key: string, environment: ProviderEnvironment) => ModelList
  /** What is left to spend with a key, in the vendor's own currency; undefined: it cannot be asked. */
  balance?: (facts: ChannelFacts, key: string, environment: ProviderEnvironment) => Promise<number>
}

export type ModelList = {
  url: string
  headers: Readonly<Record<string, string>>
  /** The models' names in an answer. */
  read: (body: unknown) => readonly string[]
}

/** The usual way to say who we are. */
export const bearer = (_facts: ChannelFacts, key: string): string[] => ['authorization', `Bearer ${key}`]

const known = new Map<string, UpstreamAddress>()
const mostKnown = 10_000

/** Cuts an address into what a connection needs and what a request line needs; remembered, as parsing takes its time. */
export const splitAddress = (address: string): UpstreamAddress => {
  const found = known.get(address)
  if (found !== undefined) return found
  const url = new URL(address)
  const split = { origin: url.origin, path: url.pathname + url.search }
  if (known.size >= mostKnown) known.clear()
  known.set(address, split)
  return split
}
