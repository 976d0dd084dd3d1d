import { scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { measureInTurns, median } from '#testing/timing.ts'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  it('proves the right one and nothing else', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash('correct horse')
    expect(hash).toMatch(/^scrypt\$14\$8\$5\$/)
    expect(await passwords.hash('correct horse')).not.toBe(hash)
    expect(await passwords.verify('correct horse', hash)).toBe(true)
    expect(await passwords.verify('correct hors', hash)).toBe(false)
    expect(await passwords.verify('', '')).toBe(false)
    expect(await passwords.verify('correct horse', undefined)).toBe(false)
  })

  it('T25: an account that does not exist takes as long as one that does', async () => {
    const passwords = createPasswords({ cost: { logarithm: 12, blockSize: 8, parallelism: 1 } })
    const hash = await passwords.hash('correct horse')
    const times = await measureInTurns(['known', 'unknown'], 30, (kind) =>
      passwords.verify('wrong', kind === 'known' ? hash : undefined),
    )
    const [known, unknown] = [median(times.known), median(times.unknown)]
    expect(Math.abs(known - unknown)).toBeLessThan(Math.min(10, known / 2))
  })

  it('of a hundred and fifty that one account asks for, others wait for one at a time', async () => {
    const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 }, atOnce: 1 })
    const hash = await passwords.hash('correct horse')
    const ends: string[] = []
    const weigh = (name: string) =>
      passwords.verify('wrong', hash, [name]).then(
        () => ends.push(name),
        (error: unknown) => ends.push(error instanceof ApplicationError ? error.code : 'another fault'),
      )
    const flood = Array.from({ length: 150 }, () => weigh('flood'))
    const others = ['ann', 'bob', 'eve'].map(weigh)
    await Promise.all([...flood, ...others])
    const refused = ends.filter((end) => end === 'passwords_busy')
    expect(refused).toHaveLength(150 + 3 - 101)
    const weighed = ends.filter((end) => end !== 'passwords_busy')
    expect(weighed.slice(0, 5)).toEqual(expect.arrayContaining(['ann', 'bob', 'eve']))
    expect(weighed.filter((end) => end === 'flood')).toHaveLength(98)
  })

  it('a password is the same in every spelling of its signs, and one that was hashed as it was typed stays right', async () => {
    const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 } })
    const hash = await passwords.hash('ｃaf\u00e9-ﬁ')
    for (const spelling of ['cafe\u0301-fi', 'ｃafé-ﬁ']) expect(await passwords.verify(spelling, hash)).toBe(true)
    expect(await passwords.verify('cafe-fi', hash)).toBe(false)
    const salt = Buffer.from('a salt of 16 ...')
    const key = scryptSync('ﬁsh and ﬁsh', salt, 32, { N: 16, r: 8, p: 1 }).toString('base64url')
    const older = ['scrypt', 4, 8, 1, salt.toString('base64url'), key].join('$')
    expect(await passwords.verify('ﬁsh and ﬁsh', older)).toBe(true)
    expect(await passwords.verify('fish and fish', older)).toBe(false)
  })

  it('a rush of logins is served a few at a time, and all of them', async () => {
    const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 }, atOnce: 2 })
    const hash = await passwords.hash('correct horse')
    const answers = await Promise.all(Array.from({ length: 50 }, () => passwords.verify('correct horse', hash)))
    expect(answers).toEqual(Array.from({ length: 50 }, () => true))
  })
})
