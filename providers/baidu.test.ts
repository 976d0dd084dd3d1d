import { expect, it } from 'vitest'
import { events, type Told, type VendorCall } from '#testing/vendor-server.ts'
import { vendorSuite, vendorText } from '#testing/vendor-suite.ts'

const model = 'ERNIE-3.5-8K'
const place = '/rpc/2.0/ai_custom/v1/wenxinworkshop'
const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }

const tokenFor = ({ path }: VendorCall): Told | undefined => {
  if (!path.startsWith('/oauth/2.0/token?')) return undefined
  const asked = new URLSearchParams(path.split('?')[1])
  const isRight = asked.get('client_id') === 'id' && asked.get('client_secret') === 'secret'
  return { body: isRight ? { access_token: 'token/1', expires_in: 2_592_000 } : { error: 'invalid_client' } }
}

vendorSuite(
  {
    channel: { type: 15, key: 'id|secret', models: `${model},Embedding-V1` },
    model,
    gives: tokenFor,
    admits: ({ path }) => path.endsWith('?access_token=token%2F1'),
    whole: {
      path: `${place}/chat/completions?access_token=token%2F1`,
      asks: { messages: [{ role: 'user', content: 'Say something.' }], max_output_tokens: 50 },
      told: { body: { id: 'as-1', result: vendorText, is_truncated: false, usage } },
    },
    stream: {
      path: `${place}/chat/completions?access_token=token%2F1`,
      asks: { stream: true },
      told: events(
        {
          id: 'as-1',
          sentence_id: 0,
          is_end: false,
          result: 'Water finds',
          usage: { prompt_tokens: 12, total_tokens: 12 },
        },
        { id: 'as-1', sentence_id: 1, is_end: true, result: ' its way.', usage },
      ),
    },
    failure: {
      told: { body: { error_code: 336003, error_msg: 'the max length of messages is exceeded' } },
      status: 400,
      problem: { message: 'the max length of messages is exceeded' },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    it('exchanges its key once for all calls', () => {
      expect(bench().vendor.calls.filter((call) => tokenFor(call) !== undefined)).toHaveLength(1)
    })

    it('hears what one says in a row as one text, instructions apart', async () => {
      bench().vendor.tell({ body: { id: 'as-1', result: 'Hm.', usage } })
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'One.' },
        { role: 'user', content: 'Two.' },
      ]
      expect((await bench().call({ model, messages })).status).toBe(200)
      expect(bench().vendor.calls.at(-1)?.body).toMatchObject({
        system: 'Be brief.',
        messages: [
          { role: 'user', content: '…' },
          { role: 'assistant', content: 'Hello.' },
          { role: 'user', content: 'One.\nTwo.' },
        ],
      })
    })

    it('embeds texts at a place of its own', async () => {
      bench().vendor.tell({ body: { id: 'e', data: [{ embedding: [0.5], index: 0 }], usage: { total_tokens: 4 } } })
      const told = await bench().call({ model: 'Embedding-V1', input: ['a'] }, '/v1/embeddings')
      expect(told.json.data).toMatchObject([{ embedding: [0.5] }])
      expect(bench().vendor.calls.at(-1)?.path).toBe(`${place}/embeddings/embedding-v1?access_token=token%2F1`)
      expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 4 })
    })
  },
)
