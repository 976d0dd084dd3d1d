import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, singleLine } from './fields.ts'
import { groupChoices, toldSelfFields, user } from './user.ts'

const humanCheck = z.object({ turnstile: z._default(z.string(), '') })

/** Signing in and out, and everything a user does to the own account. */
export const session = {
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    limit: 'password',
    summary: 'Sign in with username (or email) and password',
    query: humanCheck,
    body: z.object({ username: z._default(z.string(), ''), password: z._default(z.string(), '') }),
    data: user,
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/user/logout',
    access: 'public',
    changes: true,
    summary: 'Sign out',
    data: nothing,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    limit: 'critical',
    summary: 'Create an account',
    query: humanCheck,
    body: z.object({
      username: z._default(z.string(), ''),
      password: z._default(z.string(), ''),
      password2: z.optional(z.string()),
      email: z._default(z.string(), ''),
      verification_code: z._default(z.string(), ''),
      aff_code: z._default(z.string(), ''),
    }),
    data: nothing,
  }),
  self: endpoint({ method: 'GET', path: '/api/user/self', access: 'user', summary: 'The own account', data: user }),
  updateSelf: endpoint({
    method: 'PUT',
    path: '/api/user/self',
    access: 'user',
    proofFor: { member: 'password', proof: 'session' },
    summary: 'Change the own names, or with the current one the password',
    body: z.object({
      ...toldSelfFields,
      username: z.optional(z.string()),
      display_name: z.optional(singleLine(20)),
      password: z.optional(z.string()),
      original_password: z.optional(z.string()),
    }),
    data: nothing,
  }),
  deleteSelf: endpoint({
    method: 'DELETE',
    path: '/api/user/self',
    access: 'user',
    proof: 'fresh',
    summary: 'Delete the own account',
    data: nothing,
  }),
  accessToken: endpoint({
    method: 'GET',
    path: '/api/user/token',
    access: 'user',
    proof: 'fresh',
    changes: true,
    summary: 'A new system access token; the old one stops working',
    data: z.string(),
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/user/proof',
    access: 'user',
    proof: 'session',
    summary: 'Whether the session is fresh enough for what concerns the account, and whether a password can make it so',
    data: z.object({ fresh: z.boolean(), password: z.boolean() }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/user/proof',
    access: 'user',
    proof: 'session',
    limit: 'password',
    summary: 'Make the session fresh with the current password',
    body: z.object({ password: z.string() }),
    data: nothing,
  }),
  models: endpoint({
    method: 'GET',
    path: '/api/user/models',
    access: 'user',
    summary: 'The models the user may call',
    data: z.array(z.string()),
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/user/self/groups',
    access: 'user',
    summary: 'The groups the user may choose',
    data: groupChoices,
  }),
  guestGroups: endpoint({
    method: 'GET',
    path: '/api/user/groups',
    access: 'public',
    summary: 'The groups anyone may choose',
    data: groupChoices,
  }),
}
