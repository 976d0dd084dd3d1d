import { describe, expect, it } from 'vitest'
import { openaiAnswers, openaiVendor } from '#testing/openai-vendor.ts'
import { events } from '#testing/vendor-server.ts'
import { chunksOf, vendorBench, vendorSuite, vendorText } from '#testing/vendor-suite.ts'
import { channelFacts, wantedCall } from '#testing/wanted.ts'
import { azure } from './azure.ts'

const admits = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['api-key'] === 'az-key' && headers.authorization === undefined

vendorSuite(
  openaiVendor({
    channel: { type: 3, key: 'az-key', other: '2024-10-21' },
    model: 'gpt-4o',
    path: '/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21',
    admits,
    failure: {
      told: { status: 404, body: { error: { code: 'DeploymentNotFound', message: 'no such deployment' } } },
      status: 404,
      problem: { message: 'The upstream does not know this model', code: 'model_not_found' },
    },
  }),
  (bench) => {
    it('passes on what the service says of its filters, before the first words', async () => {
      const filter = { choices: [], prompt_filter_results: [{ prompt_index: 0 }] }
      const { body } = openaiAnswers.stream('gpt-4o')
      const rest = Array.isArray(body) ? body : []
      bench().vendor.tell({ ...events(filter), body: [`data: ${JSON.stringify(filter)}\n\n`, ...rest] })
      const answer = await bench().call({ model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
      expect(answer.text).toContain('prompt_filter_results')
      const deltas = chunksOf(answer).map((chunk) => chunk.choices[0]?.delta?.content ?? '')
      expect(deltas.join('')).toBe(vendorText)
    })

    it('follows the version that the client asks for', async () => {
      bench().vendor.tell(openaiAnswers.whole('gpt-4o'))
      const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] }
      await bench().call(body, '/v1/chat/completions?api-version=2025-01-01-preview')
      expect(bench().vendor.calls.at(-1)?.path).toContain('api-version=2025-01-01-preview')
    })
  },
)

describe('the undated interface', () => {
  const bench = vendorBench(['gpt-5.2'], { type: 3, key: 'az-key', other: 'v1' })
  it('names the deployment in the body alone', async () => {
    bench().vendor.tell(openaiAnswers.whole('gpt-5.2'))
    await bench().call({ model: 'gpt-5.2', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] })
    expect(bench().vendor.calls.at(-1)).toMatchObject({
      path: '/openai/v1/chat/completions',
      body: { model: 'gpt-5.2', max_completion_tokens: 5 },
    })
  })
})

describe('addresses', () => {
  const pathOf = (fields: Record<string, unknown>, facts = {}) => {
    const base = { baseUrl: 'https://r.openai.azure.com', ...facts }
    return azure.route(channelFacts(base), wantedCall({ model: 'm', ...fields }), 'k').path
  }

  it('of responses stand beside the deployments, on older resources under the dated versions', () => {
    expect(pathOf({ protocol: 'openai-responses' })).toBe('/openai/v1/responses?api-version=preview')
    const older = { baseUrl: 'https://r.cognitiveservices.azure.com', other: '2025-04-01-preview' }
    expect(pathOf({ protocol: 'openai-responses' }, older)).toBe('/openai/responses?api-version=2025-04-01-preview')
  })

  it('of realtime follow the model: previews have deployments', () => {
    expect(pathOf({ operation: 'realtime' })).toBe('/openai/v1/realtime?model=m')
    expect(pathOf({ operation: 'realtime', query: 'intent=transcription' })).toBe(
      '/openai/v1/realtime?intent=transcription',
    )
    expect(pathOf({ operation: 'realtime', model: 'm-preview' })).toContain('/openai/realtime?deployment=m-preview&')
  })
})
