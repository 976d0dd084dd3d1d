import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastMark, latin1Of, utf8Of } from './latin1-text.ts'

const marks = ['"usage"', '"error"', 'k']
const text = fc.array(fc.constantFrom(...marks, '{', 'a', 'ä', '\u212a', '🙂', '\u0000'), { maxLength: 12 })

it('tells of bytes what their own text tells, whatever was asked of others before', () => {
  const answers = fc.array(text, { minLength: 1, maxLength: 4 })
  const asked = (texts: string[][], order: number[]) => {
    const all = texts.map((signs) => Buffer.from(signs.join('')))
    for (const number of order) {
      const bytes = all[number % all.length] ?? Buffer.alloc(0)
      expect(latin1Of(bytes)).toBe(bytes.toString('latin1'))
      expect(utf8Of(bytes)).toBe(bytes.toString('utf8'))
      const mark = marks[number % marks.length] ?? ''
      expect(lastMark(bytes, mark, 100)?.start ?? -1).toBe(bytes.toString('latin1').lastIndexOf(mark))
    }
  }
  fc.assert(fc.property(answers, fc.array(fc.nat(), { maxLength: 20 }), asked))
})
