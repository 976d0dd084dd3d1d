import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, singleLine } from './fields.ts'
import { codeWays, redirectWays, signedWays } from './signin-parts.ts'
import type { CodeWay, RedirectWay, SignedWay } from './signin-ways/way.ts'
import { user } from './user.ts'

/** A browser comes back with a code, or with what the place says of why there is none. */
const comeBack = z.object({
  code: z._default(z.string(), ''),
  state: z._default(z.string(), ''),
  error: z._default(z.string(), ''),
  error_description: z._default(z.string(), ''),
})
const code = z.object({ code: z._default(z.string(), '') })

/** The user who is signed in now; nothing when the call bound an account, with the message `bind`. */
const signedIn = z.optional(z.nullable(user))

/** `bind` after binding; nothing otherwise. */
const outcome = z.object({ message: z.string() })

/** What a frame signs: every member as text, as whoever adds one has to have it signed too. */
const signedFields = z.record(singleLine(32), z.string().check(z.maxLength(2048)))

export type RedirectName = (typeof redirectWays)[number]['name']
export type CodeName = (typeof codeWays)[number]['name']
export type SignedName = (typeof signedWays)[number]['name']

/** The places that send a browser back with a state. A state made for one is worth nothing at another. */
export const redirectNames = redirectWays.map(({ name }) => name)

const stateCall = endpoint({
  method: 'GET',
  path: '/api/oauth/state',
  access: 'visitor',
  proof: 'session',
  limit: 'critical',
  summary: 'A state to send to a provider, bound to this browser',
  /** Without a provider the state is for the only one that is turned on. */
  query: z.object({ aff: z._default(singleLine(64), ''), provider: z.optional(z.enum(redirectNames)) }),
  data: z.string(),
  /** For providers that check it (PKCE): goes with the state. */
  beside: z.object({ code_challenge: z.string() }),
})

const redirectCall = ({ name, label }: RedirectWay) =>
  endpoint({
    method: 'GET',
    path: `/api/oauth/${name}`,
    access: 'visitor',
    proof: 'session',
    limit: 'critical',
    changes: true,
    summary: `Sign in with ${label}, or bind it when signed in`,
    query: comeBack,
    data: signedIn,
    beside: outcome,
  })

const enterCall = <Query extends z.ZodMiniType>({ label, paths }: CodeWay | SignedWay, query: Query) =>
  endpoint({
    method: 'GET',
    path: paths.enter,
    access: 'public',
    limit: 'critical',
    changes: true,
    summary: `Sign in with ${label}`,
    query,
    data: user,
  })

const bindCall = <Query extends z.ZodMiniType>({ kind, label, paths }: CodeWay | SignedWay, query: Query) =>
  endpoint({
    method: 'GET',
    path: paths.bind,
    access: 'user',
    proof: 'fresh',
    limit: 'critical',
    changes: true,
    // The widget of such a place can be told an address to send the browser to.
    ...(kind === 'signed' && { bare: true }),
    summary: `Bind an account of ${label}`,
    query,
    data: nothing,
  })

type EnterCall<Query extends z.ZodMiniType> = ReturnType<typeof enterCall<Query>>
type BindCall<Query extends z.ZodMiniType> = ReturnType<typeof bindCall<Query>>
type WayCalls = Record<RedirectName, ReturnType<typeof redirectCall>> &
  Record<CodeName, EnterCall<typeof code>> &
  Record<`${CodeName}Bind`, BindCall<typeof code>> &
  Record<SignedName, EnterCall<typeof signedFields>> &
  Record<`${SignedName}Bind`, BindCall<typeof signedFields>>

const wayCalls = [
  ...redirectWays.map((way) => [way.name, redirectCall(way)]),
  ...codeWays.flatMap((way) => [
    [way.name, enterCall(way, code)],
    [`${way.name}Bind`, bindCall(way, code)],
  ]),
  ...signedWays.flatMap((way) => [
    [way.name, enterCall(way, signedFields)],
    [`${way.name}Bind`, bindCall(way, signedFields)],
  ]),
]

/** Ways to sign in besides the password: their calls are drawn from `signin-ways/`. */
// seam: Object.fromEntries forgets which names there are
export const signin = { state: stateCall, ...(Object.fromEntries(wayCalls) as WayCalls) }
