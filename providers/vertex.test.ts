import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { channelFacts, headerPairs, stillEnvironment, wantedCall } from '#testing/wanted.ts'
import { CredentialsRefused, type ProviderEnvironment } from './provider.ts'
import { vertex } from './vertex.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

let accounts = 0
const keyOf = (fields: Record<string, string> = {}): string => {
  accounts += 1
  return JSON.stringify({
    type: 'service_account',
    project_id: 'project-1',
    private_key_id: `key-${accounts}`,
    private_key: pem,
    client_email: 'robot@project-1.example',
    ...fields,
  })
}

const routeOf = (model: string, fields = {}, facts = {}, key = keyOf()) =>
  vertex.route(channelFacts({ other: 'us-central1', ...facts }), wantedCall({ model, ...fields }), key)

describe('addresses', () => {
  const place = 'https://us-central1-aiplatform.googleapis.com'
  const resource = '/v1/projects/project-1/locations/us-central1'
  const addressOf = (...parameters: Parameters<typeof routeOf>): string => {
    const { origin, path } = routeOf(...parameters)
    return origin + path
  }

  it('follow the maker of the model', () => {
    expect(addressOf('gemini-2.5-pro')).toBe(
      `${place}${resource}/publishers/google/models/gemini-2.5-pro:generateContent`,
    )
    expect(addressOf('gemini-2.5-pro', { stream: true })).toContain(':streamGenerateContent?alt=sse')
    expect(addressOf('claude-sonnet-4-5-20250929')).toBe(
      `${place}${resource}/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`,
    )
    expect(addressOf('claude-3-5-sonnet-20241022', { stream: true })).toContain(
      '/models/claude-3-5-sonnet-v2@20241022:streamRawPredict',
    )
    expect(addressOf('claude-opus-4-6')).toContain('/models/claude-opus-4-6:rawPredict')
    expect(addressOf('meta/llama-4-maverick-17b-128e-instruct-maas')).toBe(
      `${place}${resource}/endpoints/openapi/chat/completions`,
    )
    expect(addressOf('text-embedding-005', { operation: 'embeddings' })).toContain('/models/text-embedding-005:predict')
  })

  it('follow the region, for all models or for each', () => {
    expect(addressOf('gemini-2.5-pro', {}, { other: 'global' })).toContain('https://aiplatform.googleapis.com/')
    expect(addressOf('gemini-2.5-pro', {}, { other: 'eu' })).toContain('https://aiplatform.eu.rep.googleapis.com/')
    const other = '{"default":"us-east5","gemini-3-pro-preview":"global"}'
    expect(addressOf('claude-opus-4-6', {}, { other })).toContain('https://us-east5-aiplatform.googleapis.com/')
    expect(addressOf('gemini-3-pro-preview', {}, { other })).toContain('/locations/global/')
  })

  it('of live sessions name the model in the first message, with all that stands before it', () => {
    const live = { operation: 'live' } as const
    const { origin, path, sessionModel } = routeOf('gemini-live-2.5-flash-native-audio', live)
    expect(origin + path).toBe(`${place}/ws/google.cloud.aiplatform.v1beta1.LlmBidiService/BidiGenerateContent`)
    expect(sessionModel).toBe(`${resource.slice(4)}/publishers/google/models/gemini-live-2.5-flash-native-audio`)
    expect(routeOf('m', live, {}, 'AIza-plain').sessionModel).toBe('publishers/google/models/m')
  })

  it('are without project and region for a plain key', () => {
    expect(addressOf('gemini-2.5-pro', {}, {}, 'AIza-plain')).toBe(
      'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-2.5-pro:generateContent',
    )
  })
})

describe('requests', () => {
  it('to Claude name the version in the body and not the model', () => {
    const body = { model: 'x', max_tokens: 5, stream: true, tools: [{ name: 't', strict: true }], messages: [] }
    const changed = { ...body, ...routeOf('claude-opus-4-6').changes?.(body) }
    expect(changed).toMatchObject({
      model: undefined,
      anthropic_version: 'vertex-2023-10-16',
      stream: true,
      tools: [{ name: 't' }],
    })
  })

  it('to Gemini name calls by no id', () => {
    const contents = [
      { role: 'model', parts: [{ functionCall: { id: '1', name: 't', args: {} }, thoughtSignature: 's' }] },
      { role: 'user', parts: [{ functionResponse: { id: '1', name: 't', response: {} } }] },
    ]
    expect(routeOf('gemini-2.5-pro').changes?.({ contents })).toEqual({
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 't', args: {} }, thoughtSignature: 's' }] },
        { role: 'user', parts: [{ functionResponse: { name: 't', response: {} } }] },
      ],
    })
    expect(routeOf('gemini-2.5-pro').changes?.({ contents: [{ parts: [{ text: 'a' }] }] })).toEqual({})
  })
})

describe('embeddings', () => {
  const { dialect } = routeOf('text-embedding-005', { operation: 'embeddings' })
  const upstream = typeof dialect !== 'string' && dialect.kind === 'embeddings' ? dialect.upstream : undefined
  const request = { model: 'm', dimensions: 3, encoding: 'float', user: undefined, title: undefined } as const

  it('are asked as predictions, one instance for each text', () => {
    const asked = { ...request, inputs: ['a', 'b'], task: 'RETRIEVAL_QUERY' }
    expect(upstream?.writeRequest(asked, { model: 'text-embedding-005' })).toEqual({
      instances: [
        { content: 'a', task_type: 'RETRIEVAL_QUERY' },
        { content: 'b', task_type: 'RETRIEVAL_QUERY' },
      ],
      parameters: { outputDimensionality: 3 },
    })
    expect(() => upstream?.writeRequest({ ...asked }, { model: 'gemini-embedding-001' })).toThrow('one text')
    expect(() => upstream?.writeRequest({ ...asked, inputs: [[1, 2]] }, { model: 'm' })).toThrow('must be text')
  })

  it('are read with what they used', () => {
    const answer = {
      predictions: [
        { embeddings: { values: [0.1, 0.2], statistics: { token_count: 4, truncated: false } } },
        { embeddings: { values: [0.3, 0.4], statistics: { token_count: 5 } } },
      ],
    }
    expect(upstream?.readReply(Buffer.from(JSON.stringify(answer)))).toMatchObject({
      vectors: [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
      usage: { input: 9 },
    })
  })
})

describe('who we are', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.close()
    server = undefined
  })

  const startTokenServer = async (answer: (assertion: string) => { status: number; body: object }) => {
    const asked: string[] = []
    server = createServer((incoming, outgoing) => {
      let text = ''
      incoming.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      incoming.on('end', () => {
        const form = new URLSearchParams(text)
        const assertion = form.get('assertion') ?? ''
        asked.push(`${form.get('grant_type')} ${assertion}`)
        const { status, body } = answer(assertion)
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return { url: `http://127.0.0.1:${address.port}/token`, asked }
  }

  const fetching: ProviderEnvironment['fetch'] = async ({ url, method, headers, body }) => {
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
    return { status: answer.status, body: await answer.text() }
  }

  const request = { origin: 'https://a.example', path: '/', method: 'POST', body: Buffer.from('{}') }
  const headersOf = async (key: string, now: number, model = 'gemini-2.5-pro') => {
    const environment = stillEnvironment({ now: () => now, fetch: fetching })
    const unsigned = { ...request, wanted: wantedCall({ model, headers: { 'anthropic-beta': 'b' } }) }
    return headerPairs(await vertex.headers(channelFacts(), key, unsigned, environment))
  }
  const now = Date.UTC(2026, 0, 1)
  const minutes = 60_000

  it('is told by a token that a signed assertion is exchanged for', async () => {
    const { url, asked } = await startTokenServer(() => ({
      status: 200,
      body: { access_token: 't1', expires_in: 3599 },
    }))
    const key = keyOf({ token_uri: url, private_key: pem.replaceAll('\n', '\\n') })
    expect(await headersOf(key, now)).toEqual({ authorization: 'Bearer t1' })
    const [grant, assertion = ''] = asked[0]?.split(' ') ?? []
    expect(grant).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    const text = Buffer.from(`${header}.${claims}`)
    expect(
      verify(
        'RSA-SHA256',
        text,
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true)
    const told = z.record(z.string(), z.unknown())
    expect(told.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))).toMatchObject({
      alg: 'RS256',
      typ: 'JWT',
    })
    expect(told.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))).toEqual({
      iss: 'robot@project-1.example',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: url,
      iat: now / 1000,
      exp: now / 1000 + 3600,
    })
  })

  it('keeps a token, renews it before it ends, and asks once for many calls', async () => {
    let given = 0
    const { url, asked } = await startTokenServer(() => {
      given += 1
      return { status: 200, body: { access_token: `t${given}`, expires_in: 3600 } }
    })
    const key = keyOf({ token_uri: url })
    const first = await Promise.all([headersOf(key, now), headersOf(key, now), headersOf(key, now)])
    expect(first.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1'])
    expect(await headersOf(key, now + 54 * minutes)).toEqual({ authorization: 'Bearer t1' })
    expect(asked).toHaveLength(1)
    expect(await headersOf(key, now + 56 * minutes)).toEqual({ authorization: 'Bearer t2' })
  })

  it('uses a token to its end when no new one is given, and then says why', async () => {
    let refuses = false
    const { url } = await startTokenServer(() =>
      refuses
        ? { status: 400, body: { error: 'invalid_grant', error_description: 'account not found' } }
        : { status: 200, body: { access_token: 't1', expires_in: 3600 } },
    )
    const key = keyOf({ token_uri: url })
    await headersOf(key, now)
    refuses = true
    expect(await headersOf(key, now + 58 * minutes)).toEqual({ authorization: 'Bearer t1' })
    await expect(headersOf(key, now + 61 * minutes)).rejects.toThrow(new CredentialsRefused(400, 'account not found'))
  })

  it('is refused for a key file whose key cannot be read', async () => {
    await expect(headersOf(keyOf({ private_key: 'nothing' }), now)).rejects.toThrow('cannot be read')
  })

  it('is a plain key where there is no account, and betas go along to Claude', async () => {
    expect(await headersOf('AIza-plain', now)).toEqual({ 'x-goog-api-key': 'AIza-plain' })
    const { url } = await startTokenServer(() => ({ status: 200, body: { access_token: 't', expires_in: 3600 } }))
    const headers = await headersOf(keyOf({ token_uri: url }), now, 'claude-opus-4-6')
    expect(headers).toEqual({ authorization: 'Bearer t', 'anthropic-beta': 'b' })
  })
})
