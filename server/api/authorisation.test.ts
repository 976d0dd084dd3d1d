import { beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { roles } from '#contract/users.ts'
import { eachGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { updateUser } from '../db/users.ts'
import { type Operation, operations } from './openapi.ts'

/** Who may call what. An endpoint that is not listed here fails. */
const table: Record<string, Access> = {
  'setup.read': 'public',
  'setup.perform': 'public',
  'status.read': 'public',
  'status.notice': 'public',
  'status.about': 'public',
  'status.homePage': 'public',
  'session.login': 'public',
  'session.logout': 'public',
  'session.register': 'public',
  'session.self': 'user',
  'session.updateSelf': 'user',
  'session.deleteSelf': 'user',
  'session.accessToken': 'user',
  'session.models': 'user',
  'session.groups': 'user',
  'session.guestGroups': 'public',
  'drawings.list': 'admin',
  'drawings.listSelf': 'user',
  'tasks.list': 'admin',
  'tasks.listSelf': 'user',
  'models.pricing': 'visitor',
  'options.unsetModels': 'admin',
  'signin.state': 'visitor',
  'signin.github': 'visitor',
  'signin.oidc': 'visitor',
  'signin.linuxdo': 'visitor',
  'signin.wechat': 'public',
  'signin.wechatBind': 'user',
  'signin.telegramBind': 'user',
  'signin.telegram': 'public',
  'tokens.list': 'user',
  'tokens.search': 'user',
  'tokens.read': 'user',
  'tokens.create': 'user',
  'tokens.update': 'user',
  'tokens.remove': 'user',
  'channels.list': 'admin',
  'channels.search': 'admin',
  'channels.read': 'admin',
  'channels.create': 'admin',
  'channels.createMany': 'admin',
  'channels.copy': 'admin',
  'channels.update': 'admin',
  'channels.remove': 'admin',
  'channels.models': 'admin',
  'channels.enabledModels': 'admin',
  'channelBatches.removeDisabled': 'admin',
  'channelBatches.removeMany': 'admin',
  'channelBatches.tagMany': 'admin',
  'channelBatches.changeTag': 'admin',
  'channelBatches.enableTag': 'admin',
  'channelBatches.disableTag': 'admin',
  'channelBatches.fix': 'admin',
  'channelUpkeep.test': 'admin',
  'channelUpkeep.testAll': 'admin',
  'channelUpkeep.runs': 'admin',
  'channelUpkeep.fetchModels': 'admin',
  'channelUpkeep.fetchNewModels': 'admin',
  'channelUpkeep.updateBalance': 'admin',
  'channelUpkeep.updateBalances': 'admin',
  'channelUpkeep.enableKeys': 'admin',
  'channelHealth.read': 'admin',
  'models.byChannelType': 'user',
  'models.groups': 'admin',
  'options.list': 'admin',
  'options.update': 'admin',
  'options.resetModelRatio': 'admin',
  'providers.list': 'admin',
  'users.list': 'admin',
  'users.search': 'admin',
  'users.read': 'admin',
  'users.create': 'admin',
  'users.update': 'admin',
  'users.manage': 'admin',
  'audit.list': 'root',
  'logs.list': 'admin',
  'logs.listSelf': 'user',
  'logs.stat': 'admin',
  'logs.statSelf': 'user',
  'logs.ofToken': 'user',
  'logs.export': 'admin',
  'logs.exportSelf': 'user',
  'logs.usage': 'admin',
  'logs.usageSelf': 'user',
  'logs.deleteOld': 'admin',
  'logs.deletion': 'admin',
  'redemptions.list': 'admin',
  'redemptions.search': 'admin',
  'redemptions.countByName': 'admin',
  'redemptions.read': 'admin',
  'redemptions.create': 'admin',
  'redemptions.update': 'admin',
  'redemptions.disable': 'admin',
  'redemptions.removeDisabled': 'admin',
  'redemptions.removeByName': 'admin',
  'redemptions.remove': 'admin',
  'wallet.redeem': 'user',
  'wallet.price': 'user',
  'wallet.pay': 'user',
  'checkIns.status': 'user',
  'checkIns.perform': 'user',
  'affiliates.code': 'user',
  'affiliates.transfer': 'user',
  'emails.sendCode': 'public',
  'emails.bind': 'user',
  'emails.requestReset': 'public',
  'emails.reset': 'public',
  'userSettings.update': 'user',
}

type Actor =
  | 'anonymous'
  | 'user'
  | 'user naming another'
  | 'admin'
  | 'root'
  | 'banned user'
  | 'deleted user'
  | 'access token'
  | 'relay token'
type Outcome = 'let in' | 'not_signed_in' | 'user_id_mismatch' | 'account_banned' | 'role_insufficient'

const everyone: Record<Actor, Outcome> = {
  anonymous: 'let in',
  user: 'let in',
  'user naming another': 'let in',
  admin: 'let in',
  root: 'let in',
  'banned user': 'let in',
  'deleted user': 'let in',
  'access token': 'let in',
  'relay token': 'let in',
}
const users: Record<Actor, Outcome> = {
  ...everyone,
  anonymous: 'not_signed_in',
  'user naming another': 'user_id_mismatch',
  'banned user': 'account_banned',
  'deleted user': 'not_signed_in',
  'relay token': 'not_signed_in',
}
const admins: Record<Actor, Outcome> = { ...users, user: 'role_insufficient', 'access token': 'role_insufficient' }
const outcomes: Record<Access, Record<Actor, Outcome>> = {
  public: everyone,
  visitor: everyone,
  user: users,
  admin: admins,
  root: { ...admins, admin: 'role_insufficient' },
}
// seam: Object.keys forgets the names
const actors = Object.keys(everyone) as Actor[]

/** These end the session or the account they are called with. */
const consuming = new Set(['session.logout', 'session.deleteSelf', 'session.accessToken'])

const nameOf = ({ group, name }: Operation) => `${group}.${name}`

describe('who may call what', () => {
  it('I11: every endpoint has its row, and the contract says the same', () => {
    expect(Object.fromEntries(operations.map((one) => [nameOf(one), one.endpoint.access]))).toEqual(table)
  })

  eachGateway((gateway) => {
    let clients: Record<Actor, TestClient>
    beforeAll(async () => {
      await gateway().asRoot()
      clients = await makeClients(gateway())
    })

    for (const operation of operations) {
      const { endpoint } = operation
      it(`I11 T16: ${endpoint.method} ${endpoint.path} lets in whom it should and nobody else`, async () => {
        const callers = consuming.has(nameOf(operation)) ? await makeClients(gateway()) : clients
        const expected = outcomes[table[nameOf(operation)] ?? 'root']
        for (const actor of actors) {
          const answer = await callers[actor].send(endpoint.method, endpoint.path.replace(':id', '999999'), {
            ...(endpoint.body && { body: {} }),
          })
          // A state that nobody made is refused to everybody alike: that is no question of who calls.
          const refused = [401, 403].includes(answer.status) && answer.code !== 'signin_state_wrong'
          expect([actor, refused ? answer.code : 'let in']).toEqual([actor, expected[actor]])
          expect(answer.status).toBeLessThan(500)
        }
      })
    }
  })
})

let made = 0

const makeClients = async (gateway: TestGateway): Promise<Record<Actor, TestClient>> => {
  const make = (role?: number) => {
    made += 1
    return gateway.asUser(`actor${made}`, role)
  }
  const { database, domain } = gateway.plane
  const mistaken = await make()
  mistaken.userId += 1
  const banned = await make()
  await updateUser(database.query, banned.userId, { status: 2 })
  domain.identities.forgetUser(banned.userId)
  const deleted = await make()
  await updateUser(database.query, deleted.userId, { deleted_at: 1 })
  domain.identities.forgetUser(deleted.userId)
  const holder = await make()
  const issued = await holder.get('/api/user/token')
  const byToken = gateway.visitor()
  byToken.userId = holder.userId
  const sendBare = byToken.send
  byToken.send = (method, path, sending = {}) =>
    sendBare(method, path, { ...sending, headers: { authorization: issued.data, ...sending.headers } })
  const { data: relayKey } = await holder.post('/api/token/', { name: 'relay', unlimited_quota: true })
  const byRelayToken = gateway.visitor()
  byRelayToken.userId = holder.userId
  const sendPlain = byRelayToken.send
  byRelayToken.send = (method, path, sending = {}) =>
    sendPlain(method, path, { ...sending, headers: { authorization: `Bearer sk-${relayKey.key}`, ...sending.headers } })
  return {
    anonymous: gateway.visitor(),
    user: await make(),
    'user naming another': mistaken,
    admin: await make(roles.admin),
    root: await gateway.asRoot(),
    'banned user': banned,
    'deleted user': deleted,
    'access token': byToken,
    'relay token': byRelayToken,
  }
}
