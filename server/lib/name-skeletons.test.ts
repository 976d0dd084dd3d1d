import { describe, expect, it } from 'vitest'
import { skeletonsOf } from './name-skeletons.ts'

const alike = (one: string, other: string): boolean =>
  skeletonsOf(one).some((part) => skeletonsOf(other).includes(part))

describe('the skeleton of a name', () => {
  it.each([
    ['case', 'root', 'ROOT'],
    ['case of another script', 'нина', 'Нина'],
    ['width', 'root', 'ｒｏｏｔ'],
    ['a sign of no width', 'root', 'ro\u200bot'],
    ['a soft hyphen', 'root', 'ro\u00adot'],
    ['a sign that turns the direction', 'root', '\u202eroot\u202c'],
    ['a variation selector', 'root', 'root\ufe0f'],
    ['Cyrillic letters', 'root', 'rооt'],
    ['a Cyrillic capital that only its capital looks like', 'Henry', 'Неnry'],
    ['Greek letters, great and small', 'Nevin', 'Νeνin'],
    ['Armenian and Cherokee letters', 'soda', 'ѕօdа'],
    ['mathematical letters', 'admin', '𝐚𝖽𝚖𝒾𝓷'],
    ['a digit for a letter', 'bob', 'b0b'],
    ['a one for an l', 'alice', 'a1ice'],
    ['a great i for an l', 'alice', 'aIice'],
    ['two letters for one', 'modern', 'rnodern'],
    ['a composed and a decomposed letter', 'jos\u00e9', 'jose\u0301'],
    ['a ligature', 'office', 'oﬃce'],
  ])('does not tell names apart by %s', (_what, one, other) => {
    expect(one).not.toBe(other)
    expect(alike(one, other)).toBe(true)
  })

  it.each([
    ['root', 'roof'],
    ['alice', 'alina'],
    ['anna', 'ana'],
    ['user1', 'user2'],
    ['张三', '张王'],
    ['нина', 'нана'],
    ['émile', 'emile'],
  ])('tells %s from %s', (one, other) => {
    expect(alike(one, other)).toBe(false)
  })
})
