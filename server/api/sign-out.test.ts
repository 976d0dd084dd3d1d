import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { type TestClient, type TestGateway, userPassword } from '#testing/gateway.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { patience } from '#testing/patience.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels, prompt } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { findUser } from '../db/users.ts'

/** What a user can get in by, and what each is answered. */
type Answers = { session: number; otherSession: number; accessToken: number; key: number; asAdmin: number }

const welcome: Answers = { session: 200, otherSession: 200, accessToken: 200, key: 200, asAdmin: 200 }
const unknown: Answers = { session: 401, otherSession: 401, accessToken: 401, key: 401, asAdmin: 401 }
/** The key serves again when the ban ends, so whoever holds it is told. */
const banned: Answers = { ...unknown, key: 403 }
const unbanned: Answers = { ...unknown, key: 200 }

type Act = (act: { root: TestClient; own: TestClient; tokenId: number }) => Promise<{ success: boolean }>

const manage =
  (action: string): Act =>
  ({ root, own }) =>
    root.post('/api/user/manage', { id: own.userId, action })

const acts: readonly [string, Act, Answers][] = [
  ['a ban', manage('disable'), banned],
  [
    'the end of a ban',
    async (act) => {
      await manage('disable')(act)
      return manage('enable')(act)
    },
    unbanned,
  ],
  ['a demotion', manage('demote'), { ...welcome, asAdmin: 403 }],
  ['a deletion', manage('delete'), unknown],
  ['closing the own account', ({ own }) => own.remove('/api/user/self'), unknown],
  [
    'a password that an administrator set',
    ({ root, own }) => root.put('/api/user/', { id: own.userId, password: 'another-password' }),
    { ...unknown, key: 200 },
  ],
  [
    'a new password of one’s own',
    ({ own }) => own.put('/api/user/self', { password: 'another-password', original_password: userPassword }),
    { ...welcome, otherSession: 401, accessToken: 401 },
  ],
  ['a logout', ({ own }) => own.get('/api/user/logout'), { ...welcome, session: 401, asAdmin: 401 }],
  ['a new access token', ({ own }) => own.get('/api/user/token'), { ...welcome, accessToken: 401 }],
  [
    'a token that is disabled',
    ({ own, tokenId }) => own.put('/api/token/?status_only=true', { id: tokenId, status: 2 }),
    { ...welcome, key: 401 },
  ],
  ['a token that is deleted', ({ own, tokenId }) => own.remove(`/api/token/${tokenId}`), { ...welcome, key: 401 }],
]

/** Nothing runs out by itself: what ends on the other node ends because it was told. */
const clock = createStillClock()
const soon = { ...patience, interval: 10 }

withTwoNodes((nodes) => {
  let upstream: Upstream
  let speaker: RealtimeUpstream
  beforeAll(async () => {
    ;[upstream, speaker] = await Promise.all([startUpstream(), startRealtimeUpstream()])
    const root = await nodes().one.asRoot()
    await priceModels(root, ['drip-150', 'plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'drip-150' })
    await addRelayChannel(root, { base_url: speaker.url, models: 'plain' })
  })
  afterAll(() => Promise.all([upstream.close(), speaker.close()]))

  let users = 0
  const makeUser = async (node: TestGateway, role: number = roles.admin) => {
    users += 1
    const own = await node.asUser(`user${users}`, role)
    const otherSession = await node.signIn(`user${users}`, userPassword)
    const { id: tokenId, key } = await addRelayToken(own)
    const { data: accessToken } = await own.get('/api/user/token')
    const { cookie, userId } = own
    /** The session as it was, whatever the client has learned since. */
    const session = { ...own, cookie, userId }
    const answersOf = async (where: TestGateway): Promise<Answers> => {
      const bySession = nodes().on(where, session)
      const byToken = Object.assign(where.visitor(), { userId })
      const headers = { authorization: accessToken }
      const byKey = await fetch(`${where.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
      await byKey.arrayBuffer()
      return {
        session: (await bySession.get('/api/user/self')).status,
        otherSession: (await nodes().on(where, otherSession).get('/api/user/self')).status,
        accessToken: (await byToken.get('/api/user/self', { headers })).status,
        key: byKey.status,
        asAdmin: (await bySession.get('/api/channel/')).status,
      }
    }
    return { own, key, tokenId, answersOf }
  }

  for (const side of ['one', 'two'] as const) {
    describe.each(acts)('%s', (_title, act, expected) => {
      it(`T21: acts on the next call where it happens, and at once on the other node: from ${side}`, async () => {
        const { one, two, on } = nodes()
        const [here, there] = side === 'one' ? [one, two] : [two, one]
        const root = on(here, await one.asRoot())
        const { own, tokenId, answersOf } = await makeUser(here)
        expect([await answersOf(here), await answersOf(there)]).toEqual([welcome, welcome])
        expect((await act({ root, own, tokenId })).success).toBe(true)
        expect(await answersOf(here)).toEqual(expected)
        await expect.poll(() => answersOf(there), soon).toEqual(expected)
      })
    })
  }

  it.each([
    ['a ban', 'disable', 403],
    ['a deletion', 'delete', 401],
  ])(
    'T21: %s ends sessions that talk on the other node, and what is being answered there is charged',
    async (_title, action, refused) => {
      const { one, two } = nodes()
      const root = await one.asRoot()
      const { own, key } = await makeUser(one, roles.ordinary)
      await root.put('/api/user/', { id: own.userId, quota: 1_000_000 })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const { client, refused: denied } = await openRealtime(`${two.url}/v1/realtime?model=plain`, { headers })
      if (client === undefined) throw new Error(JSON.stringify(denied))
      const call = () =>
        fetch(`${two.url}/v1/chat/completions`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ ...prompt, model: 'drip-150', stream: true }),
        })
      const status = async () => {
        const answer = await fetch(`${two.url}/v1/models`, { headers })
        await answer.arrayBuffer()
        return answer.status
      }
      expect(await status()).toBe(200)
      const reader = (await call()).body?.getReader()
      const heard = [await reader?.read()]
      await root.post('/api/user/manage', { id: own.userId, action })
      await expect.poll(status, soon).toBe(refused)
      expect((await call()).status).toBe(refused)
      expect((await client.closed).code).toBe(1008)
      while (!heard.at(-1)?.done) heard.push(await reader?.read())
      const text = Buffer.concat(heard.flatMap((each) => (each?.value === undefined ? [] : [each.value]))).toString()
      expect(text).toMatch(/data: \[DONE\]\s*$/)
      await Promise.all([one, two].map(({ plane }) => plane.domain.ledger.drain()))
      const row = await findUser(one.plane.database.query, own.userId)
      expect(row).toMatchObject({ used_quota: upstreamUsage.total_tokens, request_count: 1 })
      expect(await findBrokenInvariants(one.plane.database)).toEqual([])
    },
  )
}, clock)
