import { expect, it } from 'vitest'
import { events } from '#testing/vendor-server.ts'
import { chunksOf, vendorSuite, vendorText } from '#testing/vendor-suite.ts'

const model = 'dify'
const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }
const messages = [{ role: 'user', content: 'Hi' }]

vendorSuite(
  {
    channel: { type: 37, key: 'app-1', models: `${model},workflow-report` },
    model,
    admits: ({ headers }) => headers.authorization === 'Bearer app-1',
    whole: {
      path: '/v1/chat-messages',
      asks: { query: 'Say something.', response_mode: 'blocking', user: 'gateway' },
      told: { body: { event: 'message', conversation_id: 'c1', answer: vendorText, metadata: { usage } } },
    },
    stream: {
      path: '/v1/chat-messages',
      asks: { response_mode: 'streaming' },
      told: events(
        { event: 'workflow_started', conversation_id: 'c1' },
        { event: 'message', conversation_id: 'c1', answer: 'Water finds' },
        { event: 'message', conversation_id: 'c1', answer: ' its way.' },
        {
          event: 'workflow_finished',
          conversation_id: 'c1',
          data: { status: 'succeeded', outputs: { answer: vendorText } },
        },
        { event: 'message_end', conversation_id: 'c1', metadata: { usage } },
      ),
    },
    failure: {
      told: { status: 400, body: { code: 'invalid_param', message: 'query is required', status: 400 } },
      status: 400,
      problem: { message: 'query is required' },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    it('is asked a conversation as one text, with pictures by their address', async () => {
      bench().vendor.tell({ body: { answer: 'Hm.', metadata: { usage } } })
      const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/cat.png' } }
      await bench().call({
        model,
        user: 'u7',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: [{ type: 'text', text: 'What?' }, picture] },
        ],
      })
      expect(bench().vendor.calls.at(-1)?.body).toMatchObject({
        query: 'SYSTEM: \nBe brief.\nUSER: \nWhat?\n',
        user: 'u7',
        files: [{ type: 'image', transfer_method: 'remote_url', url: 'https://pictures.example/cat.png' }],
      })
    })

    it('runs workflows, which end with what they made', async () => {
      const finished = { event: 'workflow_finished', data: { status: 'succeeded', outputs: { text: vendorText } } }
      bench().vendor.tell(events({ event: 'workflow_started' }, finished))
      const answer = await bench().call({ model: 'workflow-report', messages, stream: true })
      const said = chunksOf(answer).map((chunk) => chunk.choices[0]?.delta?.content ?? '')
      expect(said.join('')).toBe(vendorText)
      expect(bench().vendor.calls.at(-1)).toMatchObject({
        path: '/v1/workflows/run',
        body: { inputs: { query: 'Hi' } },
      })
    })

    it('tells what broke a stream off', async () => {
      bench().vendor.tell(
        events(
          { event: 'message', answer: 'Wa' },
          { event: 'error', code: 'provider_quota_exceeded', message: 'used up' },
        ),
      )
      const answer = await bench().call({ model, messages, stream: true })
      expect(answer.text).toContain('used up')
      expect(answer.text).not.toContain('[DONE]')
    })
  },
)
