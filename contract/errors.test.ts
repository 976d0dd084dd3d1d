import { expect, it } from 'vitest'
import { filled, reasonMessage } from './error-reasons.ts'
import { errorMessage, errors } from './errors.ts'
import { accessErrors } from './errors-of-access.ts'
import { relayErrors } from './errors-of-relay.ts'
import { resourceErrors } from './errors-of-resources.ts'

it('the table of errors has every code once', () => {
  const codes = [accessErrors, resourceErrors, relayErrors].flatMap(Object.keys)
  expect(codes).toEqual([...new Set(codes)])
  expect(Object.keys(errors)).toEqual(codes)
})

it('a sentence is filled with its values, and its reason is worded in the same language', () => {
  const values = { field: 'count', reason: 'too_large', limit: 100 }
  expect(errorMessage('input_invalid', 'en', values)).toBe('count: at most 100')
  expect(errorMessage('input_invalid', 'zh', values)).toBe('count：不能大于 100')
  const unlisted = { ...values, reason: 'said by somebody else' }
  expect(errorMessage('input_invalid', 'en', unlisted)).toBe('count: said by somebody else')
})

it('Every English sentence counts one thing as one', () => {
  const ofOne = (sentence: string) =>
    filled(sentence, Object.fromEntries([...sentence.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 1])), 'en')
  const reasons = ['too_long', 'too_short', 'too_many', 'too_few', 'output_covered'].map((reason) =>
    reasonMessage('en', { reason, limit: 1, tokens: 1, left: '', cost: '' }),
  )
  const told = [...Object.values(errors).map(({ en }) => ofOne(en)), ...reasons]
  expect(told.filter((text) => /\b1 (?!(?:is|was|has|does|serves|contradicts)\b)[a-z]+s\b/.test(text))).toEqual([])
  expect(filled('{count} {count:time|times}', { count: 2 }, 'en')).toBe('2 times')
})

it.each(['constructor', 'wrong {code:invalid}'])('What an upstream said is a reason as it stands: %s', (reason) => {
  for (const language of ['en', 'zh'] as const) expect(reasonMessage(language, { reason })).toBe(reason)
})
