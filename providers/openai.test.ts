import { describe, expect, it } from 'vitest'
import { openaiAnswers, openaiVendor } from '#testing/openai-vendor.ts'
import { vendorBench, vendorSuite } from '#testing/vendor-suite.ts'

const channel = { type: 1, key: 'sk-1', openai_organization: 'org-1' }

vendorSuite(
  openaiVendor({
    channel,
    model: 'gpt-4o',
    path: '/v1/chat/completions',
    admits: ({ headers }) => headers.authorization === 'Bearer sk-1' && headers['openai-organization'] === 'org-1',
  }),
)

describe('models that are asked in another way', () => {
  const models = [
    'gpt-5.2',
    'gpt-5.2-high',
    'o1',
    'o1-mini',
    'gpt-4o',
    'gpt-4.1-mini',
    'gpt-4o-search-preview',
    'o3-pro',
  ]
  const bench = vendorBench(models, channel)

  const asked = async (body: Record<string, unknown>) => {
    bench().vendor.tell(openaiAnswers.whole('m'))
    await bench().call({ messages: [{ role: 'user', content: 'Hi' }], ...body })
    return bench().vendor.calls.at(-1)
  }

  it('think: their limit has another name, sampling is left away', async () => {
    const call = await asked({ model: 'gpt-5.2', max_tokens: 9, temperature: 0.5, top_p: 0.5, logprobs: true })
    expect(call?.body).toEqual({
      model: 'gpt-5.2',
      messages: [{ role: 'user', content: 'Hi' }],
      max_completion_tokens: 9,
    })
  })

  it('may be sampled where thinking is off', async () => {
    const call = await asked({ model: 'gpt-5.2', temperature: 0.5, reasoning_effort: 'none' })
    expect(call?.body).toMatchObject({ temperature: 0.5, reasoning_effort: 'none' })
  })

  it('are told an effort by the end of their name', async () => {
    expect((await asked({ model: 'gpt-5.2-high' }))?.body).toMatchObject({ model: 'gpt-5.2', reasoning_effort: 'high' })
  })

  it.each([
    ['o1', 'developer'],
    ['o1-mini', 'user'],
  ])('%s knows instructions as those of the %s', async (model, role) => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ]
    expect((await asked({ model, messages }))?.body.messages[0]).toEqual({ role, content: 'Be brief.' })
  })

  it('think as hard as clients of routers say in other words', async () => {
    const call = await asked({ model: 'gpt-5.2', reasoning: { effort: 'low' } })
    expect(call?.body).toMatchObject({ reasoning_effort: 'low' })
    expect(call?.body).not.toHaveProperty('reasoning')
    const both = await asked({ model: 'gpt-5.2', reasoning: { effort: 'low' }, reasoning_effort: 'high' })
    expect(both?.body).toMatchObject({ reasoning_effort: 'high' })
  })

  it.each(['gpt-4o', 'gpt-4.1-mini'])('%s does not think and refuses to be told to', async (model) => {
    const call = await asked({ model, reasoning_effort: 'low', top_k: 3, temperature: 0.5 })
    expect(call?.body).toEqual({ model, messages: [{ role: 'user', content: 'Hi' }], temperature: 0.5 })
  })

  it('search, and are not sampled', async () => {
    const call = await asked({ model: 'gpt-4o-search-preview', temperature: 0.5, n: 1, web_search_options: {} })
    expect(call?.body).not.toHaveProperty('temperature')
    expect(call?.body).not.toHaveProperty('n')
    expect(call?.body).toHaveProperty('web_search_options')
  })

  it('answer only under the newer dialect, into which the call is translated', async () => {
    const call = await asked({ model: 'o3-pro' })
    expect(call).toMatchObject({ path: '/v1/responses', body: { model: 'o3-pro', input: expect.anything() } })
  })
})
