import type { IncomingHttpHeaders } from 'node:http'
import { ApplicationError } from '#contract/errors.ts'
import { askedEffort } from '#protocols/asked-effort.ts'
import type { ChatRequest } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { formContentType, isForm, readForm, setFormField } from '#protocols/form.ts'
import { protocolOf } from '#protocols/index.ts'
import { checkFormNames } from '#protocols/json/form-names.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { setMembers } from '#protocols/json/json-edit.ts'
import { checkMemberNames } from '#protocols/json/member-names.ts'
import { checkNumbers } from '#protocols/json/number-members.ts'
import { memberNamesOf } from '#protocols/known-names.ts'
import type { FormSource, Protocol, RequestOutline } from '#protocols/protocol.ts'
import type { Operation } from '#providers/provider.ts'
import type { BodyRoom } from '../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import { readBody } from '../lib/inbound/request-body.ts'
import { findJsonFault } from '../lib/json-fault.ts'
import { hasByteOrderMark, parseJson } from '../lib/json-limits.ts'
import { keyParameters } from './credentials.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { decodePart } from './usual-address.ts'

/** What is asked: bytes read once, parsed once. */
export type Call = {
  endpoint: RelayEndpoint
  protocol: Protocol
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  contentType: string
  /** The bytes taken apart. */
  body: () => JsonObject
  /**
   * Lets go of what was taken apart: it is several times as large as the bytes, and hardly ever asked for while the
   * upstream is waited for. If it is, the bytes are taken apart again.
   */
  forgetBody: () => void
  outline: RequestOutline
  /** How hard the model is asked to think, in the client's own words. */
  effort: string | undefined
  /** The request in the common form of chat: read when it is first needed, as bytes often just pass through. */
  chat: () => ChatRequest
  /** Set where turns before it were put back: what its client sent itself. */
  recalled?: { previousId: string | undefined; input: unknown }
}

/** Without a promise where the body is there already. */
export const readCall = (endpoint: RelayEndpoint, request: ClientRequest, room?: BodyRoom): Call | Promise<Call> => {
  const received = readBody(request, bodyLimits, room)
  return received instanceof Promise
    ? received.then((bytes) => callOf(endpoint, request, bytes))
    : callOf(endpoint, request, received)
}

/** A body that is passed on without being read in a dialect; none is an object without members. */
export const readPassedBody = async (
  endpoint: RelayEndpoint,
  request: ClientRequest,
  room: BodyRoom,
): Promise<Pick<Body, 'bytes' | 'body'> & { contentType: string }> => {
  const received = await readBody(request, bodyLimits, room)
  const given = request.headers['content-type'] ?? ''
  return inDialect(() => {
    if (received.length === 0) return { bytes: received, body: {}, contentType: 'application/json' }
    if (!isForm(given)) return { ...readJsonBody(received, endpoint), contentType: 'application/json' }
    return { ...readFormBody(received, given, endpoint), contentType: formContentType(given) }
  })
}

/** A body of which only the object counts. */
export const readObject = async (request: ClientRequest, room: BodyRoom): Promise<JsonObject> =>
  parse(await readBody(request, bodyLimits, room)).body

/** Whoever announces a body takes room from others: what does not come at this pace is given up after ten seconds. */
const bodyLimits = { maximumBytes: 32 * 1024 * 1024, deadlineMs: 60_000, minimumRate: 4096 }

/** A call that stands in a batch of many. */
export const callOfLine = (endpoint: RelayEndpoint, body: Buffer): Call =>
  callOf(endpoint, { method: 'POST', url: endpoint.path, headers: {} }, body)

const callOf = (
  endpoint: RelayEndpoint,
  request: Pick<ClientRequest, 'method' | 'url' | 'headers'>,
  received: Buffer,
): Call => {
  const protocol = protocolOf(endpoint.protocol)
  const contentType = request.headers['content-type'] ?? ''
  // What is priced and sent on is JSON there: a form would be read by nobody.
  if (isForm(contentType) && !takingForms.has(endpoint.operation)) {
    throw new ApplicationError('body_malformed', { reason: 'body_form' })
  }
  return inDialect(() => {
    const query = queryOf(request)
    const { bytes, body, form } = isForm(contentType)
      ? readFormBody(received, contentType, endpoint)
      : readJsonBody(received, endpoint)
    const outline = outlineOf(protocol, body, form, endpoint, query)
    const parseAgain = () => (form === undefined ? parse(bytes).body : readForm(bytes, contentType).fields)
    const remembered = remember(protocol, outline, body, parseAgain)
    return {
      endpoint,
      protocol,
      method: methodOf(request),
      path: endpoint.path,
      query,
      headers: request.headers,
      bytes,
      contentType: form === undefined ? 'application/json' : formContentType(contentType),
      outline,
      body: remembered.body,
      forgetBody: remembered.forgetBody,
      effort: remembered.effort,
      chat: remembered.chat,
    }
  })
}

/** What takes files with its words. */
const takingForms: ReadonlySet<Operation> = new Set(['image_edit', 'image_variation', 'transcription', 'translation'])

/** The model that a question about one names. */
export const readModelName = async (
  endpoint: RelayEndpoint,
  request: ClientRequest,
  room: BodyRoom,
): Promise<string> => {
  const bytes = await readBody(request, bodyLimits, room)
  return inDialect(() => {
    const { body } = parse(bytes)
    return protocolOf(endpoint.protocol).models?.nameIn?.(body) ?? ''
  })
}

/** A call of our own making, as if a client had sent it. */
export const ownCall = (endpoint: RelayEndpoint, body: JsonObject, query = ''): Call => {
  const protocol = protocolOf(endpoint.protocol)
  const outline = outlineOf(protocol, body, undefined, endpoint, query)
  return {
    endpoint,
    protocol,
    method: 'POST',
    path: endpoint.path,
    query,
    headers: {},
    bytes: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json',
    ...remember(protocol, outline, body, () => body),
    outline,
  }
}

/** The same call as if its client had said so. */
export const withMembers = (call: Call, members: JsonObject, outline: RequestOutline): Call => {
  const bytes = setMembers(call.bytes, members)
  const remembered = remember(call.protocol, outline, { ...call.body(), ...members }, () => parse(bytes).body)
  return { ...call, ...remembered, bytes, outline }
}

/** A call that is all in its path. */
export const bodylessCall = (
  endpoint: RelayEndpoint,
  request: Pick<ClientRequest, 'method' | 'url' | 'headers'>,
  model: string,
): Call => {
  const query = queryOf(request)
  const outline: RequestOutline = {
    model,
    stream: new URLSearchParams(query).get('stream') === 'true',
    maximumOutput: undefined,
    choices: 1,
    promptEstimate: 0,
    wantsUsage: true,
  }
  return {
    endpoint,
    protocol: protocolOf(endpoint.protocol),
    method: methodOf(request),
    path: endpoint.path,
    query,
    headers: request.headers,
    bytes: noBytes,
    contentType: 'application/json',
    body: () => ({}),
    forgetBody: () => {},
    effort: undefined,
    outline,
    chat: () => {
      throw new TypeError('a call without a body has no conversation')
    },
  }
}

const noBytes = Buffer.alloc(0)

/** Runs what may find the request at odds with its dialect. */
export const inDialect = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new ApplicationError('request_invalid', { reason: error.message }, error)
    throw error
  }
}

/** Where the path names the model, it counts, and whether a stream is wanted. */
const outlineOf = (
  protocol: Protocol,
  body: JsonObject,
  form: FormSource | undefined,
  endpoint: RelayEndpoint,
  query: string,
): RequestOutline => {
  const outline = protocol.request.outline(body, form)
  if (endpoint.parameter === '') return outline
  // Some upstreams go by the path and some by the body.
  if (outline.model !== '' && outline.model !== endpoint.parameter) {
    throw new ProtocolError('model', 'must be the model that the path names')
  }
  const stream = endpoint.stream ?? outline.stream
  const named = { ...outline, model: endpoint.parameter, stream }
  return stream && !/(?:^|&)alt=sse(?:&|$)/.test(query) ? { ...named, framing: 'array' } : named
}

type Remembered = Pick<Call, 'body' | 'effort' | 'forgetBody' | 'chat'>

const remember = (
  protocol: Protocol,
  outline: RequestOutline,
  parsed: JsonObject,
  parseAgain: () => JsonObject,
): Remembered => {
  let known: JsonObject | undefined = parsed
  let chat: ChatRequest | undefined
  const body = (): JsonObject => {
    known ??= parseAgain()
    return known
  }
  return {
    body,
    forgetBody: () => {
      known = undefined
    },
    effort: askedEffort(parsed),
    chat: () => {
      if (protocol.common?.kind !== 'chat') throw new TypeError(`${protocol.name} has no conversations`)
      chat ??= { ...protocol.common.client.readRequest(body()), model: outline.model, stream: outline.stream }
      return chat
    },
  }
}

const methodOf = ({ method }: { method?: string | undefined }): Call['method'] =>
  method === 'GET' || method === 'DELETE' ? method : 'POST'

/** What was asked for, without its query. */
export const pathOf = (request: Pick<ClientRequest, 'url'>): string => {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Without the key, which was for us. */
export const queryOf = ({ url = '/' }: Pick<ClientRequest, 'url'>): string => {
  const mark = url.indexOf('?')
  const query = mark < 0 ? '' : url.slice(mark + 1)
  if (query === '') return query
  return query
    .split('&')
    .filter((each) => !isKey(each))
    .join('&')
}

/** Names may be written with escapes. */
const isKey = (parameter: string): boolean => {
  const name = decodePart(parameter.split('=', 1)[0] ?? '').toLowerCase()
  return keyParameters.some((each) => each === name)
}

type Body = { bytes: Buffer; body: JsonObject; form: FormSource | undefined }

/**
 * A call whose address names a model gets that one, and one that names none the one its endpoint is known for, as if the
 * client had named it.
 */
const modelToSet = ({ namedModel, defaultModel }: RelayEndpoint, said: unknown): string | undefined => {
  const model = namedModel ?? (said === undefined ? defaultModel : undefined)
  return model === said ? undefined : model
}

const readJsonBody = (received: Buffer, endpoint: RelayEndpoint): Body => {
  // Upstreams seldom take the mark that some editors and shells begin a file with.
  const bytes = hasByteOrderMark(received) ? received.subarray(3) : received
  const { body, members } = parse(bytes)
  checkMemberNames(memberNamesOf(protocolOf(endpoint.protocol)), body, members, bytes)
  checkNumbers(body)
  const model = modelToSet(endpoint, body.model)
  const named = model === undefined ? undefined : { model }
  const changes = endpoint.tellsUsage ? { ...named, ...usageToAsk(body) } : named
  if (changes === undefined) return { bytes, body, form: undefined }
  return { bytes: setMembers(bytes, changes), body: { ...body, ...changes }, form: undefined }
}

/** A stream is asked for its usage in the usual words, and not in those of one router, which its upstreams do not know. */
const usageToAsk = ({ stream, stream_options: options }: JsonObject): JsonObject => ({
  usage: undefined,
  ...(stream === true ? { stream_options: { ...(isObject(options) ? options : {}), include_usage: true } } : {}),
})

const readFormBody = (received: Buffer, contentType: string, endpoint: RelayEndpoint): Body => {
  const read = readForm(received, contentType)
  checkFormNames(memberNamesOf(protocolOf(endpoint.protocol)), read)
  const { fields, files } = read
  const model = modelToSet(endpoint, fields.model)
  if (model === undefined) {
    return { bytes: received, body: fields, form: { bytes: received, files } }
  }
  const bytes = setFormField(received, 'model', model)
  return { bytes, body: { ...fields, model }, form: { bytes, files: readForm(bytes, contentType).files } }
}

const parse = (bytes: Buffer): { body: JsonObject; members: number } => {
  const parsed = parseJson(bytes)
  if (!parsed.ok && parsed.fault === 'too_complex') throw new ApplicationError('body_too_deep')
  if (!parsed.ok) throw new ApplicationError('body_malformed', { ...findJsonFault(bytes) })
  if (!isObject(parsed.value)) throw new ApplicationError('body_not_an_object')
  return { body: parsed.value, members: parsed.members }
}
