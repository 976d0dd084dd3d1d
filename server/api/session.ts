import { ApplicationError } from '#contract/errors.ts'
import type { session } from '#contract/session.ts'
import { roles } from '#contract/users.ts'
import { findUser } from '../db/users.ts'
import { checkPassword } from '../domain/account-rules.ts'
import { groupChoices, usableGroups } from '../domain/groups.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { presentOwnUser } from './present-user.ts'

export const sessionHandlers = (plane: ControlPlane): Handlers<typeof session> => {
  const { domain, database, accounts, humanCheck, registration } = plane
  const { options } = domain

  const ownRow = async (id: number) => {
    const row = await findUser(database.query, id)
    if (row === undefined) throw new ApplicationError('user_missing')
    return row
  }

  return {
    login: async ({ query, body, address, session: ownSession }) => {
      if (!options.get('PasswordLoginEnabled')) throw new ApplicationError('password_login_off')
      if (body.username === '' || body.password === '') throw new ApplicationError('credentials_missing')
      await humanCheck.demand(query.turnstile, address)
      const user = await accounts.logIn(body.username, body.password)
      await ownSession.begin(user.id)
      return presentOwnUser(database, user)
    },
    logout: async ({ session: ownSession }) => {
      await ownSession.end()
    },
    register: async ({ query, body, address }) => {
      await humanCheck.demand(query.turnstile, address)
      await registration.register({
        username: body.username,
        password: body.password,
        repeatedPassword: body.password2,
        email: body.email.trim(),
        code: body.verification_code.trim(),
        inviteCode: body.aff_code.trim(),
      })
    },
    self: async ({ caller }) => presentOwnUser(database, await ownRow(caller.user.id)),
    updateSelf: async ({ caller, body, session: ownSession }) => {
      const row = await ownRow(caller.user.id)
      if (body.password) {
        checkPassword(body.password)
        // A stolen access token must not be enough to take an account over.
        const mustKnow = caller.by === 'access-token' && row.password_hash !== ''
        const knows = body.original_password === undefined ? !mustKnow : undefined
        if (!(knows ?? (await accounts.hasPassword(row, body.original_password ?? '')))) {
          throw new ApplicationError('password_current_wrong')
        }
      }
      await accounts.rename(row.id, {
        ...(body.username && body.username !== row.username ? { username: body.username } : {}),
        ...(body.display_name === undefined ? {} : { displayName: body.display_name }),
      })
      if (body.password) await accounts.setPassword(row.id, body.password, await ownSession.idHash())
    },
    deleteSelf: async ({ caller, session: ownSession }) => {
      if (caller.user.role === roles.root) throw new ApplicationError('root_protected')
      await accounts.close(caller.user.id)
      await ownSession.end()
    },
    accessToken: ({ caller }) => accounts.renewAccessToken(caller.user.id),
    models: ({ caller }) => [...domain.pool.modelsOf([...usableGroups(options, caller.user.group)])],
    groups: ({ caller, language }) => groupChoices(options, caller.user.group, language),
    guestGroups: ({ language }) => groupChoices(options, undefined, language),
  }
}
