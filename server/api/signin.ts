import { ApplicationError } from '#contract/errors.ts'
import type { signin as signinCalls } from '#contract/signin.ts'
import type { ExternalAccount } from '../signin/external-account.ts'
import type { SignedIn } from './authenticate.ts'
import type { ControlPlane } from './control-plane.ts'
import type { CallSession, Handlers } from './implement.ts'
import { presentOwnUser } from './present-user.ts'

type Visit = { caller: SignedIn | undefined; session: CallSession }

export const signinHandlers = (plane: ControlPlane): Handlers<typeof signinCalls> => {
  const { database, externalLogins, signin, signinStates } = plane

  const enter = async (account: ExternalAccount, session: CallSession, joining?: { invite: string }) => {
    const user = await externalLogins.enter(account, joining)
    await session.begin(user.id)
    return presentOwnUser(database, user)
  }

  const travellerOf = ({ caller, session }: Visit) => ({ browser: session.browser(), userId: caller?.user.id ?? 0 })

  /** Whoever is signed in binds the account, whoever is not signs in with it. */
  const comeBack = async (visit: Visit, state: string, read: (verifier: string) => Promise<ExternalAccount>) => {
    const { invite, verifier } = await signinStates.close(travellerOf(visit), state)
    const account = await read(verifier)
    const { caller, session } = visit
    if (caller === undefined) return { data: await enter(account, session, { invite }), beside: { message: '' } }
    await externalLogins.bind(account, caller.user.id)
    return { data: null, beside: { message: 'bind' } }
  }

  return {
    state: async ({ query, ...visit }) => {
      const { state, challenge } = await signinStates.open(travellerOf(visit), query.aff)
      return { data: state, beside: { code_challenge: challenge } }
    },
    github: ({ query: { code, state }, ...visit }) => comeBack(visit, state, () => signin.github(code)),
    oidc: ({ query: { code, state }, ...visit }) =>
      comeBack(visit, state, (verifier) => signin.oidc({ code, verifier })),
    linuxdo: ({ query: { code, state, error, error_description: reason }, ...visit }) =>
      comeBack(visit, state, async () => {
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
