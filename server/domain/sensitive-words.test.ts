import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { createLog } from '../lib/log.ts'
import { createSignals } from '../lib/signals.ts'
import { openVault } from '../lib/vault.ts'
import { openOptions } from './options.ts'
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
