import { describe, expect, it } from 'vitest'
import { type Answer, type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { callPath, callRelay, prompt } from '#testing/relay-client.ts'

const refusing =
  (status: number, headers = {}): Answer =>
  (_call, response) =>
    answerJson(response, status, { error: { message: 'not now' } }, headers)
const greeting: Answer = (_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' }))

const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
/** A call in each dialect, and how its clients read that a limit was reached. */
const dialects: Readonly<Record<string, { path: string; body: object; error: object }>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: { model: 'limited', ...prompt },
    error: { error: { code: 'rate_limit_exceeded' } },
  },
  'openai-responses': {
    path: '/v1/responses',
    body: { model: 'limited', store: false, input: 'Say something.' },
    error: { error: { code: 'rate_limit_exceeded' } },
  },
  'anthropic-messages': {
    path: '/v1/messages',
    body: { model: 'limited', max_tokens: 9, ...prompt },
    error: { type: 'error', error: { type: 'rate_limit_error' } },
  },
  gemini: {
    path: '/v1beta/models/limited:generateContent',
    body: { contents },
    error: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
  },
}

oneFaultBench(['limited'], (bench) => {
  const ask = () => callRelay(bench().gateway, bench().key, { model: 'limited' })

  /** Channels of the one model, for as long as `work` takes. */
  const among = async (fields: readonly object[], work: (upstreams: AnsweringUpstream[]) => Promise<void>) => {
    const { addChannel, root } = bench()
    const upstreams: AnsweringUpstream[] = []
    const channels: number[] = []
    for (const each of fields) {
      const upstream = await startAnsweringUpstream()
      upstreams.push(upstream)
      channels.push(await addChannel({ base_url: upstream.url, models: 'limited', ...each }))
    }
    try {
      await work(upstreams)
    } finally {
      for (const id of channels) await root.remove(`/api/channel/${id}`)
      for (const upstream of upstreams) await upstream.close()
    }
  }

  describe('the only channel of a model', () => {
    it.each([
      ['a limit', 429, 20, 429],
      ['a failure', 500, 4, 500],
      ['an overload', 529, 4, 503],
    ])(
      'F07: stays open for the next callers after %s of which its vendor says no time',
      (_title, status, times, told) =>
        among([{}], async ([upstream]) => {
          upstream?.does(refusing(status))
          for (let turn = 0; turn < times; turn += 1) expect((await ask()).status).toBe(told)
          expect(upstream?.calls).toHaveLength(times)
          upstream?.does(greeting)
          expect((await ask()).status).toBe(200)
        }),
    )

    it('F07: is left alone for as long as its vendor wishes, and then serves everybody', () =>
      among([{}], async ([upstream]) => {
        upstream?.does(refusing(429, { 'retry-after': '20' }))
        expect((await ask()).status).toBe(429)
        bench().clock.pass(5)
        for (const { path, body, error } of Object.values(dialects)) {
          const answer = await callPath(bench().gateway, bench().key, path, body)
          expect([path, answer.status]).toEqual([path, 429])
          expect(Math.abs(Number(answer.headers.get('retry-after')) - 15)).toBeLessThanOrEqual(1)
          expect(answer.json).toMatchObject(error)
        }
        expect(upstream?.calls).toHaveLength(1)
        bench().clock.pass(16)
        // All of them, and not one that tries and others that wait for it.
        upstream?.does(async (call, response) => {
          await new Promise((resolve) => setTimeout(resolve, 100))
          await greeting(call, response)
        })
        const answers = await Promise.all([ask(), ask(), ask()])
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      }))

    it('F07: that failed and wishes to be left alone rests, and that is no limit', () =>
      among([{}], async ([upstream]) => {
        upstream?.does(refusing(503, { 'retry-after': '20' }))
        expect((await ask()).status).toBe(503)
        const next = await ask()
        expect([next.status, next.json.error.code, Number(next.headers.get('retry-after')) > 15]).toEqual([
          503,
          'channels_resting',
          true,
        ])
        expect(upstream?.calls).toHaveLength(1)
      }))

    it('F07: rests after one failure upon another, and says for how long', () =>
      among([{}], async ([upstream]) => {
        upstream?.does(refusing(500))
        for (let turn = 0; turn < 5; turn += 1) await ask()
        const next = await ask()
        expect([next.status, next.json.error.code]).toEqual([503, 'channels_resting'])
        expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0)
      }))

    it('F07: with several keys takes the next key, and all of them again where no time was told', () =>
      among([{ key: 'sk-one\nsk-two' }], async ([upstream]) => {
        upstream?.does(refusing(429))
        for (let turn = 0; turn < 3; turn += 1) expect((await ask()).status).toBe(429)
        expect(upstream?.calls.map(({ key }) => key)).toEqual(['sk-one', 'sk-two', 'sk-one'])
        upstream?.does(greeting)
        expect((await ask()).status).toBe(200)
      }))

    it('F07: with several keys that are all limited says when the first is free', () =>
      among([{ key: 'sk-one\nsk-two' }], async ([upstream]) => {
        for (const wait of ['40', '20']) {
          upstream?.does(refusing(429, { 'retry-after': wait }))
          await ask()
        }
        const next = await ask()
        expect([next.status, next.headers.get('retry-after'), upstream?.calls.length]).toEqual([429, '20', 2])
      }))
  })

  it.each([
    [400, false, 400],
    [408, false, 504],
    [504, false, 504],
    [524, false, 504],
    [401, true, 200],
    [402, true, 200],
    [403, true, 200],
    [404, true, 200],
    [413, true, 200],
    [422, true, 200],
    [429, true, 200],
    [500, true, 200],
    [503, true, 200],
    [529, true, 200],
  ])('F07: a refusal with %i is asked elsewhere: %s', (status, isAskedElsewhere, told) =>
    among([{ priority: 9 }, {}], async ([first, second]) => {
      first?.does(refusing(status))
      expect((await ask()).status).toBe(told)
      expect([first?.calls.length, second?.calls.length]).toEqual([1, isAskedElsewhere ? 1 : 0])
    }),
  )

  it.each([401, 402, 403])(
    'F07: a key that is refused with %i is left out, and its channel goes on with the others',
    (status) =>
      among([{ key: 'sk-one\nsk-two\nsk-three' }], async ([upstream]) => {
        upstream?.does((call, response) =>
          call.key === 'sk-one' ? refusing(status)(call, response) : greeting(call, response),
        )
        const keys = async (times: number) => {
          const before = upstream?.calls.length ?? 0
          for (let turn = 0; turn < times; turn += 1) await ask()
          return upstream?.calls.slice(before).map(({ key }) => key.slice(3))
        }
        expect((await keys(1))?.at(0)).toBe('one')
        expect(await keys(4)).not.toContain('one')
        bench().clock.pass(590)
        expect(await keys(4)).not.toContain('one')
        bench().clock.pass(11)
        expect(await keys(4)).toContain('one')
      }),
  )

  it.each([
    ['a channel', 'sk-one', 429],
    ['a channel that failed', 'sk-one', 503],
    ['a channel whose keys', 'sk-one\nsk-two', 429],
  ])('F07: %s is left alone for ten minutes at the most, however long its vendor wishes', (_title, key, status) =>
    among([{ key }], async ([upstream]) => {
      upstream?.does(refusing(status, { 'retry-after': '999999999' }))
      for (const _key of key.split('\n')) await ask()
      upstream?.does(greeting)
      bench().clock.pass(590)
      const early = await ask()
      expect([early.status, Number(early.headers.get('retry-after')) <= 10]).toEqual([status, true])
      bench().clock.pass(11)
      expect((await ask()).status).toBe(200)
    }),
  )

  it('F07: limits of all channels are told as a limit, with the first that ends', () =>
    among([{ priority: 9 }, {}], async ([first, second]) => {
      first?.does(refusing(429, { 'retry-after': '40' }))
      second?.does(refusing(429, { 'retry-after': new Date(bench().clock.now() + 21_000).toUTCString() }))
      await ask()
      const next = await ask()
      expect([next.status, next.json.error.code]).toEqual([429, 'rate_limit_exceeded'])
      expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0)
      expect([first?.calls.length, second?.calls.length]).toEqual([1, 1])
    }))

  it('F07: a limit beside a failure is no limit', () =>
    among([{ priority: 9 }, {}], async ([first, second]) => {
      first?.does(refusing(429, { 'retry-after': '40' }))
      second?.does(refusing(503, { 'retry-after': '30' }))
      await ask()
      const next = await ask()
      expect([next.status, next.json.error.code, next.headers.get('retry-after')]).toEqual([
        503,
        'channels_resting',
        '30',
      ])
    }))
})
