import { expect, it } from 'vitest'
import { accountEvents, type Happening, paymentFaults } from '#contract/account-events.ts'
import { languageCodes } from '#contract/languages.ts'
import type { Log } from '#contract/logs.ts'
import { formatsFor } from '../../lib/format.ts'
import { textIn } from '../../lib/i18n.ts'
import { contentOf } from './log-happening.ts'

const row = (happened: Happening | undefined): Log => ({
  ...{ id: 1, request_id: null, created_at: 1_700_000_000, type: 3, channel: 0, channel_name: '' },
  ...{ user_id: 7, username: 'ada', token_id: 0, token_name: '', group: '', model_name: '', use_time: 0 },
  ...{ is_stream: false, prompt_tokens: 0, completion_tokens: 0, quota: 0, content: 'As it was kept' },
  other: happened ? JSON.stringify({ happened }) : '',
})
const display = { quota_per_unit: 500_000, display_in_currency: true }
const values = {
  before: 500_000,
  after: 10_500_000,
  code: '4',
  yuan: '21.90',
  username: 'eva',
  option: 'Price',
  channel: 'first',
  id: 3,
}

it.each(languageCodes)('what happened to an account is said in words of %s, with its values', async (language) => {
  const [t, format] = [await textIn('logs', language), formatsFor(language, display)]
  const texts = accountEvents.map((name) =>
    contentOf(row({ name, values: { ...values, reason: 'another amount', order: 'o-1' } }), t, format),
  )
  expect(new Set(texts).size).toBe(accountEvents.length)
  expect(texts.filter((text) => /[{}]|As it was kept|undefined|NaN/.test(text))).toEqual([])
  const adjusted = contentOf(row({ name: 'quota_changed', values }), t, format)
  expect(adjusted).toContain(format.money(1))
  expect(adjusted).toContain(format.money(21))
  const told = contentOf(row({ name: 'quota_changed', values: { ...values, reason: 'a gift {before}' } }), t, format)
  expect(told).toContain(adjusted)
  expect(told).toContain('a gift {before}')
})

it.each(languageCodes)(
  'what is wrong with a payment is said in words of %s; an older sentence stands as it is',
  async (language) => {
    const [t, format] = [await textIn('logs', language), formatsFor(language, display)]
    const refused = (reason: string) =>
      contentOf(
        row({ name: 'payment_refused', values: { reason, paid: '0.01', due: '7.30', order: 'o-1' } }),
        t,
        format,
      )
    const texts = paymentFaults.map(refused)
    expect(new Set(texts).size).toBe(paymentFaults.length)
    expect(texts.filter((text) => /[{}_]|undefined/.test(text))).toEqual([])
    expect(refused('amount_other')).toMatch(/0\.01.*7\.30.*o-1/)
    expect(refused('another amount')).toContain('another amount')
  },
)

it('a row from before keeps the sentence that it was written with', async () => {
  expect(contentOf(row(undefined), await textIn('logs', 'fr'), formatsFor('fr', display))).toBe('As it was kept')
})
