import { request } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, rootPassword, type TestClient } from '#testing/gateway.ts'
import { operations } from './openapi.ts'

describe('the control plane as a whole', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    it('wraps every refusal, gives every answer an id, and tells unknown paths from wrong methods', async () => {
      const visitor = gateway().visitor()
      const unknown = await visitor.get('/api/nowhere?x=1')
      expect([unknown.status, unknown.code, unknown.message]).toEqual([
        404,
        'not_found',
        'Invalid URL (GET /api/nowhere)',
      ])
      const wrong = await visitor.send('PATCH', '/api/status')
      expect([wrong.status, wrong.code]).toEqual([405, 'method_not_allowed'])
      expect(wrong.message).toMatch(/: use [A-Z, ]+$/)
      const fine = await visitor.get('/api/status')
      const ids = [unknown, wrong, fine].map(({ headers }) => headers.get('x-request-id'))
      expect(new Set(ids).size).toBe(3)
      expect(fine.headers.get('x-oneapi-request-id')).toBe(ids[2])
    })

    it('speaks the language of the caller', async () => {
      const say = async (language: string) =>
        (
          await gateway()
            .visitor()
            .get('/api/user/self', { headers: { 'accept-language': language } })
        ).message
      expect(await say('zh-CN,zh;q=0.9,en;q=0.8')).toMatch(/未登录/)
      expect(await say('en-GB,en')).toMatch(/not logged in/)
      expect(await say('fr')).toMatch(/not logged in/)
    })

    it('names the field and the reason when input is wrong, in the caller’s language', async () => {
      const send = (body: object, language: string) =>
        root.post('/api/token/', body, { headers: { 'accept-language': language } })
      expect((await send({}, 'en')).message).toBe('Enter a name')
      expect((await send({ name: 5 }, 'zh')).message).toBe('name：必须为带引号的文本')
      expect((await send({ name: 'x'.repeat(31) }, 'en')).message).toMatch(/at most 30 characters/)
      expect((await root.get('/api/log/?type=abc')).code).toBe('input_invalid')
    })

    it('T60: other spellings of a path are the same endpoint with the same guard, or none', async () => {
      const spellings = (path: string) => [
        `${path}/`,
        `/${path}`,
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/API/'),
        path.toUpperCase(),
        path.replace('/api/', '/api%2f'),
        path.replace('/api/', '/%61pi/'),
        `${path};x=1`,
        `${path}%20`,
        `${path}/..`,
        `/x/..${path}`,
        `${path}%00`,
      ]
      for (const { endpoint } of operations) {
        const isGuarded = !['public', 'visitor'].includes(endpoint.access)
        const canonical = endpoint.path.replace(':id', '1').replace(/\/$/, '')
        // What is open to everybody answers an empty request the same way under every name it has.
        const open = isGuarded ? undefined : await sendRaw(gateway().url, endpoint.method, canonical)
        for (const path of spellings(canonical)) {
          const { status, type } = await sendRaw(gateway().url, endpoint.method, path)
          const isSame = open !== undefined && status === open.status && type === open.type
          if (isSame) continue
          expect([endpoint.method, path, status, type]).toEqual([
            endpoint.method,
            path,
            expect.toSatisfy(isRefusal),
            'application/json',
          ])
        }
      }
    })

    it('T60: a path that is not of the control plane leads to no redirect', async () => {
      for (const path of ['/api', '/api/', '/v1', '/assets/none.js', '/Api/status']) {
        expect([path, (await gateway().visitor().get(path)).status]).toEqual([path, 404])
      }
    })

    it('T49: bodies must say that they are JSON', async () => {
      const visitor = gateway().visitor()
      const rawBody = JSON.stringify({ username: 'root', password: rootPassword })
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonx',
        'multipart/form-data; boundary=x',
        'text/plain; application/json',
      ]) {
        const answer = await visitor.post('/api/user/login', undefined, { rawBody, headers: { 'content-type': type } })
        expect([type, answer.status, answer.code]).toEqual([type, 415, 'content_type_unsupported'])
      }
      const charset = { 'content-type': 'application/json; charset=utf-8' }
      expect((await visitor.post('/api/user/login', undefined, { rawBody, headers: charset })).success).toBe(true)
    })

    it('T49: other origins get no permission and cannot change anything', async () => {
      const evil = { origin: 'https://evil.example' }
      const read = await root.get('/api/user/self', { headers: evil })
      expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null])
      const preflight = await root.send('OPTIONS', '/api/token/', {
        headers: { ...evil, 'access-control-request-method': 'POST' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null])
      for (const headers of [
        evil,
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'null' },
      ]) {
        expect((await root.post('/api/token/', { name: 'x' }, { headers })).code).toBe('cross_origin')
        expect((await root.get('/api/user/token', { headers })).code).toBe('cross_origin')
        expect((await root.get('/api/user/logout', { headers })).code).toBe('cross_origin')
      }
      const own = { origin: gateway().url, 'sec-fetch-site': 'same-origin' }
      expect((await root.post('/api/token/', { name: 'x' }, { headers: own })).success).toBe(true)
      expect((await root.post('/api/token/', { name: 'x' }, { headers: { origin: gateway().url } })).success).toBe(true)
    })

    it('T41: bodies that are malformed, too deep, or name a prototype are refused', async () => {
      const send = (rawBody: string) =>
        root.post('/api/token/', undefined, { rawBody, headers: { 'content-type': 'application/json' } })
      for (const [body, code, status] of [
        ['{"name":', 'body_malformed', 400],
        ['{"name":"x","__proto__":{"admin":true}}', 'body_malformed', 400],
        [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'body_too_deep', 400],
        ['', 'input_invalid', 200],
        ['null', 'input_invalid', 200],
        ['[]', 'input_invalid', 200],
        [JSON.stringify({ name: 'x', extra: 'y'.repeat(1024 * 1024) }), 'body_too_large', 413],
      ] as const) {
        const answer = await send(body)
        expect([body.slice(0, 40), answer.code, answer.status]).toEqual([body.slice(0, 40), code, status])
      }
      expect(({} as Record<string, unknown>).admin).toBeUndefined()
    })

    it('T43: a packed body is not unpacked, and one that is too large is not even read', async () => {
      const plain = Buffer.from(JSON.stringify({ name: 'packed' }))
      const bomb = Buffer.alloc(64 * 1024 * 1024)
      for (const [encoding, pack] of [
        ['gzip', gzipSync],
        ['gzip, gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
        ['deflate', deflateSync],
        ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
        ['zstd', zstdCompressSync],
      ] as const) {
        for (const body of [pack(plain), pack(bomb), pack(plain).subarray(0, 5)]) {
          const before = process.memoryUsage().rss
          const response = await fetch(`${gateway().url}/api/token/`, {
            method: 'POST',
            headers: {
              cookie: root.cookie,
              'new-api-user': String(root.userId),
              'content-type': 'application/json',
              'content-encoding': encoding,
            },
            body: new Uint8Array(body),
          })
          expect([encoding, response.status]).toEqual([encoding, 400])
          expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024)
        }
      }
      const rawBody = 'x'.repeat(1024 * 1024 + 1)
      const headers = { 'content-type': 'application/json' }
      expect((await root.post('/api/token/', undefined, { rawBody, headers })).status).toBe(413)
    })

    it('answers carry the headers that keep browsers from doing harm', async () => {
      const { headers } = await gateway().visitor().get('/api/status')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    })

    it('packs long answers for clients that can unpack them', async () => {
      const { headers, data } = await root.get('/api/providers', { headers: { 'accept-encoding': 'gzip' } })
      expect(headers.get('content-encoding')).toBe('gzip')
      expect(data.length).toBeGreaterThan(1)
    })

    it('in demo mode only the super admin changes things, and everybody may sign in and out', async () => {
      const user = await gateway().asUser('guest')
      await root.put('/api/option/', { key: 'DemoSiteEnabled', value: 'true' })
      const refused = await user.post('/api/token/', { name: 'x' })
      expect([refused.status, refused.code]).toEqual([405, 'demo_only'])
      expect((await user.get('/api/user/token')).code).toBe('demo_only')
      expect((await gateway().visitor().post('/api/user/register', { username: 'a', password: 'b' })).code).toBe(
        'demo_only',
      )
      expect((await user.get('/api/token/')).success).toBe(true)
      expect((await user.get('/api/user/logout')).success).toBe(true)
      expect((await root.put('/api/option/', { key: 'DemoSiteEnabled', value: 'false' })).success).toBe(true)
    })

    it('describes every endpoint as OpenAPI and as a page', async () => {
      const document = JSON.parse((await gateway().visitor().get('/api/openapi.json')).text)
      expect(document.openapi).toBe('3.1.0')
      const described = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
      )
      expect(described.sort()).toEqual(
        operations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(':id', '{id}')}`).sort(),
      )
      const create = document.paths['/api/token/'].post
      expect(create.requestBody.content['application/json'].schema.properties.name).toMatchObject({
        type: 'string',
        maxLength: 30,
      })
      expect(document.paths['/api/log/'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['p', 'page_size', 'username', 'channel']),
      )
      const page = await gateway().visitor().get('/api/docs')
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
      for (const { endpoint } of operations) expect(page.text).toContain(endpoint.path)
      expect(page.text).not.toContain('<script')
    })
  })
})

describe('when the storage fails', () => {
  eachGateway((gateway) => {
    it('T50: no handler tells more than that it failed', async () => {
      const root = await gateway().asRoot()
      await root.get('/api/user/self')
      await gateway().plane.database.close()
      for (const { endpoint } of operations.filter((one) => one.name !== 'logout')) {
        const answer = await root.send(endpoint.method, endpoint.path.replace(':id', '1'), {
          ...(endpoint.body && {
            body: { username: 'x', password: 'stone-river-1', name: 'n', key: 'k', models: 'm', id: 1 },
          }),
        })
        expect(answer.text).not.toMatch(/select|insert|sqlite|postgres|kysely|\/server\/|\.ts|ECONN|stack|pool/i)
        if (answer.status >= 500) expect(['internal', 'storage_unavailable']).toContain(answer.code)
      }
    })
  })
})

const isRefusal = (status: unknown) => typeof status === 'number' && [400, 401, 404, 405].includes(status)

let senders = 0

/** Sends a path as it is written: `fetch` would tidy it up. */
const sendRaw = (url: string, method: string, path: string): Promise<{ status: number; type: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    // Each from an address of its own: who knocks at many doors is kept out of some.
    senders += 1
    const headers = { 'x-forwarded-for': `198.19.${(senders >> 8) & 255}.${senders & 255}` }
    request({ hostname, port, method, path, headers }, (response) => {
      response.resume()
      const type = response.headers['content-type']?.split(';', 1)[0] ?? ''
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type }))
    })
      .on('error', reject)
      .end()
  })
