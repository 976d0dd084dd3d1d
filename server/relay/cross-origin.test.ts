import { beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const origin = 'https://a-page.example'

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    const root = await gateway().asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
    key = (await addRelayToken(root)).key
    return () => upstream.close()
  })
  expectSettledBooks(gateway)

  const preflight = (path: string, wanted = 'authorization,x-stainless-os,content-type') =>
    fetch(gateway().url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': wanted },
    })

  it.each([
    '/v1/chat/completions',
    '/v1/messages',
    '/v1beta/models/plain:generateContent',
    '/openai/deployments/plain/chat/completions',
    '/api/v1/chat/completions',
    '/v1/nothing',
    '/api/log/token',
    '/api/log/token/',
    '/api/v1/key',
    '/dashboard/billing/usage',
    '/v1/dashboard/billing/subscription',
  ])('lets a page of any origin ask at %s, without a look at a key', async (path) => {
    const { status, headers } = await preflight(path)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-allow-headers')).toBe('authorization,x-stainless-os,content-type')
    expect(headers.get('access-control-allow-methods')).toContain('DELETE')
    expect((await preflight(path, 'a\tb')).headers.get('access-control-allow-headers')).toBe('authorization, *')
  })

  it.each(['/pg/chat/completions', '/api/user/self', '/api/token/', '/api/log/self', '/api/models'])(
    'keeps %s closed',
    async (path) => {
      const asked = await preflight(path)
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null])
      const read = await fetch(gateway().url + path, { headers: { origin } })
      expect(read.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('lets the page read answers, streams and refusals, with what its client goes by', async () => {
    for (const answer of [
      await callRelay(gateway(), key, { model: 'plain' }, { origin }),
      await callRelay(gateway(), key, { model: 'plain', stream: true }, { origin }),
      await callRelay(gateway(), 'sk-nobody', { model: 'plain' }, { origin }),
      await callPath(gateway(), key, '/v1/nothing', {}, { origin }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/x-request-id.*retry-after/)
    }
    const { headers } = await callRelay(gateway(), key, { model: 'plain' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('lets the page read what a key has used, with the access token of its owner and without a cookie', async () => {
    const owner = await gateway().asUser('owner')
    const { data: accessToken } = await owner.get('/api/user/token')
    const own = await addRelayToken(owner)
    for (const path of ['/api/log/token', '/api/log/token/']) {
      const read = (headers: Record<string, string>) =>
        fetch(`${gateway().url}${path}?key=${own.key}`, { headers: { origin, ...headers } })
      const answer = await read({ authorization: accessToken, 'new-api-user': String(owner.userId) })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(await answer.json()).toMatchObject({ success: true, data: [] })
      const stranger = await read({})
      expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    }
    for (const path of ['/dashboard/billing/subscription', '/v1/dashboard/billing/usage', '/api/v1/credits']) {
      const answer = await fetch(gateway().url + path, { headers: { origin, authorization: `Bearer ${own.key}` } })
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    }
  })

  it("tells what each maker's clients find on an answer", async () => {
    const { headers } = await callRelay(gateway(), key, { model: 'plain' })
    expect(headers.get('request-id')).toBe(headers.get('x-request-id'))
    expect(headers.get('openai-processing-ms')).toMatch(/^\d+$/)
    expect(headers.get('openai-version')).toBe('2020-10-01')
    const body = { model: 'plain', max_tokens: 9, messages: [{ role: 'user', content: 'Say something.' }] }
    const other = await callPath(gateway(), key, '/v1/messages', body)
    expect(other.status).toBe(200)
    expect(other.headers.get('request-id')).toMatch(/./)
    expect(other.headers.get('openai-version')).toBeNull()
    expect(other.headers.get('anthropic-organization-id')).toBeNull()
  })
})
