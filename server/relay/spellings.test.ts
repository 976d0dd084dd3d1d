import { request } from 'node:http'
import { expect, it } from 'vitest'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels, prompt } from '#testing/relay-client.ts'
import { relayPaths } from '#testing/relay-paths.ts'
import { startUpstream } from '#testing/upstream.ts'

const spellingsOf = (path: string): string[] => [
  path,
  `${path}/`,
  `${path}//`,
  `/${path}`,
  path.replace('/v1', '//v1'),
  path.toUpperCase(),
  path.replace(/\/(?=[^/]*$)/, '%2f'),
  path.replace('/v1', '/%761'),
  path.replace('/v1', '/./v1'),
  path.replace('/v1', '/x/../v1'),
  path.replace('/v1', '/hf/v1'),
  path.replace('/v1', '/pg/../v1'),
  `${path};x=1`,
  `${path}%20`,
  `${path}%00`,
  `${path}?x=/api/status`,
  `${path}/..`,
  `http://127.0.0.1${path}`,
]

/** Sends a path as it is written: `fetch` would tidy it up. */
const sendRaw = (url: string, method: string, path: string, key?: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    }
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      response.toArray().then((pieces) => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() })
      }, reject)
    })
    sent.on('error', reject).end(method === 'POST' ? JSON.stringify({ model: 'plain', ...prompt }) : undefined)
  })

oneGateway(
  (gateway) => {
    it('T60: other spellings of a path of the relay are as guarded as the path, or lead nowhere', async () => {
      for (const [method, path] of relayPaths) {
        for (const spelling of spellingsOf(path)) {
          for (const key of [undefined, 'sk-nobody']) {
            const { status, text } = await sendRaw(gateway().url, method, spelling, key)
            // What is nobody's path is one of the console's, which has a page of its own for it.
            if (method === 'GET' && status === 200 && text.startsWith('<!doctype html>')) continue
            expect([method, spelling, status, text]).toEqual([
              method,
              spelling,
              expect.toSatisfy((found) => [400, 401, 404, 405].includes(found)),
              expect.stringMatching(/"error"|"success":false|^\{"message":/),
            ])
          }
        }
      }
    })

    it('T60: a method that a path does not know is refused, with a key and without', async () => {
      const upstream = await startUpstream()
      const root = await gateway().asRoot()
      await priceModels(root, ['plain'])
      await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
      const { key } = await addRelayToken(root)
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND']) {
        for (const sent of [undefined, key]) {
          expect([method, (await sendRaw(gateway().url, method, '/v1/chat/completions', sent)).status]).toEqual([
            method,
            405,
          ])
        }
      }
      expect((await sendRaw(gateway().url, 'POST', '/v1/chat/completions/', key)).status).toBe(200)
      expect(upstream.calls).toHaveLength(1)
      await upstream.close()
    })
  },
  { METRICS_TOKEN: 'a token for those who watch the gateway' },
)
