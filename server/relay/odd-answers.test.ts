import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Answer, answerJson } from '#testing/answering-upstream.ts'
import { chatBody, chatEvent, chatEvents } from '#testing/chat-answers.ts'
import { faultCost, oneFaultBench, streamed } from '#testing/fault-bench.ts'
import { callPath, prompt, type RelayAnswer } from '#testing/relay-client.ts'
import { timesAsMuch } from '#testing/timing.ts'

const mebibyte = 1024 * 1024
const unreadable = 'The upstream sent an unreadable response'
const brokenOff = 'The upstream ended the response early'

/** Writes a body in pieces as the other side takes them. */
const answerInPieces = (type: string, pieces: Iterable<Buffer | string>): Answer => {
  return (_call, response) => {
    const left = pieces[Symbol.iterator]()
    const pour = () => {
      for (let next = left.next(); !response.destroyed; next = left.next()) {
        if (next.done === true) {
          response.end()
          return
        }
        if (!response.write(next.value)) return
      }
    }
    response.on('error', () => {}).on('drain', pour)
    response.writeHead(200, { 'content-type': type })
    pour()
  }
}

oneFaultBench(['picture'], (bench) => {
  /** What is answered and charged while the upstream does this. */
  const outcome = async (does: Answer, body: Record<string, unknown> = {}) => {
    const { upstream, call, rows, clock } = bench()
    clock.pass(700)
    upstream.does(does)
    const before = (await rows()).total
    const answer = await call(body)
    return { answer, charged: (await rows()).total - before }
  }

  const expectRefusal = (
    { answer, charged }: { answer: RelayAnswer; charged: number },
    status: number,
    message: string,
  ) => {
    expect([answer.status, answer.json.error.message, charged]).toEqual([
      status,
      `${message} (request id: ${answer.requestId})`,
      0,
    ])
  }

  const quotaOf = async ({ answer }: { answer: RelayAnswer }) => (await bench().rowOf(answer.requestId)).quota

  describe('an answer that is packed although nobody asked for it', () => {
    // Once is unpacked: broken-bodies.test.ts.
    it('T61: a thousand times over is refused at once', async () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip, br, '.repeat(1000) }
      const body = gzipSync(Buffer.alloc(64 * mebibyte))
      const refused = async () =>
        expectRefusal(
          await outcome((_call, response) => void response.writeHead(200, headers).end(body)),
          502,
          unreadable,
        )
      // Not even unpacked once.
      expect(await timesAsMuch(refused, () => gunzipSync(body))).toBeLessThan(1)
    })
  })

  describe('an answer that is huge', () => {
    it('F06: in a line of 11 MB is refused and costs nothing', async () => {
      function* line() {
        yield 'data: '
        for (let part = 0; part < 11; part += 1) yield Buffer.alloc(mebibyte, 'x')
        yield '\n\n'
      }
      expectRefusal(await outcome(answerInPieces('text/event-stream', line()), streamed), 502, unreadable)
    })

    it('F06: in a line of 11 MB behind others ends with an error', async () => {
      const first = chatEvents(['Water'])[0] ?? ''
      function* lines() {
        yield first
        yield 'data: '
        for (let part = 0; part < 11; part += 1) yield Buffer.alloc(mebibyte, 'x')
      }
      const { answer, charged } = await outcome(answerInPieces('text/event-stream', lines()), streamed)
      expect([answer.status, answer.text.slice(0, first.length), charged]).toEqual([200, first, 1])
      const [error = '', ...rest] = answer.text.slice(first.length).split('\n\n')
      expect(JSON.parse(error.replace(/^data: /, '')).error.message).toBe(
        `${brokenOff} (request id: ${answer.requestId})`,
      )
      expect(rest).toEqual(['data: [DONE]', ''])
    })

    it('F06: in a line of 9 MB passes', async () => {
      const picture = Buffer.alloc(9 * mebibyte, 'A').toString()
      const images = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }]
      const parts = [chatEvent({ choices: [{ index: 0, delta: { images }, finish_reason: null }] }), ...chatEvents([])]
      const result = await outcome(answerInPieces('text/event-stream', parts), streamed)
      expect(result.answer.text === parts.join('')).toBe(true)
      expect(await quotaOf(result)).toBe(faultCost)
    })

    it('F06: that is whole and larger than any answer should be is refused before it is all here', async () => {
      function* whole() {
        yield '{"text":"'
        for (let part = 0; part < 129; part += 1) yield Buffer.alloc(mebibyte, 'x')
        yield '"}'
      }
      expectRefusal(await outcome(answerInPieces('application/json', whole())), 502, unreadable)
    })

    it('F06: of 2 MB is told whole in another dialect', async () => {
      const { upstream, gateway, key, rowOf } = bench()
      const words = 'Wasser — "水". '.repeat(2 ** 17)
      upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: words })))
      const answer = await callPath(gateway, key, '/v1/messages', { model: 'sole', max_tokens: 9, ...prompt })
      expect(answer.json.content[0].text === words).toBe(true)
      expect((await rowOf(answer.requestId)).quota).toBe(faultCost)
    })

    it('F06: as a picture of 20 MB passes whole', async () => {
      const { upstream, gateway, key, addChannel, root, rowOf } = bench()
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"picture":0.001}' })
      await addChannel({ base_url: upstream.url, models: 'picture' })
      const answered = { created: 1, data: [{ b64_json: 'A'.repeat(20 * mebibyte) }] }
      upstream.does((_call, response) => answerJson(response, 200, answered))
      const answer = await callPath(gateway, key, '/v1/images/generations', { model: 'picture', prompt: 'A gate.' })
      expect(answer.text === JSON.stringify(answered)).toBe(true)
      expect((await rowOf(answer.requestId)).quota).toBe(500)
    })
  })

  describe('an answer that is not as agreed', () => {
    it.each<[string, Answer, string]>([
      [
        'a page',
        (_call, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        unreadable,
      ],
      ['nothing', (_call, response) => response.writeHead(204).end(), unreadable],
      ['an empty body', (_call, response) => response.writeHead(200).end(), unreadable],
      [
        'an error',
        (_call, response) => answerJson(response, 200, { error: { message: 'out of paper' } }),
        'out of paper',
      ],
    ])('T46: %s with a status of success is an error and costs nothing', async (_title, does, message) => {
      const { answer, charged } = await outcome(does)
      expect(charged).toBe(0)
      expect([answer.status, answer.json.error.message]).toEqual([
        message === unreadable ? 502 : 500,
        `${message} (request id: ${answer.requestId})`,
      ])
    })

    it.each(['', ' ', '\n'])(
      'two in one, with %j behind the name of the first one’s figures, are none',
      async (blank) => {
        const whole = JSON.stringify(chatBody({ content: 'Hello.' }))
        const first = whole.replace('"usage":', `"usage"${blank}:`)
        expectRefusal(await outcome(answerInPieces('application/json', [first, whole])), 502, unreadable)
      },
    )

    it('T46: a redirect is not followed, and nothing of it is told', async () => {
      const { upstream } = bench()
      const asked = upstream.calls.length
      const { answer, charged } = await outcome((_call, response) => {
        response.writeHead(301, { location: `${upstream.url}/evil`, 'content-type': 'text/html' }).end('moved')
      })
      expect([upstream.calls.length - asked, charged, answer.status]).toEqual([1, 0, 502])
      expect(answer.headers.get('location')).toBeNull()
    })

    it('T46: a head that does not end is not read to its end', async () => {
      let sent = 0
      const endless: Answer = (_call, response) => {
        const socket = response.socket
        const line = `x-filler: ${'x'.repeat(64 * 1024)}\r\n`
        const pour = () => {
          while (socket !== null && !socket.destroyed && sent < 100 * mebibyte) {
            sent += line.length
            if (!socket.write(line)) return
          }
        }
        socket?.on('error', () => {}).on('drain', pour)
        socket?.write('HTTP/1.1 200 OK\r\n')
        pour()
      }
      const { answer, charged } = await outcome(endless)
      expect([answer.status, charged]).toEqual([502, 0])
      expect(sent).toBeLessThan(16 * mebibyte)
    })

    it('T46: only what it says counts, not its headers and not what it says before', async () => {
      const { answer } = await outcome((_call, response) => {
        for (let turn = 0; turn < 1000; turn += 1) response.writeProcessing()
        answerJson(response, 200, chatBody({ content: 'Hello.' }), {
          'set-cookie': 'session=evil',
          'access-control-allow-origin': '*',
          'x-powered-by': 'upstream',
        })
      })
      expect(answer.status).toBe(200)
      for (const name of ['set-cookie', 'access-control-allow-origin', 'x-powered-by']) {
        expect([name, answer.headers.get(name)]).toEqual([name, null])
      }
    })
  })

  describe('what is told of usage', () => {
    const tells = (usage: unknown): Answer => {
      return (_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' }, usage))
    }

    it.each([
      ['negative', { prompt_tokens: -50, completion_tokens: -9, total_tokens: -59 }],
      ['no number', { prompt_tokens: null, completion_tokens: {}, total_tokens: [] }],
      ['a word', { prompt_tokens: 'NaN', completion_tokens: 'many', total_tokens: '' }],
      ['not there', null],
    ])('T46: that is %s is estimated in its place', async (_title, usage) => {
      const result = await outcome(tells(usage))
      const row = await bench().rowOf(result.answer.requestId)
      expect(JSON.parse(row.other).estimated).toBe(true)
      const { prompt, output } = await bench().estimateOf(['Hello.'])
      expect([row.prompt_tokens, row.completion_tokens, row.quota]).toEqual([prompt, output, prompt + output])
    })

    it('T46: that is not there is estimated however deep the answer is nested', async () => {
      const content = `${'['.repeat(100_000)}"deep"${']'.repeat(100_000)}`
      const body = JSON.stringify(chatBody({ content: 'Hello.' }, null)).replace('"Hello."', content)
      const { answer } = await outcome((_call, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      })
      expect([answer.status, answer.text === body]).toEqual([200, true])
      expect(JSON.parse((await bench().rowOf(answer.requestId)).other).estimated).toBe(true)
    })

    it.each<[string, object, number, string?]>([
      ['as text', { prompt_tokens: '10', completion_tokens: '10', total_tokens: '20' }, 20],
      ['half negative', { prompt_tokens: 10, completion_tokens: -9, total_tokens: 1 }, 10],
      [
        'with a part larger than the whole',
        { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 99 } },
        11,
      ],
      ['far above the limit that was asked for', { prompt_tokens: 10, completion_tokens: 5000 }, 5010, 'above_limit'],
      ['beyond any window', { prompt_tokens: 10, completion_tokens: 1e12 }, 40_000_010, 'cut'],
      ['beyond what can be read', { prompt_tokens: 1e300, completion_tokens: 1 }, 40_000_001, 'cut'],
      ['a little above the limit that was asked for', { prompt_tokens: 10, completion_tokens: 120 }, 130],
    ])('T46: that is told %s is read as it can be meant', async (_title, usage, quota, doubt) => {
      const { answer } = await outcome(tells(usage), { max_tokens: 100 })
      const row = await bench().rowOf(answer.requestId)
      expect([row.quota, JSON.parse(row.other).usage_doubt]).toEqual([quota, doubt])
    })

    const toolCall = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
    it.each([
      ['only tool calls', { content: null, tool_calls: [toolCall] }],
      [
        'only a picture',
        { content: '', images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
      ],
      ['only reasoning', { content: '', reasoning_content: 'Hm.' }],
      ['blank text', { content: '  ' }],
    ])('T64: of an answer with %s is charged', async (_title, message) => {
      expect(await quotaOf(await outcome((_call, response) => answerJson(response, 200, chatBody(message))))).toBe(
        faultCost,
      )
    })
  })
})
