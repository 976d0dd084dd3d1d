import { expect, it } from 'vitest'
import { events } from '#testing/vendor-server.ts'
import { chunksOf, vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'
import { signature } from './hunyuan.ts'

const model = 'hunyuan-lite'
const key = { id: 'SI', secret: 'SK' }
const Usage = { PromptTokens: 12, CompletionTokens: 7, TotalTokens: 19 }
const whole = (message: Record<string, unknown>, finish: string) => ({
  body: {
    Response: {
      Id: 'h1',
      Created: 1,
      Choices: [{ Index: 0, FinishReason: finish, Message: { Role: 'assistant', ...message } }],
      Usage,
      RequestId: 'r1',
    },
  },
})
const piece = (delta: Record<string, unknown>, finish = '') => ({
  Id: 'h1',
  Created: 1,
  Choices: [{ Delta: { Role: 'assistant', ...delta }, FinishReason: finish }],
  Usage,
})
const made = { Name: vendorTool.name, Arguments: JSON.stringify(vendorTool.arguments) }

it('signs as published', () => {
  const text = '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}'
  const host = 'hunyuan.tencentcloudapi.com'
  const told = { host, action: 'ChatCompletions', timestamp: 1_763_712_000, body: Buffer.from(text) }
  expect(signature(key, told)).toBe(
    'TC3-HMAC-SHA256 Credential=SI/2025-11-21/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, ' +
      'Signature=a8ea9dc6d13a355d57c6dfb667628162df012833bf1772f6f16cf2bb91f02511',
  )
})

vendorSuite(
  {
    channel: { type: 23, key: 'AI|SI|SK', models: `${model},hunyuan-embedding` },
    model,
    admits: ({ headers, bytes }) => {
      const action = String(headers['x-tc-action'])
      const told = { host: headers.host ?? '', action, timestamp: Number(headers['x-tc-timestamp']), body: bytes }
      return headers['content-type'] === 'application/json' && headers.authorization === signature(key, told)
    },
    whole: {
      path: '/',
      asks: { Model: model, Messages: [{ Role: 'user', Content: 'Say something.' }] },
      told: whole({ Content: vendorText }, 'stop'),
    },
    stream: {
      path: '/',
      asks: { Model: model, Stream: true },
      told: events(piece({ Content: 'Water finds' }), piece({ Content: ' its way.' }, 'stop'), '[DONE]'),
    },
    tool: {
      asks: { Tools: [{ Type: 'function', Function: { Name: vendorTool.name, Parameters: expect.any(String) } }] },
      told: whole({ ToolCalls: [{ Id: 'c1', Type: 'function', Function: made }] }, 'tool_calls'),
    },
    failure: {
      told: {
        body: { Response: { Error: { Code: 'InvalidParameter', Message: 'Messages too long' }, RequestId: 'r' } },
      },
      status: 400,
      problem: { message: 'Messages too long' },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    const messages = [{ role: 'user', content: 'Hi' }]

    it('tells what it thought apart, and what it would not say as such', async () => {
      bench().vendor.tell(events(piece({ ReasoningContent: 'Hm.' }), piece({ Content: 'No.' }, 'sensitive')))
      const chunks = chunksOf(await bench().call({ model, messages, stream: true }))
      expect(chunks.map((chunk) => chunk.choices[0]?.delta?.reasoning_content ?? '').join('')).toBe('Hm.')
      expect(chunks.findLast((chunk) => chunk.choices[0]?.finish_reason)?.choices[0].finish_reason).toBe(
        'content_filter',
      )
    })

    it('shows pictures and embeds texts under the vendor’s names', async () => {
      bench().vendor.tell(whole({ Content: 'A cat.' }, 'stop'))
      const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/cat.png' } }
      await bench().call({ model, messages: [{ role: 'user', content: [{ type: 'text', text: 'What?' }, picture] }] })
      expect(bench().vendor.calls.at(-1)?.body.Messages[0].Contents).toMatchObject([
        { Type: 'text', Text: 'What?' },
        { Type: 'image_url', ImageUrl: { Url: 'https://pictures.example/cat.png' } },
      ])
      const Data = [{ Embedding: [0.5], Index: 0, Object: 'embedding' }]
      bench().vendor.tell({ body: { Response: { Data, Usage: { TotalTokens: 4 } } } })
      const told = await bench().call({ model: 'hunyuan-embedding', input: 'a' }, '/v1/embeddings')
      expect(told.json.data).toMatchObject([{ embedding: [0.5] }])
      expect(bench().vendor.calls.at(-1)).toMatchObject({
        headers: { 'x-tc-action': 'GetEmbedding' },
        body: { InputList: ['a'] },
      })
    })
  },
)
