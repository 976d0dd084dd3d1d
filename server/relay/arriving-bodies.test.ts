import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels, prompt } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const question = Buffer.from(JSON.stringify({ model: 'plain', ...prompt }))

const paths = ['/v1/chat/completions', '/openai/deployments/plain/chat/completions', '/api/chat'] as const

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    const root = await gateway().asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  /** Sends the body in two chunks, the second when the server has had time for the first, or has asked for it. */
  const send = (path: string, body: Buffer, headers: Record<string, string>) =>
    new Promise<{ status: number; continued: boolean }>((resolve, reject) => {
      let continued = false
      const sent = request(gateway().url + path, {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      })
      const write = () => {
        sent.write(body.subarray(0, 20))
        setImmediate(() => sent.end(body.subarray(20)))
      }
      sent.on('continue', () => {
        continued = true
        write()
      })
      sent.on('response', (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, continued }))
      })
      sent.on('error', reject)
      if (headers.expect === undefined) write()
      else sent.flushHeaders()
    })

  it.each(paths)('takes a body at %s in chunks, packed in every way, and when it was asked for', async (path) => {
    for (const [encoding, body] of [
      ['identity', question],
      ['gzip', gzipSync(question)],
      ['deflate', deflateSync(question)],
      ['br', brotliCompressSync(question)],
      ['zstd', zstdCompressSync(question)],
    ] as const) {
      const packed = encoding === 'identity' ? {} : { 'content-encoding': encoding }
      expect([encoding, await send(path, body, packed)]).toEqual([encoding, { status: 200, continued: false }])
      const length = { 'content-length': String(body.length), expect: '100-continue' }
      expect([encoding, await send(path, body, { ...packed, ...length })]).toEqual([
        encoding,
        { status: 200, continued: true },
      ])
      expect(upstream.calls.at(-1)?.body.model).toBe('plain')
    }
  })
})
