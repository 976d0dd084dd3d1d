import { createHash, createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Told, VendorCall } from '#testing/vendor-server.ts'
import { vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'

const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const channel = { type: 33, key: `AKIDEXAMPLE|${secret}|us-east-1` }

/** What the service checks of a signature, written from its documents alone. */
const admits = ({ method, path, headers, bytes }: VendorCall): boolean => {
  const told =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/us-east-1\/bedrock\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (told === null) return false
  const [, day = '', names = '', signature = ''] = told
  const time = String(headers['x-amz-date'])
  const place = path.split('/').map(encodeURIComponent).join('/')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const canonical = [method, place, '', signed.join(''), names, sha(bytes)].join('\n')
  const scope = `${day}/us-east-1/bedrock/aws4_request`
  const chain = [day, 'us-east-1', 'bedrock', 'aws4_request']
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const signingKey = chain.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`)
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha(canonical)].join('\n')).toString('hex')
  return signature === expected && time.startsWith(day)
}

const claude = 'claude-sonnet-4-5-20250929'
const claudePlace = `/model/${encodeURIComponent('us.anthropic.claude-sonnet-4-5-20250929-v1:0')}`
const counts = { input_tokens: 12, output_tokens: 7 }
const message = (content: unknown[], stop: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: claude,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: counts,
})

const frame = (type: string, payload: unknown, kind = 'event'): Buffer => {
  const header = (name: string, value: string) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7, value.length >> 8, value.length & 255]),
      Buffer.from(value),
    ])
  const headers = Buffer.concat([header(`:${kind}-type`, type), header(':message-type', kind)])
  const body = Buffer.from(JSON.stringify(payload))
  const bytes = Buffer.alloc(16 + headers.length + body.length)
  bytes.writeUInt32BE(bytes.length)
  bytes.writeUInt32BE(headers.length, 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8)
  headers.copy(bytes, 12)
  body.copy(bytes, 12 + headers.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}
const frames = (...each: Buffer[]): Told => ({ type: 'application/vnd.amazon.eventstream', body: each })
const chunk = (event: Record<string, unknown>): Buffer =>
  frame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abc' })

const refusal = (status: number) => ({
  told: { status, headers: { 'x-amzn-errortype': 'ValidationException' }, body: { message: 'malformed input' } },
  status,
  problem: { message: 'malformed input' },
})

vendorSuite(
  {
    channel,
    model: claude,
    admits,
    whole: {
      path: `${claudePlace}/invoke`,
      asks: { anthropic_version: 'bedrock-2023-05-31', max_tokens: 50 },
      told: { body: message([{ type: 'text', text: vendorText }], 'end_turn') },
    },
    stream: {
      path: `${claudePlace}/invoke-with-response-stream`,
      asks: { anthropic_version: 'bedrock-2023-05-31' },
      told: frames(
        chunk({ type: 'message_start', message: { ...message([], ''), usage: { ...counts, output_tokens: 1 } } }),
        chunk({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
        chunk({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: vendorText } }),
        chunk({ type: 'content_block_stop', index: 0 }),
        chunk({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } }),
        chunk({ type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 12 } }),
      ),
    },
    tool: {
      asks: { tools: [{ name: vendorTool.name }] },
      told: {
        body: message([{ type: 'tool_use', id: 't1', name: vendorTool.name, input: vendorTool.arguments }], 'tool_use'),
      },
    },
    failure: refusal(400),
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    it('tells an exception in the place of a stream', async () => {
      bench().vendor.tell(frames(frame('throttlingException', { message: 'too many' }, 'exception')))
      const told = await bench().call({
        model: claude,
        max_tokens: 5,
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      })
      expect(told.status).toBe(429)
    })
  },
)

const nova = 'nova-lite-v1:0'
const novaPlace = `/model/${encodeURIComponent('amazon.nova-lite-v1:0')}`
const usage = { inputTokens: 12, outputTokens: 7, totalTokens: 19 }
const converse = (content: unknown[], stopReason: string) => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage,
})

vendorSuite({
  channel,
  model: nova,
  admits,
  whole: {
    path: `${novaPlace}/converse`,
    asks: { messages: [{ role: 'user', content: [{ text: 'Say something.' }] }], inferenceConfig: { maxTokens: 50 } },
    told: { body: converse([{ text: vendorText }], 'end_turn') },
  },
  stream: {
    path: `${novaPlace}/converse-stream`,
    asks: { messages: [{ role: 'user' }] },
    told: frames(
      frame('messageStart', { role: 'assistant' }),
      frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: vendorText } }),
      frame('contentBlockStop', { contentBlockIndex: 0 }),
      frame('messageStop', { stopReason: 'end_turn' }),
      frame('metadata', { usage }),
    ),
  },
  tool: {
    asks: { toolConfig: { tools: [{ toolSpec: { name: vendorTool.name } }] } },
    told: {
      body: converse(
        [{ toolUse: { toolUseId: 't1', name: vendorTool.name, input: vendorTool.arguments } }],
        'tool_use',
      ),
    },
  },
  failure: refusal(400),
  used: { prompt: 12, completion: 7 },
})
