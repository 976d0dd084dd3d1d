import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, singleLine } from './fields.ts'
import { user } from './users.ts'

const providerAnswer = z.object({ code: z._default(z.string(), ''), state: z._default(z.string(), '') })
const code = z.object({ code: z._default(z.string(), '') })

/** The user who is signed in now; nothing when the call bound an account, with the message `bind`. */
const signedIn = z.optional(z.nullable(user))

/** `bind` after binding; nothing otherwise. */
const outcome = z.object({ message: z.string() })

/** What the login widget signs: every member as text, as whoever adds one has to have it signed too. */
const telegramFields = z.record(singleLine(32), z.string().check(z.maxLength(2048)))

/** The places that send a browser back with a state. A state made for one is worth nothing at another. */
export const stateProviders = ['github', 'oidc', 'linuxdo'] as const
export type StateProvider = (typeof stateProviders)[number]

/** Ways to sign in besides the password. */
export const signin = {
  state: endpoint({
    method: 'GET',
    path: '/api/oauth/state',
    access: 'visitor',
    proof: 'session',
    limit: 'critical',
    summary: 'A state to send to a provider, bound to this browser',
    /** Without a provider the state is for the only one that is turned on. */
    query: z.object({ aff: z._default(singleLine(64), ''), provider: z.optional(z.enum(stateProviders)) }),
    data: z.string(),
    /** For providers that check it (PKCE): goes with the state. */
    beside: z.object({ code_challenge: z.string() }),
  }),
  github: endpoint({
    method: 'GET',
    path: '/api/oauth/github',
    access: 'visitor',
    proof: 'session',
    limit: 'critical',
    changes: true,
    summary: 'Sign in with GitHub, or bind it when signed in',
    query: providerAnswer,
    data: signedIn,
    beside: outcome,
  }),
  oidc: endpoint({
    method: 'GET',
    path: '/api/oauth/oidc',
    access: 'visitor',
    proof: 'session',
    limit: 'critical',
    changes: true,
    summary: 'Sign in with the OpenID provider, or bind it when signed in',
    query: providerAnswer,
    data: signedIn,
    beside: outcome,
  }),
  linuxdo: endpoint({
    method: 'GET',
    path: '/api/oauth/linuxdo',
    access: 'visitor',
    proof: 'session',
    limit: 'critical',
    changes: true,
    summary: 'Sign in with Linux DO, or bind it when signed in',
    query: z.extend(providerAnswer, {
      error: z._default(z.string(), ''),
      error_description: z._default(z.string(), ''),
    }),
    data: signedIn,
    beside: outcome,
  }),
  wechat: endpoint({
    method: 'GET',
    path: '/api/oauth/wechat',
    access: 'public',
    limit: 'critical',
    changes: true,
    summary: 'Sign in with a code from the WeChat server',
    query: code,
    data: user,
  }),
  wechatBind: endpoint({
    method: 'GET',
    path: '/api/oauth/wechat/bind',
    access: 'user',
    proof: 'fresh',
    limit: 'critical',
    changes: true,
    summary: 'Bind a WeChat account',
    query: code,
    data: nothing,
  }),
  telegramBind: endpoint({
    method: 'GET',
    path: '/api/oauth/telegram/bind',
    access: 'user',
    proof: 'fresh',
    limit: 'critical',
    changes: true,
    summary: 'Bind the Telegram account that the widget signed',
    query: telegramFields,
    data: nothing,
  }),
  telegram: endpoint({
    method: 'GET',
    path: '/api/oauth/telegram/login',
    access: 'public',
    limit: 'critical',
    changes: true,
    summary: 'Sign in with what the Telegram widget signed',
    query: telegramFields,
    data: user,
  }),
}
