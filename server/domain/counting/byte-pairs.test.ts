import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastCheck from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { describe, expect, it } from 'vitest'
import { recordedProtocols, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { createByteCounter } from './byte-pairs.ts'
import { noRank, readTokenRanks } from './token-ranks.ts'

const vocabulary = readFileSync(fileURLToPath(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken')))
const count = createByteCounter(readTokenRanks(vocabulary), O200K_TOKEN_SPLIT_REGEX)
/** The library's own way, with all marks taken for text. */
const told = (text: string) => countTokens(text, { disallowedSpecial: new Set() })

describe('a vocabulary', () => {
  it('knows the rank of each of its tokens and of nothing else', () => {
    const lines = ['YQ== 0', 'YmM= 7', '/w== 3']
    for (const file of [lines.join('\n'), `${lines.join('\n')}\n`]) {
      const ranks = readTokenRanks(Buffer.from(file))
      const bytes = Buffer.from([0x61, 0x62, 0x63, 0xff])
      expect([ranks.rankOf(bytes, 0, 1), ranks.rankOf(bytes, 1, 3), ranks.rankOf(bytes, 3, 4)]).toEqual([0, 7, 3])
      expect([ranks.rankOf(bytes, 0, 2), ranks.rankOf(bytes, 1, 2), ranks.rankOf(bytes, 0, 0)]).toEqual(
        Array(3).fill(noRank),
      )
    }
  })

  it('is refused where a line has no rank', () => {
    expect(() => readTokenRanks(Buffer.from('YQ== 0\nYmM=\n/w== 3'))).toThrow('line 2')
  })
})

describe('counting by pairs of bytes', () => {
  it.skipIf(!recordingsPresent)('tells what the library tells of recorded answers', () => {
    let tokens = 0
    for (const { response } of recordedProtocols().flatMap(recordingsOf)) {
      const text = (response.body ?? '').slice(0, 4000)
      expect(count(text)).toBe(told(text))
      tokens += count(text)
    }
    expect(tokens).toBeGreaterThan(50_000)
  })

  it('tells what the library tells of any text', () => {
    const strange = fastCheck.constantFrom(
      '<|endoftext|>',
      '👩‍👩‍👧‍👦',
      '水流过闸门',
      "I'LL we've",
      '\r\n\r\n',
      '   \t ',
      'Ünïcödé',
      '1234567',
      '\u0000',
      '\ud800',
    )
    const pieces = fastCheck.array(fastCheck.oneof(fastCheck.string({ unit: 'binary' }), fastCheck.string(), strange))
    // The library loses this mark where it reads its own vocabulary.
    const text = pieces.map((texts) => texts.join(' ').replaceAll('\ufeff', ''))
    fastCheck.assert(
      fastCheck.property(text, (given) => {
        expect(count(given)).toBe(told(given))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes a byte order mark for the one token that the vocabulary has for it', () => {
    expect(count('\ufeff')).toBe(1)
  })

  it.each(['w', 'é', '😀', 'ab', 'aé', '水'])('tells what the library tells of a long run of %s', (letters) => {
    for (const length of [1, 2, 3, 100, 1023, 1024])
      expect(count(letters.repeat(length))).toBe(told(letters.repeat(length)))
  })
})
