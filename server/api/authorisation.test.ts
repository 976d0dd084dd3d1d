import { beforeAll, describe, expect, it } from 'vitest'
import type { Access, Endpoint, Proof } from '#contract/endpoint.ts'
import { optionKeys, optionTable } from '#contract/options.ts'
import { roles } from '#contract/user.ts'
import { eachGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { makeStale } from '#testing/session-proof.ts'
import { findUser, updateUser } from '../db/users.ts'
import { type Operation, operations } from './openapi.ts'

type Rule = Access | `${Access} ${Proof}`

/** Who may call what, and what he shows for it beyond who he is. An endpoint that is not listed here fails. */
const table: Record<string, Rule> = {
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
  'session.deleteSelf': 'user fresh',
  'session.accessToken': 'user fresh',
  'session.proof': 'user session',
  'session.prove': 'user session',
  'session.models': 'user',
  'session.groups': 'user',
  'session.guestGroups': 'public',
  'drawings.list': 'admin',
  'drawings.listSelf': 'user',
  'tasks.list': 'admin',
  'tasks.listSelf': 'user',
  'videos.list': 'admin',
  'videos.listSelf': 'user',
  'batches.list': 'admin',
  'batches.listSelf': 'user',
  'batches.cancel': 'user',
  'models.pricing': 'visitor',
  'models.refusals': 'user',
  'modelStatus.read': 'visitor',
  'options.oidcConfiguration': 'root session',
  'options.latestRelease': 'admin session',
  'options.unsetModels': 'admin',
  'signin.state': 'visitor session',
  'signin.github': 'visitor session',
  'signin.oidc': 'visitor session',
  'signin.linuxdo': 'visitor session',
  'signin.wechat': 'public',
  'signin.wechatBind': 'user fresh',
  'signin.telegramBind': 'user fresh',
  'signin.telegram': 'public',
  'tokens.list': 'user',
  'tokens.listOfUser': 'admin',
  'tokens.search': 'user',
  'tokens.read': 'user',
  'tokens.create': 'user',
  'tokens.update': 'user',
  'tokens.remove': 'user',
  'tokens.rotate': 'user',
  'tokens.switchMany': 'user',
  'tokens.removeMany': 'user',
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
  'channelBatches.readTag': 'admin',
  'channelBatches.changeTag': 'admin',
  'channelBatches.enableTag': 'admin',
  'channelBatches.disableTag': 'admin',
  'channelBatches.disableMany': 'admin',
  'channelBatches.enableMany': 'admin',
  'channelBatches.changeMany': 'admin',
  'channelBatches.fix': 'admin',
  'channelUpkeep.test': 'admin',
  'channelUpkeep.testAll': 'admin',
  'channelUpkeep.testMany': 'admin',
  'channelUpkeep.runs': 'admin',
  'channelUpkeep.failedTests': 'admin',
  'channelUpkeep.fetchModels': 'admin',
  'channelUpkeep.fetchNewModels': 'admin',
  'channelUpkeep.updateBalance': 'admin',
  'channelUpkeep.updateBalances': 'admin',
  'channelUpkeep.enableKeys': 'admin',
  'channelUpkeep.keys': 'admin',
  'channelUpkeep.disableKey': 'admin',
  'channelUpkeep.wake': 'admin',
  'channelHealth.read': 'admin',
  'channelHealth.notWorking': 'admin',
  'channelCards.read': 'admin',
  'channelCards.begin': 'admin',
  'models.byChannelType': 'user',
  'models.groups': 'admin',
  'options.list': 'admin',
  'options.update': 'admin',
  'options.resetModelRatio': 'admin',
  'providers.list': 'admin',
  'providers.guess': 'admin',
  'priceLists.read': 'admin session',
  'priceLists.seen': 'admin',
  'users.list': 'admin',
  'users.search': 'admin',
  'users.read': 'admin',
  'users.create': 'admin',
  'users.update': 'admin',
  'users.manage': 'admin',
  'users.manageMany': 'admin',
  'users.groupMany': 'admin',
  'audit.list': 'root',
  'audit.ofRecord': 'user',
  'logs.list': 'admin',
  'logs.listSelf': 'user',
  'logs.stat': 'admin',
  'logs.statSelf': 'user',
  'logs.ofToken': 'user',
  'logs.export': 'admin',
  'logs.exportSelf': 'user',
  'logs.usage': 'admin',
  'logs.usageSelf': 'user',
  'logs.breakdown': 'admin',
  'logs.breakdownSelf': 'user',
  'logs.toppedUp': 'admin',
  'logs.deleteOld': 'admin',
  'logs.deletion': 'admin',
  'redemptions.list': 'admin',
  'redemptions.search': 'admin',
  'redemptions.countByName': 'admin',
  'redemptions.read': 'admin',
  'redemptions.create': 'admin',
  'redemptions.update': 'admin',
  'redemptions.disable': 'admin',
  'redemptions.enable': 'admin',
  'redemptionBatches.list': 'admin',
  'redemptionBatches.disable': 'admin',
  'redemptionBatches.enable': 'admin',
  'redemptionBatches.remove': 'admin',
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
  'emails.bind': 'user fresh',
  'emails.requestReset': 'public',
  'emails.reset': 'public',
  'userSettings.update': 'user',
}

/** The bodies that take more than others of their endpoint, and how much. */
const bodies: Record<string, { proof: Proof; member: string; values: readonly string[]; beside: object }> = {
  'session.updateSelf': { proof: 'session', member: 'password', values: ['short'], beside: {} },
  'users.update': { proof: 'fresh', member: 'password', values: ['short'], beside: { id: 999_999 } },
  'users.manage': { proof: 'fresh', member: 'action', values: ['promote'], beside: { id: 999_999 } },
  'options.update': {
    proof: 'fresh',
    member: 'key',
    values: optionKeys.filter((key) => optionTable[key].rank === 'root'),
    beside: { value: '' },
  },
}

type Actor =
  | 'anonymous'
  | `${'user' | 'admin' | 'root'}${'' | ' who signed in long ago' | ' by access token'}`
  | 'user naming another'
  | 'banned user'
  | 'deleted user'
  | 'relay token'
type Outcome =
  | 'let in'
  | 'not_signed_in'
  | 'user_id_mismatch'
  | 'account_banned'
  | 'role_insufficient'
  | 'session_needed'
  | 'fresh_signin_needed'

const everyone: Record<Actor, Outcome> = {
  anonymous: 'let in',
  user: 'let in',
  'user who signed in long ago': 'let in',
  'user by access token': 'let in',
  'user naming another': 'let in',
  admin: 'let in',
  'admin who signed in long ago': 'let in',
  'admin by access token': 'let in',
  root: 'let in',
  'root who signed in long ago': 'let in',
  'root by access token': 'let in',
  'banned user': 'let in',
  'deleted user': 'let in',
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
const refusing = (rank: 'user' | 'admin'): Partial<Record<Actor, Outcome>> => ({
  [rank]: 'role_insufficient',
  [`${rank} who signed in long ago`]: 'role_insufficient',
  [`${rank} by access token`]: 'role_insufficient',
})
const admins: Record<Actor, Outcome> = { ...users, ...refusing('user') }
const outcomes: Record<Access, Record<Actor, Outcome>> = {
  public: everyone,
  visitor: everyone,
  user: users,
  admin: admins,
  root: { ...admins, ...refusing('admin') },
}
// seam: Object.keys forgets the names
const actors = Object.keys(everyone) as Actor[]

/** What becomes of an actor whom the role lets in. */
const withProof = (actor: Actor, outcome: Outcome, proof: Proof | undefined): Outcome => {
  if (outcome !== 'let in' || proof === undefined) return outcome
  if (actor.endsWith('by access token')) return 'session_needed'
  return proof === 'fresh' && actor.endsWith('long ago') ? 'fresh_signin_needed' : outcome
}

const expectedOf = (rule: Rule, actor: Actor, proof = ruleParts(rule).proof): Outcome =>
  withProof(actor, outcomes[ruleParts(rule).access][actor], proof)

const ruleParts = (rule: Rule): { access: Access; proof: Proof | undefined } => {
  const [access, proof] = rule.split(' ')
  // seam: a rule is written of these two
  return { access: access as Access, proof: proof as Proof | undefined }
}

const ruleOf = ({ access, proof }: Endpoint): Rule => (proof === undefined ? access : `${access} ${proof}`)

/** These end the session or the account they are called with. */
const consuming = new Set(['session.logout', 'session.deleteSelf', 'session.accessToken'])

const nameOf = ({ group, name }: Operation) => `${group}.${name}`

describe('who may call what', () => {
  it('I11: every endpoint has its row, and the contract says the same', () => {
    expect(Object.fromEntries(operations.map((one) => [nameOf(one), ruleOf(one.endpoint)]))).toEqual(table)
  })

  it('I11: every body that takes more has its row, and the contract says the same', () => {
    const choosy = operations.flatMap((one) =>
      one.endpoint.proofFor === undefined ? [] : [{ name: nameOf(one), ...one.endpoint.proofFor }],
    )
    expect(choosy.map(({ name }) => name).sort()).toEqual(Object.keys(bodies).sort())
    for (const { name, member, proof, values } of choosy) {
      expect(bodies[name]).toMatchObject({ member, proof, ...(values && { values }) })
    }
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
        const rule = table[nameOf(operation)] ?? 'root'
        for (const actor of actors) {
          const outcome = await outcomeOf(callers[actor], endpoint, {})
          expect([actor, outcome]).toEqual([actor, expectedOf(rule, actor)])
        }
      })
    }

    for (const operation of operations.filter((one) => nameOf(one) in bodies)) {
      const { endpoint } = operation
      it(`I11 T16: ${endpoint.method} ${endpoint.path} takes more of a body that changes an account or is root’s`, async () => {
        const rule = table[nameOf(operation)] ?? 'root'
        const { member, values, beside, proof } = bodies[nameOf(operation)] ?? { member: '', values: [], beside: {} }
        for (const value of values) {
          for (const actor of actors) {
            const outcome = await outcomeOf(clients[actor], endpoint, { ...beside, [member]: value })
            expect([value, actor, outcome]).toEqual([value, actor, expectedOf(rule, actor, proof)])
          }
        }
      })
    }

    it('I11: whoever is refused for want of proof has changed nothing', async () => {
      const { query } = gateway().plane.database
      const stateOf = async (id: number) => ({
        user: await findUser(query, id),
        identities: await query.selectFrom('identities').selectAll().where('user_id', '=', id).execute(),
        sessions: await query.selectFrom('sessions').selectAll().where('user_id', '=', id).execute(),
        options: await query.selectFrom('options').selectAll().orderBy('key').execute(),
      })
      const callers = await makeClients(gateway())
      for (const actor of actors.filter((name) => /by access token|long ago/.test(name))) {
        const before = await stateOf(callers[actor].userId)
        for (const operation of operations.filter(({ endpoint }) => endpoint.proof ?? endpoint.proofFor)) {
          const { member, values, beside } = bodies[nameOf(operation)] ?? { member: '', values: [''], beside: {} }
          for (const value of values) {
            await outcomeOf(callers[actor], operation.endpoint, { ...beside, [member]: value })
          }
        }
        expect([actor, await stateOf(callers[actor].userId)]).toEqual([actor, before])
      }
    })
  })
})

const outcomeOf = async (client: TestClient, { method, path, body }: Endpoint, sent: object) => {
  const answer = await client.send(method, path.replace(':id', '999999'), { ...(body && { body: sent }) })
  expect(answer.status).toBeLessThan(500)
  // A state that nobody made is refused to everybody alike: that is no question of who calls.
  const refused = [401, 403].includes(answer.status) && answer.code !== 'signin_state_wrong'
  return refused ? answer.code : 'let in'
}

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
  const byToken = async (role?: number) => {
    const own = await make(role)
    const { data: authorization } = await own.get('/api/user/token')
    const client = gateway.visitor()
    client.userId = own.userId
    const sendBare = client.send
    client.send = (method, path, sending = {}) =>
      sendBare(method, path, { ...sending, headers: { authorization, ...sending.headers } })
    return client
  }
  const stale = async (role?: number) => {
    const own = await make(role)
    await makeStale(gateway, own)
    return own
  }
  const holder = await make()
  const { data: relayKey } = await holder.post('/api/token/', { name: 'relay', unlimited_quota: true })
  const byRelayToken = gateway.visitor()
  byRelayToken.userId = holder.userId
  const sendPlain = byRelayToken.send
  byRelayToken.send = (method, path, sending = {}) =>
    sendPlain(method, path, { ...sending, headers: { authorization: `Bearer sk-${relayKey.key}`, ...sending.headers } })
  return {
    anonymous: gateway.visitor(),
    user: await make(),
    'user who signed in long ago': await stale(),
    'user by access token': await byToken(),
    'user naming another': mistaken,
    admin: await make(roles.admin),
    'admin who signed in long ago': await stale(roles.admin),
    'admin by access token': await byToken(roles.admin),
    root: await make(roles.root),
    'root who signed in long ago': await stale(roles.root),
    'root by access token': await byToken(roles.root),
    'banned user': banned,
    'deleted user': deleted,
    'relay token': byRelayToken,
  }
}
