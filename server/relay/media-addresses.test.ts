import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatRequest } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { protocolOf } from '#protocols/index.ts'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway } from '#testing/gateway.ts'
import { listenLocally } from '#testing/local-server.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { createOutbound, type Outbound } from '../lib/outbound/outbound.ts'
import { withMedia } from './media.ts'

const inside = [
  'http://127.0.0.1:PORT/secret',
  'http://0.0.0.0:PORT/',
  'http://[::]:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://127.1:PORT/',
  'http://localhost.:PORT/',
  'http://127.0.0.1:1/closed',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://10.0.0.1/',
  'http://[fd00::1]/',
  'http://[fec0::1]/',
  'http://[2002:7f00:1::]/',
  'http://[64:ff9b::7f00:1]/',
  'http://metadata.google.internal/',
  'http://user@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'http://exa\tmple.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
  'ftp://127.0.0.1/',
]

/** A picture by its address in each dialect in which clients may name one. */
const asking: readonly [string, (url: string) => object][] = [
  [
    '/v1/chat/completions',
    (url) => ({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] }),
  ],
  [
    '/v1/messages',
    (url) => ({
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
    }),
  ],
  [
    '/v1/messages',
    (url) => ({
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'url', url } }] }],
    }),
  ],
  ['/v1/responses', (url) => ({ input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] })],
  ['/v1/responses', (url) => ({ input: [{ role: 'user', content: [{ type: 'input_file', file_url: url }] }] })],
]

let reached = 0
const secret = createServer((_request, response) => {
  reached += 1
  response.end('secret')
})
let port = ''
let close: () => Promise<void>
beforeAll(async () => {
  const listening = await listenLocally(secret)
  port = String(listening.port)
  close = listening.close
})
afterAll(() => close())

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let key: string
  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    const root = await gateway().asRoot()
    await priceModels(root, ['seeing'])
    await addRelayChannel(root, { type: 24, base_url: upstream.url, models: 'seeing' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())

  describe('an address in a call that the gateway would have to fetch', () => {
    it.each(asking)('T32 T34: is not reached inside, and nothing of it is told: %s', async (path, bodyOf) => {
      const told = new Set<string>()
      for (const address of inside) {
        const answer = await callPath(gateway(), key, path, {
          model: 'seeing',
          ...bodyOf(address.replace('PORT', port)),
        })
        // What is no address of the web is taken for the name of something that the upstream keeps.
        const isWeb = address.startsWith('http')
        expect([address, answer.status]).toEqual([address, isWeb ? 400 : 404])
        if (isWeb) told.add(answer.json.error.message.replace(answer.requestId, 'ID'))
      }
      expect([...told]).toEqual([expect.stringContaining('an address in it is not allowed')])
      expect([reached, upstream.calls.length]).toEqual([0, 0])
    })
  })
})

describe('an address that leads to another', () => {
  const real = createOutbound({ allowPrivate: true })
  afterAll(() => real.close())

  const requestOf = (url: string): ChatRequest => {
    const common = protocolOf('openai-chat').common
    if (common?.kind !== 'chat') throw new Error('conversations are not read')
    const content = [{ type: 'image_url', image_url: { url } }]
    return common.client.readRequest({ model: 'seeing', messages: [{ role: 'user', content }] })
  }

  /** Stands for machines of the public internet, which send on; what is not theirs goes its real way. */
  const through = (locations: Readonly<Record<string, string>>): Outbound & { asked: string[] } => {
    const asked: string[] = []
    return {
      ...real,
      asked,
      request: async (wanted) => {
        asked.push(wanted.url)
        expect(wanted.policy).toEqual({ givenBy: 'user' })
        const location = locations[wanted.url]
        if (location === undefined) return real.request(wanted)
        return { status: 302, headers: { location }, body: Buffer.alloc(0) }
      },
    }
  }

  it('T33: is held to the same rule at every step', async () => {
    for (const address of [...inside, 'http://[', 'http://a b/']) {
      const target = address.replace('PORT', port)
      const outbound = through({ 'https://public.test/': target })
      await expect(withMedia(outbound, requestOf('https://public.test/'))).rejects.toThrow(ProtocolError)
    }
    expect(reached).toBe(0)
  })

  it('T33: is followed three times and no more', async () => {
    const steps = [1, 2, 3, 4, 5].map((step) => [`https://public.test/${step}`, `/${step + 1}`])
    const outbound = through(Object.fromEntries(steps))
    await expect(withMedia(outbound, requestOf('https://public.test/1'))).rejects.toThrow(
      'an address answered with status 302',
    )
    expect(outbound.asked).toHaveLength(4)
  })
})
