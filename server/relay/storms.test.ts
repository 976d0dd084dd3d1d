import { describe, expect, it } from 'vitest'
import { type Answer, type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachFaultBench } from '#testing/fault-bench.ts'
import { callRelay, type RelayAnswer } from '#testing/relay-client.ts'

/** For each call of a client, retries included, no more of these go to upstreams in a storm. */
const mostAttempts = 1.2

const refuse: Answer = (_call, response) => answerJson(response, 429, { error: { message: 'too many' } })
const fail: Answer = (_call, response) => answerJson(response, 500, { error: { message: 'down' } })

eachFaultBench(['storm', 'flap', 'half', 'keyed'], (bench) => {
  const ask = (model: string) => callRelay(bench().gateway, bench().key, { model })

  /** Channels to these upstreams, for as long as `work` takes. */
  const among = async <Result>(
    model: string,
    count: number,
    work: (upstreams: AnsweringUpstream[], channels: number[]) => Promise<Result>,
  ): Promise<Result> => {
    const { addChannel, root, gateway } = bench()
    // Times were quiet before the storm, so all the retries there may be were saved.
    for (let calls = 0; calls < 100; calls += 1) gateway.plane.domain.retryBudget.earn()
    const upstreams = await Promise.all(Array.from({ length: count }, () => startAnsweringUpstream()))
    const channels = []
    for (const { url } of upstreams) channels.push(await addChannel({ base_url: url, models: model }))
    try {
      return await work(upstreams, channels)
    } finally {
      for (const id of channels) await root.remove(`/api/channel/${id}`)
      await Promise.all(upstreams.map(({ close }) => close()))
    }
  }

  const attemptsAt = (upstreams: readonly AnsweringUpstream[]) =>
    upstreams.reduce((sum, { calls }) => sum + calls.length, 0)

  /** Some calls in each second. */
  const askFor = async (model: string, seconds: number, each?: (second: number) => void) => {
    const answers = []
    for (let second = 0; second < seconds; second += 1) {
      each?.(second)
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => ask(model)))))
      bench().clock.pass(1)
    }
    return answers
  }

  const refusedOf = (answers: readonly RelayAnswer[]) =>
    answers.filter(({ status }) => status !== 200).map(({ status, text }) => [status, text])

  const isResting = (channel: number | undefined) =>
    bench()
      .gateway.plane.domain.health.resting()
      .some((each) => each.channel === channel)

  describe('a storm of refusals', () => {
    it('F07 I13: on one channel of three is seen by nobody, rests it, and is over soon after it ends', () =>
      among('storm', 3, async (upstreams, [sickId]) => {
        const [sick] = upstreams
        sick?.does(refuse)
        let untilRest: number | undefined
        const answers = await askFor('storm', 60, () => {
          if (isResting(sickId)) untilRest ??= sick?.calls.length
        })
        expect(refusedOf(answers)).toEqual([])
        expect(untilRest).toBeLessThan(10)
        expect(attemptsAt(upstreams)).toBeLessThanOrEqual(mostAttempts * answers.length)

        sick?.does((_call, response) => answerJson(response, 200, { choices: [], usage: { prompt_tokens: 1 } }))
        const asked = sick?.calls.length ?? 0
        let recovered: number | undefined
        await askFor('storm', 35, (second) => {
          if ((sick?.calls.length ?? 0) > asked) recovered ??= second
        })
        expect(recovered).toBeLessThan(35)
        expect(isResting(sickId)).toBe(false)
      }))

    it('F07: on every channel asks each of them once, and then tells how long to wait without asking', () =>
      among('storm', 3, async (upstreams, channels) => {
        for (const upstream of upstreams) {
          upstream.does((_call, response) => {
            answerJson(response, 429, { error: { message: 'too many' } }, { 'retry-after': '20' })
          })
        }
        const first = await ask('storm')
        expect([first.status, first.headers.get('retry-after'), first.json.error.message]).toEqual([
          429,
          '20',
          `The upstream of this group is overloaded. Try again later. (request id: ${first.requestId})`,
        ])
        bench().clock.pass(1)
        const refused = await askFor('storm', 18)
        for (const [position, { status, headers, json }] of refused.entries()) {
          expect([status, json.error.code]).toEqual([429, 'rate_limit_exceeded'])
          expect(Math.abs(Number(headers.get('retry-after')) - (19 - Math.floor(position / 5)))).toBeLessThanOrEqual(1)
        }
        expect(upstreams.map(({ calls }) => calls.length)).toEqual([1, 1, 1])
        for (const upstream of upstreams) {
          upstream.does((_call, response) => answerJson(response, 200, { choices: [], usage: { prompt_tokens: 1 } }))
        }
        bench().clock.pass(2)
        expect((await ask('storm')).status).toBe(200)
        expect(channels.filter(isResting)).toHaveLength(2)
      }))
  })

  describe('a storm of failures', () => {
    it('F08: that come and go every ten seconds is seen by nobody while a sibling is well', () =>
      among('flap', 2, async (upstreams) => {
        const [flapping] = upstreams
        const well: Answer = (_call, response) =>
          answerJson(response, 200, { choices: [], usage: { prompt_tokens: 1 } })
        const answers = await askFor('flap', 60, (second) => {
          flapping?.does(Math.floor(second / 10) % 2 === 0 ? fail : well)
        })
        expect(refusedOf(answers)).toEqual([])
        expect(attemptsAt(upstreams)).toBeLessThanOrEqual(mostAttempts * answers.length)
      }))

    it('F08: that are every second answer is seen by nobody while a sibling is well', () =>
      among('half', 2, async (upstreams) => {
        const [failing] = upstreams
        let turn = 0
        failing?.does((call, response) => {
          turn += 1
          if (turn % 2 === 0) return fail(call, response)
          answerJson(response, 200, { choices: [], usage: { prompt_tokens: 1 } })
        })
        const answers = await askFor('half', 60)
        expect(refusedOf(answers)).toEqual([])
        expect(attemptsAt(upstreams)).toBeLessThanOrEqual(mostAttempts * answers.length)
      }))
  })

  it('F07 F08 I13: of failures that close no channel adds at most a fifth to the calls, once what was saved is spent', () =>
    among('storm', 3, async (upstreams) => {
      // Tried elsewhere each time, and no channel is to blame: only the budget keeps this from being three for one.
      for (const upstream of upstreams) {
        upstream.does((_call, response) => answerJson(response, 422, { error: { message: 'not this one' } }))
      }
      const { retryBudget } = bench().gateway.plane.domain
      while (retryBudget.spend());
      const answers = await askFor('storm', 60)
      expect(answers.every(({ status }) => status === 422)).toBe(true)
      const attempts = attemptsAt(upstreams)
      expect(attempts).toBeLessThanOrEqual(mostAttempts * answers.length)
      // It was truly spent, and not left alone.
      expect(attempts).toBeGreaterThan(1.15 * answers.length)
    }))

  it('F09: a key that is refused costs one call and is left out, and its channel goes on with the others', async () => {
    const { addChannel, root, gateway } = bench()
    const keyed = await startAnsweringUpstream()
    const keys = ['sk-one', 'sk-two', 'sk-bad', 'sk-four', 'sk-five']
    const id = await addChannel({ base_url: keyed.url, models: 'keyed', key: keys.join('\n') })
    keyed.does(({ key }, response) =>
      key === 'sk-bad'
        ? answerJson(response, 401, { error: { message: 'Incorrect API key provided: sk-bad' } })
        : answerJson(response, 200, { choices: [], usage: { prompt_tokens: 1 } }),
    )
    const statuses = []
    for (let turn = 0; turn < 25; turn += 1) statuses.push((await ask('keyed')).status)
    expect(statuses).toEqual(Array.from({ length: 25 }, (_, turn) => (turn === 2 ? 502 : 200)))
    const uses = keys.map((key) => keyed.calls.filter((call) => call.key === key).length)
    expect(uses).toEqual([6, 6, 1, 6, 6])
    const { keys: known, pool, health } = gateway.plane.domain
    const channel = pool.find(id)
    if (channel === undefined) throw new Error('the channel is gone')
    expect(known.benched(channel)).toMatchObject([{ key: 'sk-bad', reason: '401' }])
    expect(health.admits(id, 'keyed')).toBe(true)
    expect((await root.get(`/api/channel/${id}`)).data.status).toBe(1)
    await keyed.close()
  })
})
