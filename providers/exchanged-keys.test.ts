import { describe, expect, it } from 'vitest'
import { channelFacts, headerPairs, stillEnvironment, wantedCall } from '#testing/wanted.ts'
import { CredentialsRefused, type ProviderEnvironment } from './provider.ts'
import { sapAiCore } from './sap-ai-core.ts'
import { watsonx } from './watsonx.ts'

type Asked = Parameters<ProviderEnvironment['fetch']>[0]

const serviceKey = (id: string) =>
  JSON.stringify({ clientid: id, clientsecret: 'secret', url: 'https://accounts.example' })
const vendors = [
  {
    provider: watsonx,
    keyOf: (name: string) => `key-${name}`,
    asks: (name: string) => ({
      url: 'https://iam.cloud.ibm.com/identity/token',
      body: `grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=key-${name}`,
    }),
  },
  {
    provider: sapAiCore,
    keyOf: serviceKey,
    asks: (name: string) => ({
      url: 'https://accounts.example/oauth/token',
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from(`${name}:secret`).toString('base64')}` },
    }),
  },
]
const request = {
  origin: 'https://x.example',
  path: '/',
  method: 'POST',
  body: Buffer.alloc(0),
  wanted: wantedCall({}),
}

describe.each(vendors)('a key of $provider.name', ({ provider, keyOf, asks }) => {
  const asked: Asked[] = []
  let now = 0
  const environment = stillEnvironment({
    now: () => now,
    fetch: async (each) => {
      asked.push(each)
      return { status: 200, body: JSON.stringify({ access_token: `token-${asked.length}`, expires_in: 3600 }) }
    },
  })
  const tokenOf = async (key: string) =>
    headerPairs(await provider.headers(channelFacts(), key, request, environment)).authorization

  it('is exchanged once for calls at once and after each other, and again before the token ends', async () => {
    const key = keyOf('one')
    expect(await Promise.all([tokenOf(key), tokenOf(key)])).toEqual(['Bearer token-1', 'Bearer token-1'])
    now += 50 * 60_000
    expect(await tokenOf(key)).toBe('Bearer token-1')
    now += 6 * 60_000
    expect(await tokenOf(key)).toBe('Bearer token-2')
    expect(asked).toHaveLength(2)
    expect(asked[0]).toMatchObject(asks('one'))
    expect(await tokenOf(keyOf('two'))).toBe('Bearer token-3')
  })

  it('that is refused is said to be', async () => {
    const refusing = stillEnvironment({
      fetch: async () => ({ status: 401, body: '{"error":"invalid_client","error_description":"unknown key"}' }),
    })
    const headers = async () => provider.headers(channelFacts(), keyOf('three'), request, refusing)
    await expect(headers()).rejects.toThrow(CredentialsRefused)
    await expect(headers()).rejects.toThrow('unknown key')
  })
})

it('is no key at all: said before anything is asked', async () => {
  const headers = async () => sapAiCore.headers(channelFacts(), 'plain', request, stillEnvironment())
  await expect(headers()).rejects.toThrow(CredentialsRefused)
})

describe('a project of watsonx', () => {
  it('is asked under its own names', () => {
    const facts = channelFacts({ other: 'p1' })
    const route = watsonx.route(facts, wantedCall({ model: 'ibm/granite', stream: true }), 'k')
    expect(route.path).toBe('/ml/v1/text/chat_stream?version=2024-10-08')
    expect(route.changes?.({ model: 'ibm/granite', stream: true, tool_choice: 'auto' })).toEqual({
      ...{ model: undefined, stream: undefined, stream_options: undefined, tool_choice: undefined },
      model_id: 'ibm/granite',
      project_id: 'p1',
      tool_choice_option: 'auto',
    })
  })
})
