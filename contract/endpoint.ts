import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Who may call: `visitor` is anyone, but a signed-in caller is recognised. */
export type Access = 'public' | 'visitor' | 'user' | 'admin' | 'root'

/**
 * What a caller shows beyond who he is: a session where an access token is not enough, or a fresh one, of somebody who
 * signed in or gave his password a moment ago.
 */
export type Proof = 'session' | 'fresh'

/** One call of the control plane. `data` describes the wrapper's data, `beside` what stands next to it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  access: Access
  summary: string
  proof?: Proof
  /** The same for some bodies only: those with one of these values in a member, or with anything in it. */
  proofFor?: { member: string; values?: readonly string[]; proof: Proof }
  /**
   * `critical`: few tries per address, for whatever checks a secret or sends a message. `password`: few by strangers,
   * counted where it is known on which device; others cannot use up those of a device that the account knows.
   */
  limit?: 'critical' | 'password'
  /** Reads many rows: whoever asks for one after the other leaves the calls of models their share. */
  report?: true
  /** A GET that changes something, and so is refused when it comes from another site, as every other method is. */
  changes?: true
  /**
   * A page of ours may also send the browser here, which then shows nothing but its cookie: a bare call. It is answered
   * by sending the browser on to where whoever it is has his settings.
   */
  bare?: true
  /**
   * Whose answers a change makes old besides those of its own resource, or a reading that is told of: the word behind
   * `/api/`.
   */
  touches?: readonly string[]
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** What a body is refused with that lacks a member, in the words of that form. */
  missing?: Readonly<Record<string, ErrorCode>>
  /** In bytes; otherwise what is usual. */
  largestBody?: number
  /** A body with a value of the wrong type is malformed, not declined. */
  strict?: true
  data: z.ZodMiniType
  beside?: z.ZodMiniType
  /** Answered with a file in place of the wrapper; `data` is its text. */
  file?: true
}

/** A file whose parts are made as fast as the client takes them. */
export type FileAnswer = { name: string; contentType: string; parts: AsyncIterable<string> }

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** What a handler receives, parsed. */
export type EndpointInput<E extends Endpoint> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
}

/** What a handler answers. */
export type EndpointAnswer<E extends Endpoint> = E['file'] extends true
  ? FileAnswer
  : E['beside'] extends z.ZodMiniType
    ? { data: z.input<E['data']>; beside: z.input<E['beside']> }
    : z.input<E['data']>

/** What a client sends: only the parts the endpoint has. */
export type EndpointRequest<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: InputOf<E[Part]>
}

/** What a client receives as `data`. */
export type EndpointData<E extends Endpoint> = z.output<E['data']>

/** Every answer of the control plane, whatever its status. */
export type Envelope<Data> = {
  success: boolean
  message: string
  data?: Data
  code?: string
  /** Of a refusal: the field of what was sent that it is about, and what fills its sentence. */
  field?: string
  values?: Record<string, string | number>
}
