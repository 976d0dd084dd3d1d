import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvent, chatUsage } from '#testing/chat-answers.ts'
import { faultCost, oneFaultBench, streamed } from '#testing/fault-bench.ts'
import { callPath, prompt } from '#testing/relay-client.ts'

const said = 'Wasser fließt — 水は流れる 🌊.'
const words = ['Wasser', ' fließt', ' — 水は', '流れる', ' 🌊.']
const choice = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})
const json = (fields: object) => chatEvent({ ...fields }).slice('data: '.length, -2)
const texts = words.map((content) => json(choice({ content })))
const end = json(choice({}, 'stop'))
const used = json({ choices: [], usage: chatUsage })
const all = [...texts, end, used]
const usual = `${all.map((each) => `data: ${each}\n\n`).join('')}data: [DONE]\n\n`
const done = 'data: [DONE]\n\n'

/** An event over several lines, cut where JSON lets white space stand. */
const inLines = (text: string) => `data: ${text.replaceAll(',"', ',\ndata: "')}\n\n`
const joined = (write: (text: string, position: number) => string) => [...all, '[DONE]'].map(write).join('')

/** Streams as the standard for events allows them: every word of them is to arrive. */
const valid: [string, string][] = [
  ['lines that end with CRLF', usual.replaceAll('\n', '\r\n')],
  ['lines that end with CR', usual.replaceAll('\n', '\r')],
  [
    'lines that end now with LF, now with CRLF',
    joined((text, at) => `data: ${text}${at % 2 === 0 ? '\n\n' : '\r\n\r\n'}`),
  ],
  ['a blank line of CRLF behind a line of LF', joined((text) => `data: ${text}\n\r\n`)],
  ['no space behind the colon', joined((text) => `data:${text}\n\n`)],
  ['data of several lines', `${all.map(inLines).join('')}${done}`],
  ['a byte order mark', `\ufeff${usual}`],
  [
    'names, numbers and waiting times',
    joined((text, at) => `event: message\nid: ${at}\nretry: 3000\ndata: ${text}\n\n`),
  ],
  ['fields nobody knows', joined((text) => `colour: blue\ndata: ${text}\nlonely\n\n`)],
  ['blank lines before and after', `\n\n${joined((text) => `data: ${text}\n\n\n\n`)}`],
  ['white space in its JSON', joined((text) => `data: ${text.replaceAll('":', '" : ')}\n\n`)],
]

/** Streams that end otherwise, and what is told of them. */
const ending: [string, string, string][] = [
  ['no end mark', usual.slice(0, -done.length), usual],
  ['no blank line behind the last event', usual.slice(0, -2), usual.slice(0, -2)],
  ['no blank line behind the last event, which is the usage', usual.slice(0, -done.length - 2), usual],
  ['data behind the end mark', `${usual}data: {"more":1}\n\n`, `${usual}data: {"more":1}\n\n`],
  [
    'comments between and within events, which are not told,',
    joined((text) => `: still here\n\n: and here\ndata: ${text}\n\n`),
    joined((text) => `: keep-alive\n\ndata: ${text}\n\n`),
  ],
  ['a comment behind the end mark', `${usual}: bye\n\n`, `${usual}: keep-alive\n\n`],
]

/** What stands between the words and says nothing. */
const idle: [string, string][] = [
  ['an event without data', 'event: nothing\n\n'],
  ['data that is no object', 'data: 7\n\n'],
  ['bytes that are no UTF-8', 'data: {"odd":"\xff\xfe"}\n\n'],
]

/** What might have been words and cannot be read. */
const broken: [string, string][] = [
  ['broken JSON', 'data: {"choices":[{"index":0,\n\n'],
  ['two values in one line', 'data: {"choices":[]} {"choices":[]}\n\n'],
]

/** The stream with something behind its first word. */
const withOdd = (odd: string): Buffer =>
  Buffer.concat([
    Buffer.from(`data: ${texts[0]}\n\n`),
    Buffer.from(odd, 'latin1'),
    Buffer.from(`${[...texts.slice(1), end, used].map((each) => `data: ${each}\n\n`).join('')}${done}`),
  ])

/** How the network brings a stream. */
const ways: [string, (response: ServerResponse, bytes: Buffer) => Promise<void> | void][] = [
  ['at once', (response, bytes) => void response.end(bytes)],
  ['byte by byte', (response, bytes) => sendInPieces(response, bytes, 1)],
  ['in pieces of seven bytes', (response, bytes) => sendInPieces(response, bytes, 7)],
]

const sendInPieces = async (response: ServerResponse, bytes: Buffer, size: number): Promise<void> => {
  response.socket?.setNoDelay(true)
  for (let at = 0; at < bytes.length; at += size) {
    if (!response.write(bytes.subarray(at, at + size))) await once(response, 'drain')
    if (at % (size * 16) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

oneFaultBench([], (bench) => {
  const stream = (bytes: Buffer, send = ways[0]?.[1]): Parameters<AnsweringUpstream['does']>[0] => {
    return (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return send?.(response, bytes)
    }
  }

  const expectCharge = async (requestId: string) => {
    const row = await bench().rowOf(requestId)
    expect([row.quota, JSON.parse(row.other).stream_error]).toEqual([faultCost, undefined])
  }

  /** The same stream, asked for in another dialect: what of it is text, and how it ends. */
  const askAsMessages = async () => {
    const { gateway, key } = bench()
    const body = { model: 'sole', stream: true, max_tokens: 99, ...prompt }
    const answer = await callPath(gateway, key, '/v1/messages', body)
    const told = answer.text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice('data: '.length)))
    return { answer, text: told.map(({ delta }) => delta?.text ?? '').join(''), last: told.at(-1) }
  }

  const expectMessage = async () => {
    const { answer, text, last } = await askAsMessages()
    expect([text, last?.type]).toEqual([said, 'message_stop'])
    await expectCharge(answer.requestId)
  }

  describe.each(ways)('a stream that comes %s', (_way, send) => {
    it.each(valid)('F04: with %s passes as it is, and its text in another dialect', async (_title, text) => {
      const { upstream, call } = bench()
      const bytes = Buffer.from(text)
      upstream.does(stream(bytes, send))
      const answer = await call(streamed)
      expect(answer.bytes.equals(bytes), answer.text).toBe(true)
      await expectCharge(answer.requestId)
      await expectMessage()
    })

    it.each(ending)('F04: with %s is whole all the same', async (_title, text, told) => {
      const { upstream, call } = bench()
      upstream.does(stream(Buffer.from(text), send))
      const answer = await call(streamed)
      expect(answer.text).toBe(told)
      await expectCharge(answer.requestId)
      await expectMessage()
    })

    it.each([...idle, ...broken])('F04: with %s among its events passes as it is', async (_title, odd) => {
      const { upstream, call } = bench()
      const bytes = withOdd(odd)
      upstream.does(stream(bytes, send))
      const answer = await call(streamed)
      expect(answer.bytes.equals(bytes), answer.text).toBe(true)
      await expectCharge(answer.requestId)
    })

    it.each(idle)('F04: with %s among its events loses no word in another dialect', async (_title, odd) => {
      bench().upstream.does(stream(withOdd(odd), send))
      await expectMessage()
    })
  })

  describe('a stream in which something cannot be read', () => {
    it.each(broken)('F04: ends with an error in another dialect: %s', async (_title, odd) => {
      const { upstream, rowOf } = bench()
      upstream.does(async (_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${texts[0]}\n\n`)
        await new Promise((resolve) => setTimeout(resolve, 50))
        response.end(odd)
      })
      const { answer, text, last } = await askAsMessages()
      expect([answer.status, text]).toEqual([200, words[0]])
      expect(last).toEqual({
        type: 'error',
        error: {
          type: 'api_error',
          message: `the upstream sent a broken event (request id: ${answer.requestId})`,
        },
        request_id: answer.requestId,
      })
      const row = await rowOf(answer.requestId)
      expect(JSON.parse(row.other)).toMatchObject({ stream_error: 'upstream_error', estimated: true })
      expect(row.completion_tokens).toBe((await bench().estimateOf(words.slice(0, 1))).output)
    })

    it.each(broken)('F04: is refused and costs nothing while nothing was told: %s', async (_title, odd) => {
      const { upstream, rows } = bench()
      const before = (await rows()).total
      upstream.does(stream(withOdd(odd)))
      const { answer } = await askAsMessages()
      expect([answer.status, answer.json.error.message]).toEqual([
        500,
        `the upstream sent a broken event (request id: ${answer.requestId})`,
      ])
      expect((await rows()).total).toBe(before)
    })
  })
})
