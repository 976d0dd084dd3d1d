import { ApplicationError } from '#contract/errors.ts'
import {
  type CodeName,
  type RedirectName,
  redirectNames,
  type SignedName,
  type signin as signinCalls,
} from '#contract/signin.ts'
import { codeWays, redirectWays, signedWays } from '#contract/signin-parts.ts'
import type { CodeWay, SignedWay } from '#contract/signin-ways/way.ts'
import { nowSeconds } from '../lib/clock.ts'
import { denied, type ExternalAccount } from '../signin/external-account.ts'
import type { SignedIn } from './authenticate.ts'
import type { ControlPlane } from './control-plane.ts'
import type { CallSession, Handlers } from './implement.ts'
import { presentOwnUser } from './present-user.ts'
import { checkProof } from './proof.ts'

type Calls = Handlers<typeof signinCalls>
type Visit = { caller: SignedIn | undefined; session: CallSession }

export const signinHandlers = (plane: ControlPlane): Calls => {
  const { domain, database, externalLogins, signin, signinStates } = plane

  const enter = async (account: ExternalAccount, session: CallSession, joining?: { invite: string }) => {
    const user = await externalLogins.enter(account, joining)
    await session.begin(user.id)
    return presentOwnUser(database, user)
  }

  const travellerOf = ({ caller, session }: Visit, provider: RedirectName) => ({
    browser: session.browser(),
    userId: caller?.user.id ?? 0,
    provider,
  })

  /** Whoever is signed in binds the account, whoever is not signs in with it. Who has it already signs in anew. */
  const comeBack =
    (way: (typeof redirectWays)[number]): Calls[RedirectName] =>
    async ({ query, ...visit }) => {
      const { invite, verifier } = await signinStates.close(travellerOf(visit, way.name), query.state)
      if (query.error !== '') throw denied(query)
      const account = await signin.byRedirect(way, { code: query.code, verifier })
      const { caller, session } = visit
      if (caller === undefined) return { data: await enter(account, session, { invite }), beside: { message: '' } }
      // Whoever comes back with what is his already has signed in anew.
      if (await externalLogins.isBound(account, caller.user.id)) {
        return { data: await enter(account, session), beside: { message: '' } }
      }
      checkProof(caller, 'fresh', nowSeconds(domain.clock))
      await externalLogins.bind(account, caller.user.id)
      return { data: null, beside: { message: 'bind' } }
    }

  /** Signs in with what was proved: a stranger becomes a user, where the way says so. */
  const enterBy = async ({ welcomes }: CodeWay | SignedWay, account: ExternalAccount, session: CallSession) =>
    enter(account, session, welcomes ? { invite: '' } : undefined)

  const enterByCode =
    (way: (typeof codeWays)[number]): Calls[CodeName] =>
    async ({ query, session }) =>
      enterBy(way, await signin.byCode(way, query.code), session)

  const bindByCode =
    (way: (typeof codeWays)[number]): Calls[`${CodeName}Bind`] =>
    async ({ query, caller }) => {
      await externalLogins.bind(await signin.byCode(way, query.code), caller.user.id)
    }

  const enterBySignature =
    (way: (typeof signedWays)[number]): Calls[SignedName] =>
    ({ query, session }) =>
      enterBy(way, signin.bySignature(way, query), session)

  const bindBySignature =
    (way: (typeof signedWays)[number]): Calls[`${SignedName}Bind`] =>
    async ({ query, caller }) => {
      await externalLogins.bind(signin.bySignature(way, query), caller.user.id)
    }

  const state: Calls['state'] = async ({ query, ...visit }) => {
    const provider = query.provider ?? signin.stateProvider()
    if (provider === undefined)
      throw new ApplicationError('signin_provider_missing', { names: redirectNames.join(', ') })
    const { state, challenge } = await signinStates.open(travellerOf(visit, provider), query.aff)
    return { data: state, beside: { code_challenge: challenge } }
  }

  const handlers = [
    ['state', state],
    ...redirectWays.map((way) => [way.name, comeBack(way)]),
    ...codeWays.flatMap((way) => [
      [way.name, enterByCode(way)],
      [`${way.name}Bind`, bindByCode(way)],
    ]),
    ...signedWays.flatMap((way) => [
      [way.name, enterBySignature(way)],
      [`${way.name}Bind`, bindBySignature(way)],
    ]),
  ]
  // seam: made of the lists that the calls are made of
  return Object.fromEntries(handlers) as Calls
}
