import { expect, it } from 'vitest'
import { openaiAnswers, openaiVendor } from '#testing/openai-vendor.ts'
import { events } from '#testing/vendor-server.ts'
import { vendorSuite } from '#testing/vendor-suite.ts'

const model = 'deepseek/deepseek-v4-pro'
const messages = [{ role: 'user', content: 'Hi' }]

vendorSuite(
  openaiVendor({
    channel: {
      type: 20,
      key: 'sk-or-1',
      models: `${model},${model}-thinking,openai/gpt-5.2-high,anthropic/claude-opus-5`,
    },
    model,
    path: '/v1/chat/completions',
    asks: { usage: { include: true } },
    failure: {
      told: { status: 402, body: { error: { code: 402, message: 'Insufficient credits', metadata: {} } } },
      status: 502,
      problem: { message: 'for the admin to fix', code: 'upstream_account_refused' },
    },
  }),
  (bench) => {
    const asked = async (body: Record<string, unknown>) => {
      bench().vendor.tell(openaiAnswers.whole('m'))
      await bench().call({ messages, ...body })
      return bench().vendor.calls.at(-1)?.body
    }

    it('says all of thinking in one member', async () => {
      expect(await asked({ model, reasoning_effort: 'low' })).toEqual({
        model,
        messages,
        usage: { include: true },
        reasoning: { effort: 'low' },
      })
      expect((await asked({ model, reasoning_effort: 'none' })).reasoning).toEqual({ enabled: false })
      const budget = { type: 'enabled', budget_tokens: 2000 }
      expect((await asked({ model, thinking: budget })).reasoning).toEqual({ max_tokens: 2000 })
    })

    it('tells an error in the middle of a stream', async () => {
      const broken = {
        error: { code: 502, message: 'provider gone' },
        choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
      }
      const first = { choices: [{ index: 0, delta: { content: 'Water' }, finish_reason: null }] }
      bench().vendor.tell(events(first, broken))
      const told = await bench().call({ model, messages, stream: true })
      expect(told.text).toContain('provider gone')
    })
  },
)
