import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '#contract/endpoint.ts'
import { ApplicationError } from '#contract/errors.ts'
import { roles, userStatuses } from '#contract/user.ts'
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

/**
 * Finds out who calls and whether `access` lets him. Role and status are those of this moment, not of the login. With
 * `bare` a call that names no user is believed by its cookie.
 */
export const authenticate = async (
  { access, bare = false }: { access: Access; bare?: boolean },
  headers: IncomingHttpHeaders,
  credentials: Credentials,
): Promise<SignedIn | undefined> => {
  if (access === 'public') return undefined
  if (access === 'visitor') return identify(headers, credentials).catch(asStranger)
  const caller = await identify(headers, credentials, bare)
  if (caller.user.role < leastRole[access]) throw new ApplicationError('role_insufficient')
  return caller
}

const leastRole = { user: roles.ordinary, admin: roles.admin, root: roles.root } as const

const identify = async (headers: IncomingHttpHeaders, credentials: Credentials, bare = false): Promise<SignedIn> => {
  const caller = await prove(headers, credentials)
  if (caller === undefined) throw new ApplicationError('not_signed_in')
  const isBelieved = bare && isBareCall(headers)
  if (!isBelieved && !namesUser(headers, caller.user.id)) throw new ApplicationError('user_id_mismatch')
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
  const named = namedUsers(headers)
  return named.length > 0 && named.every((value) => value === String(userId))
}

const namedUsers = (headers: IncomingHttpHeaders) =>
  userIdHeaders.map((name) => headers[name]).filter((value) => value !== undefined)

/**
 * A browser that was sent here, which names no user. It has to come from a page of ours where it says so at all: a link
 * in a mail comes from nowhere (`none`), and would bind an account of whoever wrote it.
 */
export const isBareCall = (headers: IncomingHttpHeaders): boolean =>
  namedUsers(headers).length === 0 && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

const asStranger = (error: unknown): undefined => {
  if (error instanceof ApplicationError) return undefined
  throw error
}
