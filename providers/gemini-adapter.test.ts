import { describe, expect, it } from 'vitest'
import { gemini } from './gemini.ts'
import { adaptGemini } from './gemini-adapter.ts'
import type { Wanted } from './provider.ts'

const usual: Readonly<Record<string, unknown>> = {
  'gemini.thinking_adapter_enabled': true,
  'gemini.thinking_adapter_budget_tokens_percentage': 0.6,
}

const wantedOf = (model: string, options: Readonly<Record<string, unknown>> = {}, protocol = 'openai-chat'): Wanted => {
  const settings = new Map(Object.entries({ ...usual, ...options }))
  const wanted = { model, protocol, operation: 'chat', option: (key: string) => settings.get(key) }
  // seam: the adapter reads nothing else of what is wanted
  return wanted as unknown as Wanted
}
const wish = (...wanted: Parameters<typeof wantedOf>) => adaptGemini(wantedOf(...wanted))
const configOf = (maximum: number, ...wanted: Parameters<typeof wish>) =>
  wish(...wanted).changes({ generationConfig: { maxOutputTokens: maximum } }).generationConfig

describe('the suffix that asks to think', () => {
  it('gives the share of the longest answer that the operator set', () => {
    expect(wish('gemini-2.5-flash-thinking').model).toBe('gemini-2.5-flash')
    expect(configOf(10_000, 'gemini-2.5-flash-thinking')).toMatchObject({ thinkingConfig: { thinkingBudget: 6000 } })
    const half = { 'gemini.thinking_adapter_budget_tokens_percentage': 0.5 }
    expect(configOf(10_000, 'gemini-2.5-flash-thinking', half)).toMatchObject({
      thinkingConfig: { thinkingBudget: 5000 },
    })
  })

  it('gives at most 24576 tokens', () => {
    expect(configOf(100_000, 'gemini-2.5-flash-thinking')).toMatchObject({
      thinkingConfig: { thinkingBudget: 24_576 },
    })
  })

  it('gives a model whose maker allows it more than that, and none less than its least', () => {
    expect(configOf(100_000, 'gemini-2.5-pro-thinking')).toMatchObject({ thinkingConfig: { thinkingBudget: 32_768 } })
    expect(configOf(100, 'gemini-2.5-pro-thinking')).toMatchObject({ thinkingConfig: { thinkingBudget: 128 } })
    expect(configOf(100, 'gemini-2.5-flash-lite-thinking')).toMatchObject({ thinkingConfig: { thinkingBudget: 512 } })
  })

  it('may ask not to think', () => {
    expect(configOf(100, 'gemini-2.5-flash-nothinking')).toMatchObject({ thinkingConfig: { thinkingBudget: 0 } })
  })

  it('is part of the name while the operator has it turned off', () => {
    const off = { 'gemini.thinking_adapter_enabled': false }
    expect(wish('gemini-2.5-flash-thinking', off).model).toBe('gemini-2.5-flash-thinking')
  })
})

describe('what the operator sets for other dialects', () => {
  const settings = { default: 'OFF', HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE' }

  it('is what is kept from clients, by category', () => {
    const { safetySettings } = wish('gemini-x', { 'gemini.safety_settings': settings }).changes({})
    expect(safetySettings).toEqual(
      expect.arrayContaining([
        { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
        { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'OFF' },
      ]),
    )
    const own = wish('gemini-x', { 'gemini.safety_settings': settings }, 'gemini-generate')
    expect(own.changes({}).safetySettings).toBeUndefined()
  })

  it('is which models answer with pictures', () => {
    const { changes } = wish('gemini-x', { 'gemini.supported_imagine_models': ['gemini-x'] })
    expect(changes({}).generationConfig).toMatchObject({ responseModalities: ['TEXT', 'IMAGE'] })
    expect(wish('gemini-x').changes({}).generationConfig).toBeUndefined()
  })
})

it('The version of a call is the one that the channel, the model or the operator has for it', () => {
  const versions = { 'gemini.version_settings': { default: 'v1', 'gemini-x': 'v2alpha' } }
  const pathOf = (model: string, other = '') =>
    gemini.route({ baseUrl: '', other, organization: '' }, wantedOf(model, versions), '').path
  expect(pathOf('gemini-x')).toMatch(/^\/v2alpha\/models\//)
  expect(pathOf('gemini-y')).toMatch(/^\/v1\/models\//)
  expect(pathOf('gemini-x', 'v9')).toMatch(/^\/v9\/models\//)
})
