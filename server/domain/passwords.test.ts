import { describe, expect, it } from 'vitest'
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

  it('a rush of logins is served a few at a time, and all of them', async () => {
    const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 }, atOnce: 2 })
    const hash = await passwords.hash('correct horse')
    const answers = await Promise.all(Array.from({ length: 50 }, () => passwords.verify('correct horse', hash)))
    expect(answers).toEqual(Array.from({ length: 50 }, () => true))
  })
})
