import { describe, expect, it } from 'vitest'
import { longestSample, TextSample } from './text-sample.ts'

const pieces = ['He said \\"', 'no\\" ', 'and left.\\n', 'Then \\ud83d', '\\ude00', ' 水']

describe('a sample of a text', () => {
  it('puts the insides of JSON texts together, however they were cut', () => {
    const sample = new TextSample('json')
    for (const piece of pieces) {
      const bytes = Buffer.from(`"${piece}"`)
      sample.take(bytes, 1, bytes.length - 1)
    }
    expect(sample.text()).toBe('He said "no" and left.\nThen 😀 水')
  })

  it('takes text whose letters are bytes', () => {
    const sample = new TextSample('json')
    sample.takeText(Buffer.from('水流').toString('latin1'), 'latin1')
    expect([sample.text(), sample.length]).toEqual(['水流', 6])
  })

  it('takes plain text as it is', () => {
    const sample = new TextSample('plain')
    for (const text of ['a "b"', '\\n', '', '水']) sample.takeText(text, 'utf8')
    expect(sample.text()).toBe('a "b"\\n水')
  })

  it('stays empty when there is nothing', () => {
    expect(new TextSample('json').text()).toBe('')
  })

  it.each(['\\u6c34', 'a\\n', '水', 'plain'])('keeps no more than it may, even where %s is cut in two', (piece) => {
    for (let shift = 0; shift < 7; shift += 1) {
      const sample = new TextSample('json')
      sample.takeText('x'.repeat(shift), 'utf8')
      for (let turn = 0; turn < 40_000; turn += 1) sample.takeText(piece, 'utf8')
      expect(sample.length).toBeLessThanOrEqual(longestSample)
      expect(sample.length).toBeGreaterThan(longestSample - 10)
      expect(sample.text()).not.toContain('\\')
    }
  })
})
