import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBoundedPattern, isPattern, isQuickPattern } from '#contract/pattern-safety.ts'
import { eachDatabase } from '#testing/database.ts'
import { timesAsMuch } from '#testing/timing.ts'
import { createLog } from '../../lib/log.ts'
import { createSignals } from '../../lib/signals.ts'
import { openVault } from '../../lib/vault.ts'
import { openOptions } from '../options.ts'
import { createSensitiveWords } from './sensitive-words.ts'

const clock = { now: () => 1_700_000_000_000, monotonic: () => 0 }
const log = createLog({ level: 'error' })

eachDatabase((_engine, openDatabase) => {
  const open = async () => {
    const vault = await openVault({ secret: 'a secret of the tests that is long enough', file: '' })
    const options = await openOptions({
      database: await openDatabase(),
      vault,
      signals: await createSignals({ log }),
      clock,
      log,
    })
    return { options, words: createSensitiveWords(options) }
  }

  describe('words that are not let through', () => {
    it.each([
      ['under_score', 'one UNDER_Score more', 'under_score'],
      ['under_score', 'under score', undefined],
      ['plain', 'Quite PLAINLY said', 'plain'],
      ['敏感', '前面敏感后面', '敏感'],
      ['敏感\nplain', 'only plain words', 'plain'],
      ['i\u0307', 'İstanbul', 'i\u0307'],
      ['regex:a\\d+', 'see A77', 'a\\d+'],
      ['regex:a\\d+\nunder_score', 'see under_score', 'under_score'],
    ])('of %j finds in %j: %j', async (lines, text, found) => {
      const { options, words } = await open()
      await options.change('SensitiveWords', lines.split('\n'))
      expect(words.find(['before', text, 'after'])).toBe(found)
      expect(words.find(['before', 'after'])).toBeUndefined()
    })

    it.each(['a.*b', 'a+b$', 'buy.{0,10}now', 'a{1,50}b', '(a|b)(c|d)?now', 'a.{0,50}now', '(?<x>a)x'])(
      'T40: take what a text is long, and not the square of it: regex:%s',
      async (source) => {
        const { options, words } = await open()
        await options.change('SensitiveWords', [`regex:${source}`])
        for (const start of ['', 'now b ']) {
          const look = (length: number) => expect(words.find([start + 'a'.repeat(length)])).toBeUndefined()
          const ratio = await timesAsMuch(
            () => look(200_000),
            () => look(12_500),
          )
          // Sixteen times for sixteen times the length; the square would be 256 times.
          expect(ratio).toBeLessThan(64)
          const text = start + 'a'.repeat(200_000)
          const plain = () => expect(/[bc]z/.test(text)).toBe(false)
          expect(await timesAsMuch(() => look(200_000), plain)).toBeLessThan(400)
        }
      },
    )

    it('T40: are looked for with a matcher that goes back only where it soon ends', async () => {
      const atom = fc.constantFrom('a', '.', '[ab]', '\\w', '(ab)', '(?:a{2})', '(a|b)', '(?i:a)', '(?<n>a)')
      const repeat = fc.constantFrom('', '', '?', '*', '+', '{3}', '{0,10}', '{2,40}', '{3,}', '*?')
      const pattern = fc
        .array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 6 })
        .map((parts) => `${parts.map((part) => part.join('')).join('')}z`)
      const [long, short] = ['a'.repeat(40_000), 'a'.repeat(2500)]
      await fc.assert(
        fc.asyncProperty(pattern.filter(isPattern).filter(isQuickPattern), async (source) => {
          const matcher = new RegExp(source, isBoundedPattern(source) ? '' : 'l')
          const look = (text: string) => expect(matcher.test(text)).toBe(false)
          const ratio = await timesAsMuch(
            () => look(long),
            () => look(short),
            3,
          )
          expect(ratio).toBeLessThan(64)
          // Nor much for every text, however short: a plain one takes some nanoseconds a letter.
          const plain = () => expect(/[bc]z/.test(long)).toBe(false)
          expect(await timesAsMuch(() => look(short), plain, 3)).toBeLessThan(1000)
        }),
        { numRuns: 200 },
      )
    })

    it('T40: are looked for by pattern in what was said last, and in no more than 256 kB of a call', async () => {
      const { options, words } = await open()
      await options.change('SensitiveWords', ['regex:evil.*word'])
      const long = 'a'.repeat(100_000)
      expect(words.find([...Array(50).fill(long), 'EVIL old word'])).toBe('evil.*word')
      expect(words.find(['evil old word', ...Array(2).fill(long)])).toBe('evil.*word')
      const look = (pieces: number) =>
        expect(words.find(['evil old word', ...Array(pieces).fill(long)])).toBeUndefined()
      const ratio = await timesAsMuch(
        () => look(300),
        () => look(3),
      )
      expect(ratio).toBeLessThan(5)
    })

    it('are found whatever signs they hold, as by looking for each alone', async () => {
      const { options, words } = await open()
      const sign = fc.constantFrom('a', 'B', '_', '#', '词', 'İ', 'K', ' ')
      const word = fc.string({ unit: sign, minLength: 1, maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 20 }), fc.array(word), async (some, texts) => {
          await options.change('SensitiveWords', some)
          const expected = texts.some((text) => some.some((one) => text.toLowerCase().includes(one.toLowerCase())))
          expect(words.find(texts) !== undefined).toBe(expected)
        }),
        { numRuns: 300 },
      )
    })
  })
})
