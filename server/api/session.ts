import { ApplicationError } from '#contract/errors.ts'
import type { session } from '#contract/session.ts'
import { roles, toldOfSelf } from '#contract/user.ts'
import { findUser } from '../db/users.ts'
import { groupChoices, usableGroups } from '../domain/groups.ts'
import { checkPassword, ownerOf } from '../domain/people/password-rules.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { presentOwnUser } from './present-user.ts'
import { checkProof, isFresh } from './proof.ts'
import { checkTold } from './written-back.ts'

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
      const user = await accounts.logIn(body.username, body.password, ownSession.asker())
      await ownSession.begin(user.id)
      return presentOwnUser(database, user)
    },
    logout: async ({ session: ownSession }) => {
      await ownSession.end()
    },
    register: async ({ query, body, address, session: ownSession }) => {
      await humanCheck.demand(query.turnstile, address)
      await registration.register({
        username: body.username,
        password: body.password,
        repeatedPassword: body.password2,
        email: body.email.trim(),
        code: body.verification_code.trim(),
        inviteCode: body.aff_code.trim(),
        asker: ownSession.asker(),
      })
    },
    self: async ({ caller }) => presentOwnUser(database, await ownRow(caller.user.id)),
    updateSelf: async ({ caller, body, session: ownSession }) => {
      const row = await ownRow(caller.user.id)
      checkTold(toldOfSelf, body, await presentOwnUser(database, row))
      const username = body.username && body.username !== row.username ? body.username : undefined
      if (body.password) checkPassword(body.password, ownerOf(row))
      if (body.password || username !== undefined) {
        checkProof(caller, 'session', nowSeconds(domain.clock))
        // A password is changed with the one there is; where there is none, and for the name, a fresh session will do.
        if (row.password_hash !== '' && (body.password || body.original_password !== undefined)) {
          await accounts.provePassword(row, body.original_password ?? '', ownSession.asker())
        } else {
          checkProof(caller, 'fresh', nowSeconds(domain.clock))
        }
      }
      await accounts.rename(row.id, {
        ...(username === undefined ? {} : { username }),
        ...(body.display_name === undefined || body.display_name === row.display_name
          ? {}
          : { displayName: body.display_name }),
      })
      if (body.password) {
        await accounts.setPassword(row, body.password, await ownSession.idHash())
        await ownSession.rememberDevice(row.id)
      }
    },
    deleteSelf: async ({ caller, session: ownSession }) => {
      if (caller.user.role === roles.root) throw new ApplicationError('root_protected')
      await accounts.close(caller.user.id)
      await ownSession.end()
    },
    accessToken: ({ caller }) => accounts.renewAccessToken(caller.user.id),
    proof: async ({ caller }) => ({
      fresh: isFresh(caller, nowSeconds(domain.clock)),
      password: (await ownRow(caller.user.id)).password_hash !== '',
    }),
    prove: async ({ caller, body, session: ownSession }) => {
      await accounts.provePassword(await ownRow(caller.user.id), body.password, ownSession.asker())
      await ownSession.prove()
    },
    models: ({ caller }) => [...domain.pool.modelsOf([...usableGroups(options, caller.user.group)])],
    groups: ({ caller, readerLanguage }) => groupChoices(options, caller.user.group, readerLanguage),
    guestGroups: ({ readerLanguage }) => groupChoices(options, undefined, readerLanguage),
  }
}
