import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { questions } from '#testing/any-dialect.ts'
import { chatBody, chatEvents, chatUsage } from '#testing/chat-answers.ts'
import { eachDatabase } from '#testing/database.ts'
import { createFailingDatabase, eachFailure, toldByDatabase } from '#testing/failing-database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, type RelayAnswer } from '#testing/relay-client.ts'
import { keptUsage, startKeeper } from '#testing/response-keeper.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/money/recomputed-row.ts'

const dialects = ['chat', 'messages', 'gemini'] as const
type Dialect = (typeof dialects)[number]

const words = ['Water', ' finds', ' its', ' way.']
const moments = ['before', 'after', 'refused'] as const
/** Longer than anybody is trusted to be at something. */
const longEnough = 300

/** How each dialect ends a stream that is whole. */
const streamEnds: Readonly<Record<Dialect, RegExp>> = {
  chat: /way\..+data: \[DONE\]\n\n$/s,
  messages: /way\..+event: message_stop\n/s,
  gemini: /way\..+"finishReason":"STOP"/s,
}
/** How each dialect tells that something of ours failed. */
const failures: Readonly<Record<Dialect, object>> = {
  chat: { error: { type: 'server_error', param: null, code: expect.any(String) } },
  messages: { type: 'error', error: { type: expect.stringMatching(/^(api_error|overloaded_error)$/) } },
  gemini: { error: { code: expect.any(Number), status: expect.stringMatching(/^(INTERNAL|UNAVAILABLE)$/) } },
}

const askFor = (dialect: Dialect, model: string, stream: boolean) => {
  const { path, body } = questions[dialect](model)
  if (dialect === 'gemini') return { path: stream ? path.replace(':gen', ':streamGen').concat('?alt=sse') : path, body }
  return { path, body: { ...body, stream } }
}

eachDatabase((_engine, _open, openPlace) => {
  const failing = createFailingDatabase()
  const clock = createMovableClock()
  let gateway: TestGateway
  let upstream: AnsweringUpstream
  let keeper: AnsweringUpstream
  let root: TestClient
  let user: TestClient
  let token: { id: number; key: string }
  /** Of the same user, with too little for any call. */
  let poor: { id: number; key: string }
  let given = 1_000_000
  /** A stream is told to its end when this resolves. */
  let heard = Promise.resolve()

  const answerAsAsked: Answer = async ({ body }, response) => {
    if (body.model === 'strict') return answerJson(response, 400, { error: { message: 'not like this', type: 'x' } })
    if (body.stream !== true) return answerJson(response, 200, chatBody({ content: words.join('') }))
    const [first = '', ...rest] = chatEvents(words)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first)
    await heard
    response.end(rest.join(''))
  }

  beforeAll(async () => {
    gateway = await startTestGateway({ place: (await openPlace()).place, intercept: failing.intercept, clock })
    root = await gateway.asRoot()
    user = await gateway.asUser('user')
    upstream = await startAnsweringUpstream(answerAsAsked)
    keeper = await startKeeper('only')
    await priceModels(root, ['sole', 'strict', 'kept'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'sole,strict', auto_ban: 0 })
    await addRelayChannel(root, { base_url: keeper.url, models: 'kept', auto_ban: 0 })
    await gateway.plane.domain.ledger.credit({
      ref: 'given',
      userId: user.userId,
      kind: 'gift',
      amount: given,
      operatorId: 1,
    })
    token = await addRelayToken(user, { unlimited_quota: false, remain_quota: given })
    poor = await addRelayToken(user, { unlimited_quota: false, remain_quota: 1 })
  })
  afterAll(async () => {
    failing.heal()
    await gateway.close()
    await upstream.close()
    await keeper.close()
  })

  const dialectOf = (attempt: number): Dialect => dialects[attempt % dialects.length] ?? 'chat'

  /** As on a node that has never heard of them. */
  const forget = () => {
    const { identities } = gateway.plane.domain
    identities.forgetUser(user.userId)
    for (const { id } of [token, poor]) identities.forgetToken(id)
  }

  const call = (dialect: Dialect, model: string, stream: boolean, key = token.key): Promise<RelayAnswer> => {
    forget()
    const { path, body } = askFor(dialect, model, stream)
    return callPath(gateway, key, path, body)
  }

  /** Until all that a call leaves behind has been tried once. */
  const quiet = async () => {
    const { ledger, storedResponses, tasks } = gateway.plane.domain
    await ledger.drain()
    await storedResponses.drain()
    await tasks.drain()
  }

  const expectClearFailure = (answer: RelayAnswer, dialect: Dialect, where: string) => {
    expect([500, 503], where).toContain(answer.status)
    expect(answer.json, where).toMatchObject(failures[dialect])
    expect(answer.json.error.message, where).toContain(answer.requestId)
    expect(answer.text, where).not.toContain(toldByDatabase)
  }

  type ChargedRow = { request_id: string; quota: number }
  const rows = async (): Promise<ChargedRow[]> => (await user.get('/api/log/self?page_size=100&type=2')).data.items

  /** What was kept elsewhere comes to the database, and then nothing is held, and nothing is missing. */
  const expectSettled = async (where: string) => {
    const { domain } = gateway.plane
    clock.pass(longEnough)
    await quiet()
    await domain.settlements.replay()
    const { quota, used_quota } = (await user.get('/api/user/self')).data
    expect(quota + used_quota, where).toBe(given)
    expect(await domain.ledger.balance(user.userId), where).toBe(quota)
    const { remain_quota } = (await user.get(`/api/token/${token.id}`)).data
    const whole = { userId: user.userId, tokenId: token.id, amount: remain_quota, least: remain_quota }
    domain.ledger.release(await domain.ledger.hold(whole))
  }

  describe('on a database that fails', () => {
    afterEach(async () => {
      const { database } = gateway.plane
      expect(await findBrokenInvariants(database)).toEqual([])
      expect(await findWrongCharges(database, recomputeRow)).toEqual([])
    })

    it.each([true, false])(
      'F13 F14: an answer comes whole and is charged once, or is refused clearly and never asked for, whichever call fails: stream %s',
      async (stream) => {
        let answer: RelayAnswer | undefined
        let charged = (await rows()).length
        await eachFailure(
          failing,
          async (attempt) => {
            upstream.calls.length = 0
            answer = await call(dialectOf(attempt), 'sole', stream)
            await quiet()
          },
          async (attempt, where) => {
            await expectSettled(where)
            const dialect = dialectOf(attempt)
            const isWhole = answer?.status === 200
            if (answer === undefined) throw new Error('it was not answered')
            if (!isWhole) expectClearFailure(answer, dialect, where)
            else if (stream) expect(answer.text, where).toMatch(streamEnds[dialect])
            else expect(answer.text, where).toContain(words.join(''))
            expect(upstream.calls.length, where).toBe(isWhole ? 1 : 0)
            const charges = await rows()
            const [newest, ...others] = charges.slice(0, charges.length - charged)
            charged += isWhole ? 1 : 0
            expect(others, where).toEqual([])
            if (isWhole) {
              expect(newest, where).toMatchObject({ request_id: answer.requestId, quota: chatUsage.total_tokens })
            } else expect(newest, where).toBeUndefined()
          },
          { moments, places: ['tokens', 'users', 'settle'] },
        )
      },
    )

    it('F13: a call that is refused costs nothing and says why, or what failed, whichever call fails', async () => {
      const refusals = [
        { key: () => token.key, model: 'strict', status: 400, asked: 1 },
        { key: () => poor.key, model: 'sole', status: 403, asked: 0 },
        { key: () => 'sk-nobody', model: 'sole', status: 401, asked: 0 },
      ] as const
      // One dialect has a status of its own for those who cannot pay.
      const told = (status: number | undefined, dialect: Dialect) =>
        status === 403 && dialect === 'messages' ? 402 : status
      const before = await rows()
      const answers: { answer: RelayAnswer; dialect: Dialect; asked: number }[] = []
      await eachFailure(
        failing,
        async (attempt) => {
          answers.length = 0
          for (const { key, model } of refusals) {
            const [dialect, already] = [dialectOf(attempt), upstream.calls.length]
            const answer = await call(dialect, model, attempt % 2 === 0, key())
            answers.push({ answer, dialect, asked: upstream.calls.length - already })
          }
        },
        async (_attempt, where) => {
          await expectSettled(where)
          expect(await rows(), where).toEqual(before)
          for (const [index, { answer, dialect, asked }] of answers.entries()) {
            const refusal = refusals[index]
            if (refusal !== undefined && answer.status === told(refusal.status, dialect))
              expect(asked, where).toBe(refusal.asked)
            else {
              expectClearFailure(answer, dialect, where)
              expect(asked, where).toBe(0)
            }
          }
          if (where === 'no call failed') {
            expect(answers.map(({ answer }) => answer.status)).toEqual(
              answers.map(({ dialect }, index) => told(refusals[index]?.status, dialect)),
            )
          }
        },
        { moments, places: ['tokens', 'users'] },
      )
    })

    it('F13 F14: a code that is redeemed while a stream runs is paid once, and the stream goes on and is charged once, whichever call fails', async () => {
      const newCode = async (): Promise<string> =>
        (await root.post('/api/redemption/', { name: 'code', quota: 10, count: 1 })).data[0]
      let code = await newCode()
      let spent = (await user.get('/api/user/self')).data.used_quota
      await eachFailure(
        failing,
        async (attempt) => {
          const told = Promise.withResolvers<void>()
          heard = told.promise
          upstream.calls.length = 0
          const streaming = call(dialectOf(attempt), 'sole', true)
          // A call that is refused never gets there.
          await Promise.race([streaming, expect.poll(() => upstream.calls.length, { interval: 1 }).toBe(1)])
          const { success, status } = await user.post('/api/user/topup', { key: code })
          expect(success || status === 503 || status === 500).toBe(true)
          told.resolve()
          const answer = await streaming
          if (answer.status === 200) expect(answer.text).toMatch(streamEnds[dialectOf(attempt)])
          spent += answer.status === 200 ? chatUsage.total_tokens : 0
          await quiet()
        },
        async (_attempt, where) => {
          const again = await user.post('/api/user/topup', { key: code })
          expect([undefined, 'redeem_used'], where).toContain(again.code)
          given += 10
          await expectSettled(where)
          expect((await user.get('/api/user/self')).data.used_quota, where).toBe(spent)
          code = await newCode()
        },
        { moments, places: ['tokens', 'users', 'redemptions', 'begin', 'commit', 'settle'] },
      )
    })

    it('F13 F14: an answer made in the background is charged once when it is finished, or was never asked for, whichever call fails', async () => {
      const ask = (path: string, sending: RequestInit = {}) =>
        fetch(`${gateway.url}/v1/responses${path}`, {
          ...sending,
          headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json' },
        })
      const wish = { method: 'POST', body: JSON.stringify({ model: 'kept', input: 'Hi.', background: true }) }
      let spent = (await user.get('/api/user/self')).data.used_quota
      await eachFailure(
        failing,
        async () => {
          forget()
          const asked = keeper.calls.length
          const made = await ask('', wish)
          expect(keeper.calls.length - asked).toBe(made.status === 200 ? 1 : 0)
          await quiet()
          if (made.status !== 200) return
          spent += keptUsage.total_tokens
          const [id] = /resp_\w+/.exec(await made.text()) ?? []
          await fetch(`${keeper.url}/v1/responses/${id}/finish`, { method: 'POST' })
          const read = await ask(`/${id}`)
          expect([200, 500, 503]).toContain(read.status)
          expect((await read.text()).includes('"completed"')).toBe(read.status === 200)
          clock.pass(longEnough)
          await gateway.pollTasks().catch(() => {})
          await quiet()
        },
        async (_attempt, where) => {
          await quiet()
          await expect
            .poll(
              async () => {
                clock.pass(longEnough)
                await gateway.pollTasks()
                return listOpenAnswers(gateway.plane.database)
              },
              { message: where, interval: 5 },
            )
            .toEqual([])
          await expectSettled(where)
          expect((await user.get('/api/user/self')).data.used_quota, where).toBe(spent)
        },
        { moments, places: ['tokens', 'users', 'stored_responses', 'tasks', 'settle'] },
      )
    })
  })
})
