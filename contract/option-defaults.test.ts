import { describe, expect, it } from 'vitest'
import { parseOption } from './option-text.ts'
import { type OptionKey, optionTable } from './options.ts'

/** Where options begin, as the product tells it. */
const defaults: Partial<Record<OptionKey, unknown>> = {
  QuotaPerUnit: 500_000,
  Price: 7.3,
  MinTopUp: 1,
  Chats: [],
  DataExportDefaultTime: 'hour',
  DataExportInterval: 5,
  ModelRequestRateLimitEnabled: false,
  ModelRequestRateLimitDurationMinutes: 1,
  ModelRequestRateLimitCount: 0,
  ModelRequestRateLimitSuccessCount: 1000,
  'general_setting.ping_interval_seconds': 60,
  'gemini.thinking_adapter_enabled': false,
  'gemini.thinking_adapter_budget_tokens_percentage': 0.6,
  'claude.thinking_adapter_enabled': true,
  'claude.thinking_adapter_budget_tokens_percentage': 0.8,
}

/** The least of a number and what is below it, and the most of it and what is above. */
const bounds: readonly [OptionKey, { least: string; below: string; most?: string; above?: string }][] = [
  ['DataExportInterval', { least: '1', below: '0' }],
  ['CheckInQuota', { least: '0', below: '-1' }],
  ['CheckInMaxQuota', { least: '0', below: '-1' }],
  ['ChannelDisableThreshold', { least: '0', below: '-1' }],
  ['ModelRequestRateLimitDurationMinutes', { least: '0', below: '-1' }],
  ['ModelRequestRateLimitCount', { least: '-1', below: '-2' }],
  ['ModelRequestRateLimitSuccessCount', { least: '1', below: '0' }],
  ['general_setting.ping_interval_seconds', { least: '1', below: '0' }],
  ['gemini.thinking_adapter_budget_tokens_percentage', { least: '0.1', below: '0.09', most: '1', above: '1.01' }],
  ['claude.thinking_adapter_budget_tokens_percentage', { least: '0.1', below: '0.09', most: '1', above: '1.01' }],
]

const isTaken = (key: OptionKey, text: string): boolean => parseOption(key, text).ok

describe('an option of the product', () => {
  it.each(Object.entries(defaults))('begins as it is told to: %s', (key, value) => {
    const table = new Map<string, { default: unknown }>(Object.entries(optionTable))
    expect(table.get(key)?.default).toEqual(value)
  })

  it.each(bounds)('has its bounds: %s', (key, { least, below, most = least, above = below }) => {
    expect([least, most].map((text) => isTaken(key, text))).toEqual([true, true])
    expect([below, above].map((text) => isTaken(key, text))).toEqual([false, false])
  })

  it('of the dashboard is told by the hour, the day or the week', () => {
    const texts = ['hour', 'day', 'week', 'month']
    expect(texts.map((text) => isTaken('DataExportDefaultTime', text))).toEqual([true, true, true, false])
  })
})
