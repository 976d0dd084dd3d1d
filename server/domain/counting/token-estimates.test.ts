import fastCheck from 'fast-check'
import { countTokens as countEarly } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countNew } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, describe, expect, it } from 'vitest'
import { type Vocabulary, vocabularyOf } from '#protocols/counting/estimate.ts'
import { createLog } from '../../lib/log.ts'
import { createTokenCounter } from './token-counter.ts'

const counter = createTokenCounter({ log: createLog({ level: 'silent' }), patienceMs: 120_000 })
afterAll(() => counter.close())

const asText = { disallowedSpecial: new Set<string>() }
const tokenizers: readonly (readonly [Vocabulary, (text: string) => number])[] = [
  ['openai', (text) => countNew(text, asText)],
  ['openai_early', (text) => countEarly(text, asText)],
]

const { integer, array, constantFrom, oneof, string, uint8Array } = fastCheck

const signsOf = (first: number, last: number) =>
  array(
    integer({ min: first, max: last }).map((code) => String.fromCodePoint(code)),
    { maxLength: 60 },
  ).map((signs) => signs.join(''))

/** Every 128 code points on their own: letters of one script, or signs that nobody uses. */
const block = integer({ min: 0, max: 0x10ffff >> 7 })
  .filter((number) => number < 0xd800 >> 7 || number > 0xdfff >> 7)
  .chain((number) => signsOf(number << 7, (number << 7) + 127))

const bytes = uint8Array({ maxLength: 120 }).map((each) => Buffer.from(each))
const zalgo = array(integer({ min: 0x300, max: 0x36f }), { maxLength: 30 }).map(
  (marks) => `Z${String.fromCodePoint(...marks)}a`,
)
const run = fastCheck
  .tuple(oneof(string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), block), integer({ min: 1, max: 300 }))
  .map(([letters, times]) => letters.repeat(times).slice(0, 600))
const code = array(
  constantFrom(
    'if(',
    'a',
    '=>',
    '{',
    '}',
    'return ',
    '!0',
    '&&',
    'e.t',
    ';',
    'const ',
    '\n    ',
    '"x":',
    'null,',
    '[[',
    '0.5e-7',
  ),
  { maxLength: 60 },
).map((pieces) => pieces.join(''))
const signs = constantFrom(
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '𒀀𒁀',
  'བོད',
  '\ue000',
  '\u{f0000}',
  '\u200b',
  '水',
  'ﷺ',
  'Ⅷ',
  'a',
  ' ',
  '\n',
  '9',
)
const mixed = array(oneof(signs, string({ unit: 'binary', maxLength: 5 })), { maxLength: 60 }).map((each) =>
  each.join(''),
)
const anyText = oneof(
  block,
  block,
  bytes.map((each) => each.toString('base64')),
  bytes.map((each) => each.toString('hex')),
  bytes.map((each) => each.toString('latin1')),
  fastCheck.json(),
  fastCheck.uuid(),
  zalgo,
  run,
  code,
  mixed,
  string({ unit: 'binary', maxLength: 200 }),
)

describe('the length of a prompt that a hold is made from', () => {
  it.each(tokenizers)(
    'T01: is never under nine tenths of what %s counts, whatever the text',
    async (vocabulary, told) => {
      await fastCheck.assert(
        fastCheck.asyncProperty(array(anyText, { minLength: 1, maxLength: 6 }), async (texts) => {
          const tokens = texts.reduce((sum, text) => sum + told(text), 0)
          expect(await counter.countHigh(texts, vocabulary)).toBeGreaterThanOrEqual(0.9 * tokens)
        }),
        { numRuns: 400 },
      )
    },
  )

  it.each(tokenizers)('T01: holds in every block of signs there is (%s)', async (vocabulary, told) => {
    const texts: string[] = []
    for (let first = 0; first < 0x110000; first += 128) {
      if (first >= 0xd800 && first < 0xe000) continue
      // Not in their order: neighbours may stand together in a vocabulary.
      const codes = Array.from({ length: 64 }, (_, index) => first + ((index * 37) % 128))
      texts.push(String.fromCodePoint(...codes))
    }
    const counted = await Promise.all(texts.map((text) => counter.countHigh([text], vocabulary)))
    const short = texts.filter((text, index) => (counted[index] ?? 0) < 0.9 * told(text))
    expect(short).toEqual([])
  })

  it('is what the tokenizer counts for ordinary text, where it is public', async () => {
    const page = 'The gate opens slowly, and 42 litres of water find their way through.\n'.repeat(40)
    for (const [vocabulary, told] of tokenizers) expect(await counter.countHigh([page], vocabulary)).toBe(told(page))
  })

  it.each(['claude-opus-5', 'gemini-3-pro', 'qwen3-max', 'some-alias'])(
    'is higher than both public ones for makers whose way of cutting nobody knows (%s)',
    async (model) => {
      await fastCheck.assert(
        fastCheck.asyncProperty(anyText, async (text) => {
          const counted = await counter.countHigh([text], vocabularyOf(model))
          // No vocabulary has less than a byte in a token.
          expect(counted).toBeLessThanOrEqual(Buffer.byteLength(text))
          for (const [, told] of tokenizers) expect(counted).toBeGreaterThanOrEqual(Math.floor(0.9 * told(text)))
        }),
        { numRuns: 150 },
      )
    },
  )

  it('is higher than both public ones where the newer makes more of a run of signs than the older', async () => {
    for (const signs of [',', '¯', 'п', '!;', 'ᅧ', '"F']) {
      const text = signs.repeat(60)
      const counted = await counter.countHigh([text], vocabularyOf('gemini-3-pro'))
      for (const [, told] of tokenizers) expect([signs, counted >= told(text)]).toEqual([signs, true])
    }
  })

  it('takes a byte for a token where it cannot be counted, or not in time', async () => {
    const closed = createTokenCounter({ log: createLog({ level: 'silent' }) })
    await closed.close()
    expect(await closed.countHigh(['in vain', '水'], 'openai')).toBe(10)
    const hasty = createTokenCounter({ log: createLog({ level: 'silent' }), patienceMs: 0 })
    expect(await hasty.countHigh(['x'.repeat(100_000)], 'openai')).toBe(100_000)
    await hasty.close()
  })

  it('T61: counts the beginning of what is endless, and its other bytes one by one', async () => {
    const letters = 1024 * 1024
    const tokens = await counter.countHigh(['word '.repeat(letters / 5 + 20_000)], 'openai')
    expect(tokens).toBeGreaterThan(letters / 5 + 99_000)
    expect(tokens).toBeLessThan(letters / 5 + 110_000)
  })
})
