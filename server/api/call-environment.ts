import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApplicationError, type ErrorCode } from '#contract/errors.ts'
import { readLanguage, readReaderLanguage } from '#contract/languages.ts'
import { session as sessionEndpoints } from '#contract/session.ts'
import { setup } from '#contract/setup.ts'
import { eachWay } from '#contract/signin-parts.ts'
import { roles } from '#contract/user.ts'
import { foundInTime } from '../db/failures.ts'
import { findUserIdByAccessToken } from '../db/users.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import { nowSeconds } from '../lib/clock.ts'
import { randomBytesText } from '../lib/identifiers.ts'
import { authenticate, type Credentials } from './authenticate.ts'
import type { ControlPlane } from './control-plane.ts'
import type { CallEnvironment, CallSession } from './implement.ts'
import { isLocalCall } from './local-call.ts'
import { isOverTls } from './over-tls.ts'
import { checkProof, proofForBody } from './proof.ts'
import {
  clearSessionCookie,
  readBrowserCookie,
  readDeviceCookie,
  readSessionCookie,
  writeBrowserCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from './session-cookie.ts'

/** What holds for every call alike: where it may come from, how often, by whom, and in which session. */
export const createCallEnvironment = (plane: ControlPlane): CallEnvironment => {
  const { domain, sessions, knownDevices, address } = plane
  const credentials = createCredentials(plane)

  const refuseInDemo = async (endpoint: Endpoint, headers: IncomingHttpHeaders) => {
    if (!domain.options.get('DemoSiteEnabled') || allowedInDemo.has(endpoint)) return
    const caller = await authenticate({ access: 'visitor' }, headers, credentials)
    if (caller?.user.role !== roles.root) throw new ApplicationError('demo_only')
  }

  const sessionOf = async (request: FastifyRequest) => {
    const cookieValue = readSessionCookie(request.headers.cookie)
    return cookieValue === undefined ? undefined : sessions.find(cookieValue)
  }

  return {
    admit: async (endpoint, request) => {
      const changes = endpoint.method !== 'GET' || endpoint.changes === true
      if (changes && !isSameSite(request.headers, [plane.publicUrl, domain.options.get('ServerAddress')])) {
        throw new ApplicationError('cross_origin')
      }
      if (endpoint.limit === 'critical') await domain.limits.critical(address(request.raw))
      if (changes) await refuseInDemo(endpoint, request.headers)
      const caller = await authenticate(endpoint, request.headers, credentials).catch(async (refusal) => {
        await domain.limits.general({ address: address(request.raw) })
        throw refusal
      })
      await domain.limits.general(caller ? { userId: caller.user.id } : { address: address(request.raw) })
      if (endpoint.proof && caller) checkProof(caller, endpoint.proof, nowSeconds(domain.clock))
      if (endpoint.report && caller) await domain.reportPace.turn(caller.user.id)
      return caller
    },
    admitBody: (endpoint, caller, body) => {
      const proof = caller && proofForBody(endpoint, body)
      if (proof) checkProof(caller, proof, nowSeconds(domain.clock))
    },
    address: (request) => address(request.raw),
    local: (request) => isLocalCall(request.headers, address(request.raw)),
    language: (request) => readLanguage(request.headers['accept-language']),
    readerLanguage: (request) => readReaderLanguage(request.headers['accept-language']),
    brokeOff: (request, error) => {
      const route = request.routeOptions.url ?? ''
      domain.log.error('a file broke off', { requestId: request.id, method: request.method, route, error })
    },
    refused: (request, { endpoint, caller, input, error }) => {
      if (!(error instanceof ApplicationError) || !failsToProve.has(error.code)) return
      const name = textIn(input.body, 'username') || textIn(input.body, 'email') || textIn(input.query, 'email')
      const user = caller && { id: caller.user.id, username: caller.user.username }
      plane.failedSignins.note({ path: endpoint.path, reason: error.code, address: address(request.raw), user, name })
    },
    session: (request, reply): CallSession => {
      const secure = isOverTls(plane, request.headers)
      const device = readDeviceCookie(request.headers.cookie)
      const rememberDevice = async (userId: number) => {
        const value = device ?? randomBytesText(32)
        try {
          await knownDevices.remember(userId, value)
        } catch (error) {
          // It stays an unknown one, which is no reason to keep anybody out.
          domain.log.warn('a device could not be remembered', { error })
        }
        reply.header('set-cookie', writeDeviceCookie(value, secure))
      }
      return {
        idHash: async () => (await sessionOf(request))?.idHash,
        begin: async (userId) => {
          const before = await sessionOf(request)
          const agent = request.headers['user-agent'] ?? ''
          const value = await sessions.begin({ userId, address: address(request.raw), agent })
          if (before) await sessions.end(before)
          reply.header('set-cookie', writeSessionCookie(value, secure))
          await rememberDevice(userId)
        },
        rememberDevice,
        asker: () => ({ address: address(request.raw), device, browser: readBrowserCookie(request.headers.cookie) }),
        prove: async () => {
          const own = await sessionOf(request)
          if (own) await sessions.prove(own)
        },
        end: async () => {
          const before = await sessionOf(request)
          if (before) await sessions.end(before)
          reply.header('set-cookie', clearSessionCookie(secure))
        },
        browser: () => {
          const value = readBrowserCookie(request.headers.cookie) ?? randomBytesText(32)
          reply.header('set-cookie', writeBrowserCookie(value, secure))
          return value
        },
      }
    },
  }
}

/** Who is signed in to the console with a session: for what the console does outside the control plane. */
export const createSessionCheck = (plane: ControlPlane) => {
  const { domain } = plane
  const { bySession } = createCredentials(plane)
  const credentials: Credentials = { bySession, byAccessToken: async () => undefined }
  return async ({ headers }: Pick<IncomingMessage, 'headers'>): Promise<UserIdentity> => {
    if (!isSameSite(headers, [plane.publicUrl, domain.options.get('ServerAddress')])) {
      throw new ApplicationError('cross_origin')
    }
    const caller = await authenticate({ access: 'user' }, headers, credentials)
    if (caller === undefined) throw new ApplicationError('not_signed_in')
    return caller.user
  }
}

const createCredentials = ({ domain, database, sessions }: ControlPlane): Credentials => ({
  bySession: async (cookieValue) => {
    const session = await sessions.find(cookieValue)
    const user = session && (await domain.identities.user(session.userId))
    return user && { user, provedAt: session.provedAt }
  },
  byAccessToken: async (accessToken) => {
    const userId = await foundInTime(findUserIdByAccessToken(database.query, domain.vault.fingerprint(accessToken)))
    return userId === undefined ? undefined : domain.identities.user(userId)
  },
})

/** Errors that say that somebody did not show who he is, whatever the call: each is written down. */
const failsToProve = new Set<ErrorCode>([
  'credentials_wrong',
  'password_current_wrong',
  'signin_state_wrong',
  'signin_refused',
  'signin_denied',
  'identity_unbound',
  'identity_taken',
  'account_closed',
  'account_banned',
  'account_banned_because',
  ...eachWay.map(({ refusal }) => refusal),
  'email_code_wrong',
  'reset_link_wrong',
  'setup_code_wrong',
])

const textIn = (part: unknown, member: string): string => {
  if (typeof part !== 'object' || part === null) return ''
  const value = new Map(Object.entries(part)).get(member)
  return typeof value === 'string' ? value : ''
}

const allowedInDemo = new Set<Endpoint>([sessionEndpoints.login, sessionEndpoints.logout, setup.perform])

/**
 * Whether a call comes from our own pages, or from no page at all. Browsers say so themselves where they can; over plain
 * HTTP they send only the page's origin, which must then be one of our addresses.
 */
const isSameSite = (headers: IncomingHttpHeaders, ownAddresses: readonly (string | undefined)[]): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = headers.origin
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.host || ownAddresses.some((address) => hostOf(address) === host)
}

const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined
