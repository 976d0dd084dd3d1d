import { describe, expect, it } from 'vitest'
import { digestShare, textDigest } from './text-digest.ts'

describe('a digest of texts', () => {
  it('is another one for each of a hundred thousand conversations, however alike they are', () => {
    const digests = new Set<number>()
    const rules = 'Read before you write. '.repeat(20)
    for (let at = 0; at < 50_000; at += 1) {
      digests.add(textDigest(['7', 'default', 'model', `Task ${at}: mend it.`]))
      digests.add(textDigest(['7', 'default', 'model', rules, `Task ${at}: mend it.`]))
    }
    expect(digests.size).toBe(100_000)
    expect([...digests].every(Number.isSafeInteger)).toBe(true)
  })

  it('knows where one text ends and the next one begins', () => {
    const long = 'a'.repeat(300)
    for (const [one, other] of [
      [
        ['ab', 'c'],
        ['a', 'bc'],
      ],
      [['ab'], ['ab', '']],
      [[long, 'b'], [`${long}b`]],
    ] as const) {
      expect(textDigest(one)).not.toBe(textDigest(other))
    }
  })

  it('is the same on every machine', () => {
    expect([textDigest(['sluice']), textDigest(['sluice'.repeat(100)])]).toEqual([4359139628828604, 229424764552835])
  })
})

it('gives shares that are spread evenly, each apart from the others of its digest', () => {
  const [one, other, both] = [new Array(10).fill(0), new Array(10).fill(0), new Array(4).fill(0)]
  const digests = 20_000
  for (let at = 0; at < digests; at += 1) {
    const digest = textDigest([String(at)])
    const [first, second] = [digestShare(digest, 1), digestShare(digest, 2)]
    one[Math.floor(first * 10)] += 1
    other[Math.floor(second * 10)] += 1
    both[(first < 0.5 ? 0 : 1) + (second < 0.5 ? 0 : 2)] += 1
  }
  for (const count of [...one, ...other]) expect(Math.abs(count - digests / 10)).toBeLessThan(200)
  for (const count of both) expect(Math.abs(count - digests / 4)).toBeLessThan(300)
})
