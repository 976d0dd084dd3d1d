import { expect, it } from 'vitest'
import { vendorSuite, vendorText } from '#testing/vendor-suite.ts'
import { signedToken } from './zhipu-v3.ts'

const model = 'chatglm_turbo'
const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }
const place = `/api/paas/v3/model-api/${model}`

it('signs a token that follows from the key and the time alone, as published', () => {
  expect(signedToken('id.secret', 1_763_712_000_000)).toBe(
    'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.eyJhcGlfa2V5IjoiaWQiLCJleHAiOjE3NjM3OTg0MDAwMDAsInRpbWVzdGFtcCI6' +
      'MTc2MzcxMjAwMDAwMH0.etjkVOp7OQ7PhG1wdSINcSN40a6zpD7K46W9VEiRuwE',
  )
})

/** Whether a token is signed with the channel's secret, at a time that is now. */
const isSigned = (token: string): boolean => {
  const [, claims = ''] = token.split('.')
  const { timestamp = 0 } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  return Math.abs(Date.now() - timestamp) < 600_000 && token === signedToken('id.secret', timestamp)
}

vendorSuite(
  {
    channel: { type: 16, key: 'id.secret', models: model },
    model,
    admits: ({ headers }) => isSigned(headers.authorization ?? ''),
    whole: {
      path: `${place}/invoke`,
      asks: { prompt: [{ role: 'user', content: 'Say something.' }] },
      told: {
        body: {
          code: 200,
          success: true,
          data: { task_id: 't1', choices: [{ role: 'assistant', content: `"${vendorText}"` }], usage },
        },
      },
    },
    stream: {
      path: `${place}/sse-invoke`,
      asks: { incremental: true },
      told: {
        type: 'text/event-stream',
        body: [
          'event:add\nid:1\ndata:Water finds\n\nev',
          'ent:add\nid:1\ndata: its way.\n\n',
          `event:finish\nid:1\ndata:\nmeta:${JSON.stringify({ task_id: 't1', task_status: 'SUCCESS', usage })}\n\n`,
        ],
      },
    },
    failure: {
      told: { body: { code: 1214, msg: 'prompt must not be empty', success: false } },
      status: 400,
      problem: { message: 'prompt must not be empty' },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    it('tells instructions as something that was agreed to', async () => {
      bench().vendor.tell({ body: { success: true, data: { choices: [{ content: '"Hm."' }], usage } } })
      const system = { role: 'system', content: 'Be brief.' }
      await bench().call({ model, messages: [system, { role: 'user', content: 'Hi' }] })
      expect(bench().vendor.calls.at(-1)?.body.prompt).toEqual([
        system,
        { role: 'user', content: 'Okay' },
        { role: 'user', content: 'Hi' },
      ])
    })

    const ask = { model, messages: [{ role: 'user', content: 'Hi' }], stream: true }
    const type = 'text/event-stream'

    it('streams lines as lines', async () => {
      const finish = `event:finish\ndata:\nmeta:${JSON.stringify({ usage })}\n\n`
      bench().vendor.tell({ type, body: ['event:add\ndata:One\ndata:Two\n\n', finish] })
      expect((await bench().call(ask)).text).toContain('One\\nTwo')
    })

    it('tells what kept it from answering', async () => {
      bench().vendor.tell({ type, body: ['event:error\ndata:too busy\n\n'] })
      const answer = await bench().call(ask)
      expect(answer.status).toBe(500)
      expect(answer.json.error.message).toContain('too busy')
    })
  },
)
