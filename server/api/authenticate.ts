import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '#contract/endpoint.ts'
import { ApplicationError } from '#contract/errors.ts'
import { roles, userStatuses } from '#contract/users.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import { readSessionCookie } from './session-cookie.ts'

/** A caller whose identity is proved, and when it was, in Unix seconds: an access token proves nothing anew. */
export type SignedIn = { user: UserIdentity } & ({ by: 'session'; provedAt: number } | { by: 'access-token' })

/** Where identities come from. */
export type Credentials = {
  bySession: (cookieValue: string) => Promise<{ user: UserIdentity; provedAt: number } | undefined>
  byAccessToken: (accessToken: string) => Promise<UserIdentity | undefined>
}

/** Any one of these names the user that the client believes to be. */
const userIdHeaders = ['new-api-user', 'veloera-user', 'user-id'] as const

/** Finds out who calls and whether `access` lets him. Role and status are those of this moment, not of the login. */
export const authenticate = async (
  access: Access,
  headers: IncomingHttpHeaders,
  credentials: Credentials,
): Promise<SignedIn | undefined> => {
  if (access === 'public') return undefined
  if (access === 'visitor') return identify(headers, credentials).catch(asStranger)
  const caller = await identify(headers, credentials)
  if (caller.user.role < leastRole[access]) throw new ApplicationError('role_insufficient')
  return caller
}

const leastRole = { user: roles.ordinary, admin: roles.admin, root: roles.root } as const

const identify = async (headers: IncomingHttpHeaders, credentials: Credentials): Promise<SignedIn> => {
  const caller = await prove(headers, credentials)
  if (caller === undefined) throw new ApplicationError('not_signed_in')
  if (!namesUser(headers, caller.user.id)) throw new ApplicationError('user_id_mismatch')
  if (caller.user.status !== userStatuses.active) throw new ApplicationError('account_banned')
  return caller
}

const prove = async (headers: IncomingHttpHeaders, credentials: Credentials): Promise<SignedIn | undefined> => {
  const cookieValue = readSessionCookie(headers.cookie)
  const bySession = cookieValue === undefined ? undefined : await credentials.bySession(cookieValue)
  if (bySession) return { ...bySession, by: 'session' }
  const accessToken = headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const byAccessToken = accessToken ? await credentials.byAccessToken(accessToken) : undefined
  return byAccessToken && { user: byAccessToken, by: 'access-token' }
}

const namesUser = (headers: IncomingHttpHeaders, userId: number): boolean => {
  const named = userIdHeaders.map((name) => headers[name]).filter((value) => value !== undefined)
  return named.length > 0 && named.every((value) => value === String(userId))
}

const asStranger = (error: unknown): undefined => {
  if (error instanceof ApplicationError) return undefined
  throw error
}
