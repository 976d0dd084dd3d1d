import type * as z from 'zod/mini'
import type { Endpoint, EndpointData, EndpointRequest, Envelope } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isServerLanguage, languages } from '#contract/languages.ts'
import { connectionStore } from './connection.ts'
import { commonText, currentLanguage } from './i18n.ts'
import { askForProof } from './proof.ts'
import type { Worded } from './root-refusals.ts'
import { learnServerTime } from './server-time.ts'
import { currentUser, expireSession, isRoot } from './session.ts'

/** `network`: no answer came. `refused`: the server understood and declined. `failed`: a real HTTP error. */
export type ApiErrorKind = 'network' | 'refused' | 'failed'

/** Carries the sentence to show; `code` is the server's own name for the error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly status: number
  readonly code: string | undefined
  /** The field of what was sent that it is about. */
  readonly field: string | undefined
  /** The setting that it waits for, told to the super admin. */
  readonly option: string | undefined
  /** Of a server's own trouble, what its log tells of under this; of a call to a model, its row. */
  readonly requestId: string | undefined
  /** The sentence without what says that something failed. */
  readonly reason: string

  constructor(
    kind: ApiErrorKind,
    message: string,
    status: number,
    { code, field, option, requestId, reason = message }: Told = {},
  ) {
    super(message)
    this.reason = reason
    this.kind = kind
    this.status = status
    this.code = code
    this.field = field
    this.option = option
    this.requestId = requestId
  }
}

type Said = Envelope<unknown> & Pick<Worded, 'option'>
type Told = Pick<Said, 'code' | 'field' | 'option'> & { reason?: string; requestId?: string | undefined }

/** For a sentence that says already what failed. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.reason
  return error instanceof Error ? error.message : String(error)
}

type Part = 'params' | 'query' | 'body'
type Sent = Partial<Record<Part, Record<string, unknown>>>
type CallOptions = { signal?: AbortSignal }
export type CallArguments<E extends Endpoint> = keyof EndpointRequest<E> extends never
  ? [request?: Record<string, never>, options?: CallOptions]
  : [request: EndpointRequest<E>, options?: CallOptions]
type EndpointBeside<E extends Endpoint> = E['beside'] extends z.ZodMiniType ? z.output<E['beside']> : undefined
export type EndpointReply<E extends Endpoint> = { data: EndpointData<E>; message: string; beside: EndpointBeside<E> }

/** One call of the control plane: `const page = await call(tokens.list, { query: { p: 1 } })`. Throws `ApiError`. */
export const call = async <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>): Promise<EndpointData<E>> =>
  (await callWhole(endpoint, ...rest)).data

/** The same with the server's message and with what stands beside `data`. */
export const callWhole = async <E extends Endpoint>(
  endpoint: E,
  ...[request = {}, options = {}]: CallArguments<E>
): Promise<EndpointReply<E>> => {
  // seam: the endpoint's own type was checked at the call
  const response = await send(endpoint, request as Sent, options)
  const envelope = await readEnvelope(response)
  if (!response.ok) throw failure(response, envelope)
  if (!envelope) throw new ApiError('failed', commonText('errorUnreadable'), response.status)
  if (!envelope.success) throw new ApiError('refused', refusal(envelope), response.status, envelope)
  // seam: the server answers by the same contract, checked there
  return { data: envelope.data, message: envelope.message, beside: envelope } as unknown as EndpointReply<E>
}

/** The file that an endpoint answers with, and the name the server gives it. Throws as `call` does. */
export const callFile = async <E extends Endpoint & { file: true }>(
  endpoint: E,
  ...[request = {}, options = {}]: CallArguments<E>
): Promise<{ name: string; content: Blob }> => {
  // seam: as above
  const response = await send(endpoint, request as Sent, options)
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  if (response.ok && name !== undefined) return { name, content: await response.blob() }
  const envelope = await readEnvelope(response)
  if (!response.ok) throw failure(response, envelope)
  if (!envelope) throw new ApiError('failed', commonText('errorUnreadable'), response.status)
  throw new ApiError('refused', refusal(envelope), response.status, envelope)
}

/** Sends the call, and again once the user has shown that it is him where the server wants that. */
const send = async (endpoint: Endpoint, sent: Sent, options: CallOptions): Promise<Response> => {
  const response = await sendOnce(endpoint, sent, options)
  if (response.status !== 403 || (await readEnvelope(response.clone()))?.code !== proofWanted) return response
  return (await askForProof()) ? sendOnce(endpoint, sent, options) : response
}

const proofWanted: ErrorCode = 'fresh_signin_needed'
const demoSite: ErrorCode = 'demo_only'

const sendOnce = async (endpoint: Endpoint, sent: Sent, { signal }: CallOptions): Promise<Response> => {
  const { body } = sent
  const asked = currentUser()?.id
  const response = await reach(urlOf(endpoint, sent), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: headersOf(body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (response.status === 401) expireSession(asked)
  return response
}

/** The headers of every signed-in call; streams send them too. */
export const headersOf = (json: boolean): Record<string, string> => {
  const user = currentUser()
  return {
    Accept: 'application/json',
    'Accept-Language': languages[currentLanguage()].locale,
    'Cache-Control': 'no-store',
    ...(json ? { 'Content-Type': 'application/json' } : {}),
    ...(user ? { 'New-Api-User': String(user.id) } : {}),
  }
}

const urlOf = (endpoint: Endpoint, request: Sent): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** A call that no answer came to is one kind of failure, wherever it was made. */
export const reach = async (url: string, init: RequestInit): Promise<Response> => {
  const askedAt = Date.now()
  try {
    const response = await fetch(url, init)
    connectionStore.set(true)
    learnServerTime(response, askedAt)
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    connectionStore.set(false)
    throw new ApiError('network', commonText('errorUnreachable'), 0)
  }
}

const readEnvelope = async (response: Response): Promise<Said | null> => {
  try {
    const value: unknown = await response.json()
    if (typeof value !== 'object' || value === null || !('success' in value)) return null
    const envelope = value as Envelope<unknown> // seam: the wrapper of every answer
    return envelope.success ? envelope : { ...envelope, ...(await wordsOf(envelope)) }
  } catch {
    return null
  }
}

/**
 * In a language that the server does not speak a refusal is worded here, and so it is for the super admin where it is his
 * to do; what the server said stands where that fails.
 */
export const wordsOf = async (refused: Pick<Envelope<unknown>, 'code' | 'message' | 'values'>): Promise<Worded> => {
  const { message } = refused
  if (!isRoot(currentUser()) && isServerLanguage(currentLanguage())) return { message }
  try {
    const { wordedRefusal } = await import('./worded-refusal.ts')
    return await wordedRefusal(refused)
  } catch {
    return { message }
  }
}

const refusal = (envelope: Envelope<unknown>) => envelope.message || commonText('errorUnknown')

const failure = ({ status, headers }: Response, envelope: Said | null): ApiError => {
  const sentence = knownFailure(status, envelope)
  const reason = sentence ?? (envelope?.message || `HTTP ${status}`)
  const requestId = status >= 500 ? headers.get('x-request-id') : null
  const told = { ...envelope, reason, ...(requestId !== null && { requestId }) }
  return new ApiError('failed', sentence ?? commonText('errorOther', { message: reason }), status, told)
}

const knownFailure = (status: number, envelope: Envelope<unknown> | null): string | undefined => {
  if (envelope?.code === proofWanted) return envelope.message
  if (envelope?.code === demoSite) return commonText('errorDemo')
  switch (status) {
    case 401:
      return commonText('errorExpired')
    case 429:
      return commonText('errorTooMany')
    case 500:
      return commonText(isRoot(currentUser()) ? 'errorInternalHere' : 'errorInternal')
    default:
      return undefined
  }
}
