import { ApplicationError } from '#contract/errors.ts'
import type { StateProvider, signin as signinCalls } from '#contract/signin.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { ExternalAccount } from '../signin/external-account.ts'
import type { SignedIn } from './authenticate.ts'
import type { ControlPlane } from './control-plane.ts'
import type { CallSession, Handlers } from './implement.ts'
import { presentOwnUser } from './present-user.ts'
import { checkProof } from './proof.ts'

type Visit = { caller: SignedIn | undefined; session: CallSession }

export const signinHandlers = (plane: ControlPlane): Handlers<typeof signinCalls> => {
  const { domain, database, externalLogins, signin, signinStates } = plane

  const enter = async (account: ExternalAccount, session: CallSession, joining?: { invite: string }) => {
    const user = await externalLogins.enter(account, joining)
    await session.begin(user.id)
    return presentOwnUser(database, user)
  }

  const travellerOf = ({ caller, session }: Visit, provider: StateProvider) => ({
    browser: session.browser(),
    userId: caller?.user.id ?? 0,
    provider,
  })

  /** Whoever is signed in binds the account, whoever is not signs in with it. Who has it already signs in anew. */
  const comeBack = async (
    visit: Visit,
    { provider, state }: { provider: StateProvider; state: string },
    read: (verifier: string) => Promise<ExternalAccount>,
  ) => {
    const { invite, verifier } = await signinStates.close(travellerOf(visit, provider), state)
    const account = await read(verifier)
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

  return {
    state: async ({ query, ...visit }) => {
      const provider = query.provider ?? signin.stateProvider()
      if (provider === undefined) throw new ApplicationError('signin_provider_missing')
      const { state, challenge } = await signinStates.open(travellerOf(visit, provider), query.aff)
      return { data: state, beside: { code_challenge: challenge } }
    },
    github: ({ query: { code, state }, ...visit }) =>
      comeBack(visit, { provider: 'github', state }, () => signin.github(code)),
    oidc: ({ query: { code, state }, ...visit }) =>
      comeBack(visit, { provider: 'oidc', state }, (verifier) => signin.oidc({ code, verifier })),
    linuxdo: ({ query: { code, state, error, error_description: reason }, ...visit }) =>
      comeBack(visit, { provider: 'linuxdo', state }, async () => {
        if (error !== '') throw new ApplicationError('signin_denied', { reason: (reason || error).slice(0, 200) })
        return signin.linuxdo(code)
      }),
    wechat: async ({ query, session }) => enter(await signin.wechat(query.code), session, { invite: '' }),
    wechatBind: async ({ query, caller }) => {
      await externalLogins.bind(await signin.wechat(query.code), caller.user.id)
    },
    telegram: ({ query, session }) => enter(signin.telegram(query), session),
    telegramBind: async ({ query, caller }) => {
      await externalLogins.bind(signin.telegram(query), caller.user.id)
    },
  }
}
