import { describe, expect, it } from 'vitest'
import { adaptClaude, defaultMaximumOf, headersOfModel } from './claude-adapter.ts'
import type { Wanted } from './provider.ts'

const usual: Readonly<Record<string, unknown>> = {
  'claude.thinking_adapter_enabled': true,
  'claude.thinking_adapter_budget_tokens_percentage': 0.8,
}

const wish = (model: string, options: Readonly<Record<string, unknown>> = {}): Wanted => {
  const settings = new Map(Object.entries({ ...usual, ...options }))
  const wanted = { model, protocol: 'openai-chat', operation: 'chat', option: (key: string) => settings.get(key) }
  // seam: the adapter reads nothing else of what is wanted
  return wanted as unknown as Wanted
}

describe('the suffix that asks to think', () => {
  it('gives the share of the longest answer that the operator set', () => {
    const { model, changes } = adaptClaude(wish('claude-3-7-sonnet-20250219-thinking'))
    expect(model).toBe('claude-3-7-sonnet-20250219')
    expect(changes({ max_tokens: 10_000 }).thinking).toEqual({ type: 'enabled', budget_tokens: 8000 })
    const half = wish('claude-3-7-sonnet-20250219-thinking', {
      'claude.thinking_adapter_budget_tokens_percentage': 0.5,
    })
    expect(adaptClaude(half).changes({ max_tokens: 10_000 }).thinking).toMatchObject({ budget_tokens: 5000 })
  })

  it('is part of the name while the operator has it turned off', () => {
    const off = wish('claude-x-thinking', { 'claude.thinking_adapter_enabled': false })
    expect(adaptClaude(off).model).toBe('claude-x-thinking')
  })
})

it('An answer that nobody limited is as long as the operator says for its model, or for all', () => {
  const limits = { 'claude.default_max_tokens': { default: 4096, 'claude-x': 1234 } }
  expect([defaultMaximumOf(wish('claude-x', limits)), defaultMaximumOf(wish('claude-y', limits))]).toEqual([1234, 4096])
  expect(adaptClaude(wish('claude-x', limits)).changes({})).toMatchObject({ max_tokens: 1234 })
})

it('The headers that the operator set for a model go along with its requests', () => {
  const headers = { 'claude.model_headers_settings': { 'claude-x': { 'X-Beta': ['a', 'b'], 'x-one': '1' } } }
  expect(headersOfModel(wish('claude-x', headers))).toEqual({ 'x-beta': 'a,b', 'x-one': '1' })
  expect(headersOfModel(wish('claude-y', headers))).toEqual({})
})
