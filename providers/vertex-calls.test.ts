import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { openaiVendor } from '#testing/openai-vendor.ts'
import { events, namedEvents } from '#testing/vendor-server.ts'
import { type VendorFacts, vendorBench, vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The vendor's token service: it gives a token for an assertion that the account's key has signed. */
const tokens = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const signed = Buffer.from(`${header}.${claims}`)
    const isSigned = verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))
    const { iss, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
    const isRight = iss === 'robot@p.example' && aud === tokenUrl && exp > Date.now() / 1000
    const isAsked = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    if (isSigned && isRight && isAsked) {
      response.end(JSON.stringify({ access_token: 'token-1', expires_in: 3599, token_type: 'Bearer' }))
    } else response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', error_description: 'no such account' }))
  })
})
await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve))
// seam: a server that listens on a port has an address with one
const tokenUrl = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`
afterAll(() => {
  tokens.close()
})

const accountKey = (email: string): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'p1',
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: email,
    token_uri: tokenUrl,
  })
const channel = { type: 41, key: accountKey('robot@p.example'), other: 'us-central1' }
const resource = '/v1/projects/p1/locations/us-central1'
const admits: VendorFacts['admits'] = ({ headers }) => headers.authorization === 'Bearer token-1'
const failure = {
  told: { status: 400, body: { error: { code: 400, message: 'not like this', status: 'INVALID_ARGUMENT' } } },
  status: 400,
  problem: { message: 'not like this' },
}

const gemini = 'gemini-2.5-flash'
const geminiPlace = `${resource}/publishers/google/models/${gemini}`
const piece = (parts: unknown[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19, trafficType: 'ON_DEMAND' },
})

vendorSuite({
  channel,
  model: gemini,
  admits,
  whole: {
    path: `${geminiPlace}:generateContent`,
    asks: { contents: [{ role: 'user' }] },
    told: { body: piece([{ text: vendorText }], 'STOP') },
  },
  stream: {
    path: `${geminiPlace}:streamGenerateContent?alt=sse`,
    asks: { contents: [{ role: 'user' }] },
    told: events(piece([{ text: 'Water finds' }]), piece([{ text: ' its way.' }], 'STOP')),
  },
  tool: {
    asks: { tools: [{ functionDeclarations: [{ name: vendorTool.name }] }] },
    told: { body: piece([{ functionCall: { name: vendorTool.name, args: vendorTool.arguments } }], 'STOP') },
  },
  failure,
  used: { prompt: 12, completion: 7 },
})

describe('an account that gets no token', () => {
  const bench = vendorBench([gemini], { ...channel, key: accountKey('stranger@p.example'), priority: 9 })

  it('is told so, and another channel takes its place where there is one', async () => {
    const body = { model: gemini, messages: [{ role: 'user', content: 'Hi' }] }
    bench().vendor.tell({ body: piece([{ text: vendorText }], 'STOP') })
    const refused = await bench().call(body)
    expect([refused.status, refused.json.error.code]).toEqual([502, 'upstream_account_refused'])
    expect(bench().vendor.calls).toEqual([])
    await bench().addChannel({ ...channel, priority: 1 })
    expect((await bench().call(body)).status).toBe(200)
    expect(bench().vendor.calls).toHaveLength(1)
  })
})

const claude = 'claude-sonnet-4-5-20250929'
const claudePlace = `${resource}/publishers/anthropic/models/claude-sonnet-4-5@20250929`
const counts = { input_tokens: 12, output_tokens: 7 }
const message = (content: unknown[], stop: string) => ({
  id: 'msg_vrtx_1',
  type: 'message',
  role: 'assistant',
  model: claude,
  content,
  stop_reason: stop,
  usage: counts,
})

vendorSuite({
  channel,
  model: claude,
  admits,
  whole: {
    path: `${claudePlace}:rawPredict`,
    asks: { anthropic_version: 'vertex-2023-10-16', max_tokens: 50 },
    told: { body: message([{ type: 'text', text: vendorText }], 'end_turn') },
  },
  stream: {
    path: `${claudePlace}:streamRawPredict`,
    asks: { anthropic_version: 'vertex-2023-10-16', stream: true },
    told: namedEvents(
      { type: 'message_start', ...{ message: message([], '') } },
      { type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } },
      { type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text: vendorText } } },
      { type: 'content_block_stop', ...{ index: 0 } },
      { type: 'message_delta', ...{ delta: { stop_reason: 'end_turn' }, usage: counts } },
      { type: 'message_stop' },
    ),
  },
  tool: {
    asks: { tools: [{ name: vendorTool.name }] },
    told: {
      body: message([{ type: 'tool_use', id: 't1', name: vendorTool.name, input: vendorTool.arguments }], 'tool_use'),
    },
  },
  failure,
  used: { prompt: 12, completion: 7 },
})

vendorSuite(
  openaiVendor({
    channel,
    model: 'meta/llama-4-maverick-17b-128e-instruct-maas',
    path: `${resource}/endpoints/openapi/chat/completions`,
    admits,
  }),
)
