import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { faultCost, oneFaultBench } from '#testing/fault-bench.ts'
import { patience } from '#testing/patience.ts'
import { prompt } from '#testing/relay-client.ts'
import { relayPaths } from '#testing/relay-paths.ts'

const mebibyte = 1024 * 1024
const question = Buffer.from(JSON.stringify({ ...prompt, model: 'sole' }))
const zeros = Buffer.alloc(128 * mebibyte)

const packings: readonly [string, Buffer, Buffer][] = [
  ['gzip', gzipSync(question), gzipSync(zeros, { level: 9 })],
  ['deflate', deflateSync(question), deflateSync(zeros, { level: 9 })],
  ['br', brotliCompressSync(question), brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ['zstd', zstdCompressSync(question), zstdCompressSync(zeros)],
]

oneFaultBench([], (bench) => {
  const post = async (body: Buffer, encoding: string, key = bench().key, path = '/v1/chat/completions') => {
    const response = await fetch(bench().gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body: new Uint8Array(body),
    })
    const text = await response.text()
    const { code, message } = JSON.parse(text).error ?? {}
    return { status: response.status, code, message, id: response.headers.get('x-request-id') }
  }

  describe('the body of a call that comes packed', () => {
    it.each(packings)('T43: is unpacked: %s', async (encoding, body) => {
      bench().upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' })))
      const { status, id } = await post(body, encoding)
      expect([status, (await bench().rowOf(id ?? '')).quota]).toEqual([200, faultCost])
      expect(bench().upstream.calls.at(-1)?.headers['content-encoding']).toBeUndefined()
    })

    it.each<[string, Buffer]>([
      ...packings.map(([encoding, body]): [string, Buffer] => [encoding, body]),
      ['x-gzip', gzipSync(question)],
      ['GZIP', gzipSync(question)],
      ['deflate', deflateRawSync(question)],
    ])('T43: is unpacked that comes in chunks, once it may come: %s', async (encoding, body) => {
      bench().upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' })))
      const request = httpRequest(`${bench().gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bench().key}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
          expect: '100-continue',
        },
      })
      const answered = once(request, 'response')
      request.flushHeaders()
      await once(request, 'continue')
      for (const byte of body) request.write(Buffer.of(byte))
      request.end()
      const [response] = await answered
      response.resume()
      expect(response.statusCode).toBe(200)
    })

    it.each(packings)(
      'T43: is refused when it is cut short or a bomb, and not kept: %s',
      async (encoding, body, bomb) => {
        const asked = bench().upstream.calls.length
        const told = { code: 'body_malformed', message: expect.stringContaining('it cannot be unpacked') }
        expect(await post(body.subarray(0, -6), encoding)).toMatchObject({ status: 400, ...told })
        const before = process.memoryUsage().rss
        expect(await post(bomb, encoding)).toMatchObject({ status: 413, code: 'body_too_large' })
        expect(process.memoryUsage().rss - before).toBeLessThan(40 * mebibyte)
        expect(bench().upstream.calls.length).toBe(asked)
      },
    )

    it('T43: twice, or in a way nobody knows, is refused', async () => {
      for (const encoding of ['gzip, gzip', 'gzip, br', 'compress', 'x'.repeat(1000)]) {
        const answer = await post(gzipSync(gzipSync(question)), encoding)
        expect([encoding, answer]).toMatchObject([encoding, { status: 415, code: 'body_encoding_unsupported' }])
      }
      expect(await post(gzipSync(gzipSync(question)), 'gzip')).toMatchObject({ status: 400, code: 'body_malformed' })
    })

    it('T43: may become a hundred times itself, and 32 MB', async () => {
      const most = 32 * mebibyte
      const asked = bench().upstream.calls.length
      /** Of blocks that shrink to a fiftieth, each more than the packer remembers of the ones before. */
      const paddedTo = (length: number) => {
        const block = randomBytes(900)
          .toString('base64')
          .padEnd(64 * 1024)
        const padding = block.repeat(length / block.length + 1)
        const [head, tail] = [`{"model":"sole","messages":[{"role":"user","content":"`, '"}]}']
        return gzipSync(head + padding.slice(0, length - head.length - tail.length) + tail)
      }
      const [whole, tooLong] = [paddedTo(most), paddedTo(most + 1)]
      expect(whole.length * 100).toBeGreaterThan(most)
      expect((await post(tooLong, 'gzip')).status).toBe(413)
      expect((await post(gzipSync(Buffer.alloc(mebibyte, ' ')), 'gzip')).status).toBe(413)
      expect(bench().upstream.calls.length).toBe(asked)
      expect((await post(whole, 'gzip')).status).not.toBe(413)
    })

    const entries = relayPaths.filter(
      ([method, path]) => method === 'POST' && !/^.(pg|v1.files|v1.responses.resp)/.test(path),
    )
    it.each(entries)(
      'T43: is bounded wherever one is read, and for strangers nowhere unpacked: %s %s',
      async (_, path) => {
        const asked = bench().upstream.calls.length
        const bomb = gzipSync(Buffer.alloc(2 * mebibyte, ' '))
        expect((await post(bomb, 'gzip', bench().key, path)).status).toBe(413)
        expect((await post(bomb, 'gzip', 'sk-nobody', path)).status).toBe(401)
        expect((await post(bomb, 'x-bomb', 'sk-nobody', path)).status).toBe(401)
        expect(bench().upstream.calls.length).toBe(asked)
      },
    )

    it('T43: is not unpacked for a stranger', async () => {
      for (const [encoding, , bomb] of packings) {
        expect(await post(bomb, encoding, 'sk-nobody')).toMatchObject({ status: 401, code: 'invalid_api_key' })
      }
      expect(await post(question, 'compress', 'sk-nobody')).toMatchObject({ status: 401, code: 'invalid_api_key' })
    })
  })

  it('T44: a body that does not come is refused after a minute, and nothing is asked or charged', async () => {
    const asked = bench().upstream.calls.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const request = httpRequest(`${bench().gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bench().key}`, 'content-type': 'application/json' },
      })
      const answered = once(request, 'response')
      request.write(question.subarray(0, 10))
      // Its deadline runs from when the gateway has begun to read.
      await vi.waitUntil(() => vi.getTimerCount() > 0, patience)
      vi.advanceTimersByTime(61_000)
      const [response] = await answered
      const pieces: Buffer[] = await response.toArray()
      expect(response.statusCode).toBe(408)
      expect(JSON.parse(Buffer.concat(pieces).toString()).error.code).toBe('body_too_slow')
      request.on('error', () => {}).destroy()
    } finally {
      vi.useRealTimers()
    }
    expect(bench().upstream.calls.length).toBe(asked)
  })
})
